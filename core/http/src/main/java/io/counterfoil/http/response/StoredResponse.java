package io.counterfoil.http.response;

import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Payload;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The attributes of a stored response without its contents: for operators.
 *
 * @param status its status; empty where it is not stored, or is another kind of result
 * @param bodyBytes the length of its body; empty as the status is
 * @param refusal whether it was kept as a refusal
 * @param whole whether it is kept; a response that was too large is remembered, and not kept
 */
public record StoredResponse(OptionalInt status, OptionalInt bodyBytes, boolean refusal, boolean whole) {

    /**
     * Reads what a store keeps of a result.
     *
     * @param kept the payload of a record, not the saved progress of a request under a lease
     * @return its attributes
     * @throws IllegalArgumentException when it is stored in a form that this version cannot read, or damaged
     */
    public static StoredResponse of(Payload kept) {
        StoredResult answer = StoredResult.read(kept);
        Optional<Response> response = answer.payload().flatMap(StoredResponse::response);
        return new StoredResponse(
                response.map(Response::status).map(OptionalInt::of).orElse(OptionalInt.empty()),
                response.map(Response::bodyLength).map(OptionalInt::of).orElse(OptionalInt.empty()),
                answer.refusal(),
                answer.payload().isPresent());
    }

    private static Optional<Response> response(Payload answer) {
        try {
            return Optional.of(ResponseCodec.keeping(StoredFields.DEFAULT).decode(answer));
        } catch (IllegalArgumentException anotherKind) {
            return Optional.empty();
        }
    }
}

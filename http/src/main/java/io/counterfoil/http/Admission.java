package io.counterfoil.http;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/** What the head of a request says about how to treat it: one of three. */
public sealed interface Admission {

    /** No key: the handler runs as if there were nothing in front of it. */
    record Unkeyed(Optional<AttemptId> attempt) implements Admission {}

    /**
     * Guarded: the body is read, as far as the policy's limit, and the request goes through {@link HttpIdempotency#execute}.
     *
     * @param head the request's head; asked again while the request is executed
     * @param client whose request it is
     * @param operation what it asks for
     * @param requestId its key; empty where that is still to be found in the body
     * @param attempt which try it is, if it says so
     */
    record Keyed(
            RequestHead head,
            ClientId client,
            OperationName operation,
            Optional<RequestId> requestId,
            Optional<AttemptId> attempt)
            implements Admission {

        /** The whole key; empty where its request ID is still to be found in the body. */
        public Optional<IdempotencyKey> key() {
            return requestId.map(this::key);
        }

        IdempotencyKey key(RequestId found) {
            return new IdempotencyKey(client, operation, found);
        }
    }

    /** Refused: this is the answer, and the body is not looked at. */
    record Refused(Response response) implements Admission {}
}

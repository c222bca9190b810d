package io.counterfoil.http;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.message.StoredFields;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
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
     * @throws IllegalArgumentException when it is kept in a form that this version cannot read, or damaged
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

    /**
     * What is kept of a response: status, semantic header fields and body, in format 1.
     *
     * <p>Format 1: the status as two bytes, the number of fields as two bytes, name and value of each field in Java's modified UTF-8
     * behind its length as two bytes, and the body to the end.
     */
    static final class ResponseCodec {

        private ResponseCodec() {}

        /** Keeps these fields; one that is not among them is not read either, from a response that was kept under another policy. */
        static PayloadCodec<Response> keeping(StoredFields fields) {
            return PayloadCodec.of(1, response -> encode(response, fields), bytes -> decode(bytes, fields));
        }

        private static byte[] encode(Response response, StoredFields fields) {
            List<HeaderField> kept = fields.of(response.headers());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(response.bodyLength() + 128);
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.writeShort(response.status());
                out.writeShort(kept.size());
                for (HeaderField field : kept) {
                    write(out, field);
                }
                response.writeBodyTo(out);
            } catch (IOException impossible) {
                throw new UncheckedIOException("writing to memory", impossible);
            }
            return bytes.toByteArray();
        }

        private static void write(DataOutputStream out, HeaderField field) throws IOException {
            try {
                out.writeUTF(field.name());
                out.writeUTF(field.value());
            } catch (UTFDataFormatException tooLong) {
                throw new IllegalArgumentException(
                        "the header field " + field.name()
                                + " of a response is longer than 65535 bytes and cannot be stored",
                        tooLong);
            }
        }

        private static Response decode(byte[] bytes, StoredFields fields) {
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
                int status = in.readShort();
                int count = in.readUnsignedShort();
                List<HeaderField> headers = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    headers.add(new HeaderField(in.readUTF(), in.readUTF()));
                }
                byte[] body = new byte[in.available()];
                in.readFully(body);
                return new Response(status, fields.of(headers), body);
            } catch (IOException damaged) {
                throw new IllegalArgumentException(
                        "a stored response of " + bytes.length + " bytes is damaged", damaged);
            }
        }
    }
}

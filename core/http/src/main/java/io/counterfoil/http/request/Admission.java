package io.counterfoil.http.request;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/** How a request is treated, by its head: one of three. */
public sealed interface Admission {

    /**
     * No key: the handler runs as if there were nothing in front of it.
     *
     * @param attempt the attempt ID, if it has one
     */
    record Unkeyed(Optional<AttemptId> attempt) implements Admission {}

    /**
     * Guarded: the body is read, as far as the policy's limit, and the request goes through {@code HttpIdempotency.execute}.
     *
     * @param head the request's head; read again while the request is executed
     * @param client whose request it is
     * @param operation the operation
     * @param requestId its key; empty where that is still to be found in the body
     * @param attempt the attempt ID, if it has one
     */
    record Keyed(
            RequestHead head,
            ClientId client,
            OperationName operation,
            Optional<RequestId> requestId,
            Optional<AttemptId> attempt)
            implements Admission {

        /** {@return the whole key; empty where its request ID is still to be found in the body} */
        public Optional<IdempotencyKey> key() {
            return requestId.map(this::key);
        }

        /**
         * {@return the whole key, with a request ID that was found in the body}
         *
         * @param found the request ID
         */
        public IdempotencyKey key(RequestId found) {
            return new IdempotencyKey(client, operation, found);
        }
    }

    /**
     * Rejected: this is the response, and the body is not read.
     *
     * @param response the response to send
     */
    record Refused(Response response) implements Admission {}
}

package io.counterfoil.idempotency.key;

/**
 * The whole key of a request: its client, its operation, and the client's name for the intention. Two requests are
 * the same exactly when all three parts are.
 *
 * @param client whose request it is
 * @param operation the operation
 * @param requestId the client's name for the intention
 */
public record IdempotencyKey(ClientId client, OperationName operation, RequestId requestId) {

    /**
     * A key of a named client.
     *
     * @throws InvalidIdentifierException when a part cannot be what it is to be; the message names it and the limit
     */
    public static IdempotencyKey of(String client, String operation, String requestId) {
        return new IdempotencyKey(ClientId.of(client), new OperationName(operation), new RequestId(requestId));
    }

    @Override
    public String toString() {
        return client + " " + operation + " " + requestId;
    }

    /**
     * The operation: the second scope of a request ID. For HTTP the method and the concrete path.
     *
     * @param value 1 to {@value #MAX_BYTES} bytes of UTF-8, compared byte by byte
     */
    public record OperationName(String value) {

        /** The longest operation, in bytes of UTF-8; with client and request ID it still fits one index entry. */
        public static final int MAX_BYTES = 1024;

        /** @throws InvalidIdentifierException when the text is empty, longer than {@value #MAX_BYTES} bytes or unreadable */
        public OperationName {
            Texts.check("operation", value, MAX_BYTES);
        }

        /** The text, fit for a line of a log or a message: brackets, equals signs and characters that cannot be seen are escaped. */
        @Override
        public String toString() {
            return Texts.shown(value);
        }
    }
}

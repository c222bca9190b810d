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
     * {@return a key of a named client}
     *
     * @param client the client's name, 1 to {@value ClientId#MAX_BYTES} bytes of UTF-8
     * @param operation the operation, 1 to {@value OperationName#MAX_BYTES} bytes of UTF-8
     * @param requestId the client's name for the intention, 1 to {@value RequestId#MAX_BYTES} bytes of UTF-8
     * @throws InvalidIdentifierException when a part cannot be what it is to be; the message names it and the limit
     */
    public static IdempotencyKey of(String client, String operation, String requestId) {
        return new IdempotencyKey(ClientId.of(client), new OperationName(operation), new RequestId(requestId));
    }

    @Override
    public String toString() {
        return client + " " + operation + " " + requestId;
    }
}

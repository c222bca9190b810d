package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** Creates requests for tests. */
public final class Requests {

    /** Text results in format 1. */
    public static final PayloadCodec<String> TEXT = PayloadCodec.TEXT;

    private Requests() {}

    /** {@return a key that no other test uses} */
    public static IdempotencyKey freshKey() {
        return key("client", "POST /things", UUID.randomUUID().toString());
    }

    /**
     * {@return a key of these parts}
     *
     * @param client empty for the anonymous client
     * @param operation the name of the operation
     * @param requestId the request ID
     */
    public static IdempotencyKey key(String client, String operation, String requestId) {
        return new IdempotencyKey(ClientId.ofStored(client), new OperationName(operation), new RequestId(requestId));
    }

    /**
     * {@return a request without an attempt ID}
     *
     * @param key of the request
     * @param contents what the fingerprint is computed from
     */
    public static KeyedRequest request(IdempotencyKey key, String contents) {
        return new KeyedRequest(key, fingerprint(contents), Optional.empty());
    }

    /**
     * {@return a request with an attempt ID}
     *
     * @param key of the request
     * @param contents what the fingerprint is computed from
     * @param attempt the attempt ID
     */
    public static KeyedRequest request(IdempotencyKey key, String contents, String attempt) {
        return new KeyedRequest(key, fingerprint(contents), Optional.of(new AttemptId(attempt)));
    }

    /**
     * {@return a text as a payload of format 1}
     *
     * @param text encoded in UTF-8
     */
    public static Payload payload(String text) {
        return new Payload(1, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Fingerprint fingerprint(String contents) {
        return Fingerprint.of(contents.getBytes(StandardCharsets.UTF_8));
    }
}

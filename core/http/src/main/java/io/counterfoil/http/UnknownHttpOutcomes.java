package io.counterfoil.http;

import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.result.PayloadCodec;

/**
 * Settles the unknown outcomes of HTTP requests, for operators: {@link UnknownOutcomes}, where the
 * result is a response. Thread-safe.
 */
public final class UnknownHttpOutcomes {

    private final UnknownOutcomes outcomes;
    private final PayloadCodec<Response> codec;

    /**
     * Settles the unknown outcomes of one engine.
     *
     * @param outcomes those of the engine's store, under the engine's policy
     * @param http how responses are stored
     */
    public UnknownHttpOutcomes(UnknownOutcomes outcomes, HttpPolicy http) {
        this.outcomes = outcomes;
        this.codec = http.responseCodec();
    }

    /**
     * Records that the request took effect: from now on duplicates get this response, as if the handler had made it. Of one that is longer
     * than the policy stores, only the execution is recorded, as with a handler's.
     *
     * @param key the key of the request
     * @param response the response that duplicates get, with a status from 200 up
     * @return false where no lease under this key has expired; nothing was changed then
     * @throws IllegalArgumentException when the status is below 200, which ends no request; nothing was changed then
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public boolean happened(IdempotencyKey key, Response response) {
        if (response.status() < 200) {
            throw new IllegalArgumentException("a final status must be 200 to 599, not " + response.status());
        }
        return outcomes.happened(key, codec, response);
    }

    /**
     * Records that the request took no effect: the next request under its key is executed.
     *
     * @param key the key of the request
     * @return false where no lease under this key has expired; nothing was changed then
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public boolean didNotHappen(IdempotencyKey key) {
        return outcomes.didNotHappen(key);
    }
}

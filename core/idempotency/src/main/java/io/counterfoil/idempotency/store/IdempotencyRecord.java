package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * The record of an executed request.
 *
 * @param key the request
 * @param fingerprint what the original contained
 * @param firstAttempt the attempt ID of the original, where it had one
 * @param firstReceived when the original was received, in the store's time
 * @param requestCount how many requests were received under this key, the original included, as far as they have been counted in the
 *     store; at least 1
 * @param payload the {@linkplain io.counterfoil.idempotency.result.StoredResult stored result}
 */
public record IdempotencyRecord(
        IdempotencyKey key,
        Fingerprint fingerprint,
        Optional<AttemptId> firstAttempt,
        Instant firstReceived,
        long requestCount,
        Payload payload) {

    /**
     * {@return how a later request is answered: a {@link Claim.Replay} where it has the fingerprint of this record, otherwise a {@link
     * Claim.Mismatch}}
     *
     * @param other the fingerprint of the later request
     */
    public Claim answer(Fingerprint other) {
        return fingerprint.equals(other) ? new Claim.Replay(this) : new Claim.Mismatch(Optional.of(this));
    }

    /**
     * {@return a copy with another {@link #requestCount()}}
     *
     * @param count the number of requests, at least 1
     */
    public IdempotencyRecord withRequestCount(long count) {
        return new IdempotencyRecord(key, fingerprint, firstAttempt, firstReceived, count, payload);
    }
}

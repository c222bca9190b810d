package io.counterfoil.idempotency.directory;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a store as an operator sees it: everything but contents and result. Times are those of the store's clock.
 *
 * @param key the request
 * @param state its state when it was read
 * @param firstAttempt the attempt ID of the original, where it had one
 * @param firstReceived when the original was received
 * @param requestCount how many requests were received under this key, as far as they have been counted in the store; at least 1
 * @param token the fencing token of its lease
 * @param leasedUntil when the lease expires or expired; empty once the request is completed
 * @param expires when the record may be removed; empty for never, as with every request that is not completed
 */
public record RecordEntry(
        IdempotencyKey key,
        RecordState state,
        Optional<AttemptId> firstAttempt,
        Instant firstReceived,
        long requestCount,
        long token,
        Optional<Instant> leasedUntil,
        Optional<Instant> expires) {

    /** {@return its position in a list} */
    public RecordPosition position() {
        return new RecordPosition(expires, firstReceived, key);
    }
}

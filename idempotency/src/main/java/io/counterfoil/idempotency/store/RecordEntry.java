package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * A request that a store keeps something of, as an operator sees it: everything but contents and answer. Times are the store's.
 *
 * @param key the request
 * @param state what it is at the moment of looking
 * @param firstAttempt the attempt ID of the original, where it had one
 * @param firstReceived when the original was received
 * @param requestCount how many requests were received under this key, as far as the store has been told; at least 1
 * @param token the fencing token of the lease that it is, or was, carried out under
 * @param leasedUntil when the lease runs out, or ran out; empty once it is answered
 * @param expires when the record may be removed; empty for never, as with everything that is not answered
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

    /** Where it stands in a list. */
    public RecordPosition position() {
        return new RecordPosition(expires, firstReceived, key);
    }
}

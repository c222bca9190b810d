package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;

/**
 * How an engine behaves where the requirements leave a choice. An immutable value; start from {@link #DEFAULT}.
 *
 * @param retention how long records of named clients are kept at the least (RQ-4)
 * @param anonymousRetention the same for {@link ClientId#ANONYMOUS}; tight, because anybody can guess at keys there
 *     (RQ-6)
 * @param waitLimit how long a duplicate waits for the original before it is told to come back (RQ-12); zero for not at
 *     all
 * @param onMismatch what happens to a request under a key that was used with other contents (RQ-11)
 */
public record IdempotencyPolicy(
        Retention retention, Retention anonymousRetention, Duration waitLimit, OnMismatch onMismatch) {

    /** One day, one hour without a client, five seconds of patience, other contents refused. */
    public static final IdempotencyPolicy DEFAULT = new IdempotencyPolicy(
            Retention.of(Duration.ofDays(1)),
            Retention.of(Duration.ofHours(1)),
            Duration.ofSeconds(5),
            OnMismatch.REFUSE);

    /** What happens to a request under a key that was used with other contents. */
    public enum OnMismatch {
        /** It is refused, because silence hides bugs. */
        REFUSE,
        /** It is answered like a duplicate. */
        REPLAY
    }

    /** @throws IllegalArgumentException when the wait limit is negative */
    public IdempotencyPolicy {
        if (waitLimit.isNegative()) {
            throw new IllegalArgumentException("waitLimit must not be negative, but is " + waitLimit);
        }
    }

    /** The same with this retention for named clients. */
    public IdempotencyPolicy withRetention(Retention retention) {
        return new IdempotencyPolicy(retention, anonymousRetention, waitLimit, onMismatch);
    }

    /** The same with this retention where no client can be told. */
    public IdempotencyPolicy withAnonymousRetention(Retention anonymousRetention) {
        return new IdempotencyPolicy(retention, anonymousRetention, waitLimit, onMismatch);
    }

    /** The same with this wait limit. */
    public IdempotencyPolicy withWaitLimit(Duration waitLimit) {
        return new IdempotencyPolicy(retention, anonymousRetention, waitLimit, onMismatch);
    }

    /** The same with this answer to other contents under a used key. */
    public IdempotencyPolicy withOnMismatch(OnMismatch onMismatch) {
        return new IdempotencyPolicy(retention, anonymousRetention, waitLimit, onMismatch);
    }

    /** How long a record of this client is kept. */
    public Retention retentionFor(ClientId client) {
        return client.isAnonymous() ? anonymousRetention : retention;
    }
}

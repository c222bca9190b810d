package io.counterfoil.idempotency.policy;

import java.time.Duration;

/**
 * What happens to duplicates. An immutable value.
 *
 * @param onMismatch what happens to a request under a key that was used with other contents
 * @param counting how duplicates are counted
 * @param retryAfter the delay before the next attempt of a rejected request, where the store knows no better one
 */
public record DuplicatePolicy(OnMismatch onMismatch, Counting counting, Duration retryAfter) {

    /** Other contents are rejected, duplicates are counted in batches, and the delay is one second. */
    public static final DuplicatePolicy DEFAULT =
            new DuplicatePolicy(OnMismatch.REFUSE, Counting.BATCHED, Duration.ofSeconds(1));

    /** @throws IllegalArgumentException when the delay is out of its limits */
    public DuplicatePolicy {
        if (retryAfter.isNegative() || retryAfter.isZero() || retryAfter.compareTo(ExecutionLimits.LONGEST_TIME) > 0) {
            throw new IllegalArgumentException("duplicates.retryAfter must be positive and at most "
                    + ExecutionLimits.LONGEST_TIME + ", not " + retryAfter);
        }
    }

    /** {@return the same with another {@link #onMismatch()}} */
    public DuplicatePolicy withOnMismatch(OnMismatch reaction) {
        return new DuplicatePolicy(reaction, counting, retryAfter);
    }

    /** {@return the same with another {@link #counting()}} */
    public DuplicatePolicy withCounting(Counting way) {
        return new DuplicatePolicy(onMismatch, way, retryAfter);
    }

    /** {@return the same with another {@link #retryAfter()}} */
    public DuplicatePolicy withRetryAfter(Duration delay) {
        return new DuplicatePolicy(onMismatch, counting, delay);
    }
}

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

    /**
     * Checks the delay.
     *
     * @param onMismatch what happens to other contents
     * @param counting how duplicates are counted
     * @param retryAfter positive, at most {@link ExecutionLimits#LONGEST_TIME}
     * @throws IllegalArgumentException when the delay is out of range
     */
    public DuplicatePolicy {
        if (retryAfter.isNegative() || retryAfter.isZero() || retryAfter.compareTo(ExecutionLimits.LONGEST_TIME) > 0) {
            throw new IllegalArgumentException("duplicates.retryAfter must be positive and at most "
                    + ExecutionLimits.LONGEST_TIME + ", not " + retryAfter);
        }
    }

    /**
     * {@return a copy with another {@link #onMismatch()}}
     *
     * @param reaction what happens to a request under a key that was used with other contents
     */
    public DuplicatePolicy withOnMismatch(OnMismatch reaction) {
        return new DuplicatePolicy(reaction, counting, retryAfter);
    }

    /**
     * {@return a copy with another {@link #counting()}}
     *
     * @param way how duplicates are counted
     */
    public DuplicatePolicy withCounting(Counting way) {
        return new DuplicatePolicy(onMismatch, way, retryAfter);
    }

    /**
     * {@return a copy with another {@link #retryAfter()}}
     *
     * @param delay positive, at most {@link ExecutionLimits#LONGEST_TIME}
     * @throws IllegalArgumentException when the delay is out of range
     */
    public DuplicatePolicy withRetryAfter(Duration delay) {
        return new DuplicatePolicy(onMismatch, counting, delay);
    }
}

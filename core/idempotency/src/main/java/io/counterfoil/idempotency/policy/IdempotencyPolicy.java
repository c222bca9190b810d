package io.counterfoil.idempotency.policy;

import java.util.function.UnaryOperator;

/**
 * The settings of an engine. An immutable value; start from {@link #DEFAULT}. A setting out of its limits is rejected at once, by an
 * {@link IllegalArgumentException} that names it.
 *
 * <pre>{@code
 * IdempotencyPolicy.DEFAULT
 *         .withRetention(records -> records.withNamed(Retention.of(Duration.ofDays(7))))
 *         .withLimits(limits -> limits.withWaitTime(Duration.ofSeconds(2)).withInProgressPerClient(20))
 * }</pre>
 *
 * @param retention how long records are kept
 * @param limits how long requests may wait and run, and how many at a time
 * @param duplicates what happens to duplicates
 * @param results which results are stored, and how
 */
public record IdempotencyPolicy(
        RetentionPolicy retention, ExecutionLimits limits, DuplicatePolicy duplicates, ResultPolicy results) {

    /** The defaults of each group. */
    public static final IdempotencyPolicy DEFAULT = new IdempotencyPolicy(
            RetentionPolicy.DEFAULT, ExecutionLimits.DEFAULT, DuplicatePolicy.DEFAULT, ResultPolicy.DEFAULT);

    /**
     * {@return a copy with another {@link #retention()}}
     *
     * @param change returns the new retention, given the present one
     */
    public IdempotencyPolicy withRetention(UnaryOperator<RetentionPolicy> change) {
        return new IdempotencyPolicy(change.apply(retention), limits, duplicates, results);
    }

    /**
     * {@return a copy with other {@link #limits()}}
     *
     * @param change returns the new limits, given the present ones
     */
    public IdempotencyPolicy withLimits(UnaryOperator<ExecutionLimits> change) {
        return new IdempotencyPolicy(retention, change.apply(limits), duplicates, results);
    }

    /**
     * {@return a copy with other {@link #duplicates()}}
     *
     * @param change returns the new treatment of duplicates, given the present one
     */
    public IdempotencyPolicy withDuplicates(UnaryOperator<DuplicatePolicy> change) {
        return new IdempotencyPolicy(retention, limits, change.apply(duplicates), results);
    }

    /**
     * {@return a copy with other {@link #results()}}
     *
     * @param change returns the new treatment of results, given the present one
     */
    public IdempotencyPolicy withResults(UnaryOperator<ResultPolicy> change) {
        return new IdempotencyPolicy(retention, limits, duplicates, change.apply(results));
    }
}

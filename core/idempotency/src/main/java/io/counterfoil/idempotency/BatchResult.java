package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.Outcome;

/**
 * What became of one of several requests: one of three.
 *
 * @param <T> the result's type
 */
public sealed interface BatchResult<T> {

    /**
     * It has an outcome, as if it had been executed alone.
     *
     * @param <T> the result's type
     * @param outcome executed, replayed or rejected
     */
    record Ended<T>(Outcome<T> outcome) implements BatchResult<T> {}

    /**
     * Its action failed, or the store did where the request had a unit of its own: it was undone alone, nothing is recorded, and the key is
     * free.
     *
     * @param <T> the result's type
     * @param failure what the action or the store threw
     */
    record Failed<T>(Throwable failure) implements BatchResult<T> {}

    /**
     * It was not executed, and its key not kept; it can be passed again.
     *
     * @param <T> the result's type
     */
    record NotBegun<T>() implements BatchResult<T> {}
}

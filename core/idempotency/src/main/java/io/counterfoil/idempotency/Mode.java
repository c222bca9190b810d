package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.RecordStore;

/** How claim, execution and record are kept together: all that differs between the engine's two modes. Thread-safe. */
interface Mode {

    /** Where the records are. */
    RecordStore records();

    /** Whether the calling thread is inside a unit of work that it would join: it must not wait then. */
    boolean joins();

    /**
     * Checks that the store suits the mode.
     *
     * @throws IllegalStateException when it does not; the message says why, and what to change
     */
    default void verify() {}

    /**
     * Claims, then executes or replays.
     *
     * @param entry is notified when the action is about to run
     * @return the outcome; {@link Outcome.InProgress} where a later attempt can succeed
     */
    <T, X extends Exception> Outcome<T> attempt(Call<T, X> call, InFlightCalls.Entry entry) throws X;
}

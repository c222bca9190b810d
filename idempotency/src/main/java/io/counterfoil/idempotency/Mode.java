package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.RecordStore;

/** How claim, work and record are kept together: the one thing in which the engine's two modes differ. Thread-safe. */
interface Mode {

    /** Where the records are. */
    RecordStore records();

    /** Whether the calling thread is inside a unit of work that it would join: it must not wait then. */
    boolean joins();

    /**
     * Claims, and carries out or answers.
     *
     * @param entry is told when the action is about to run
     * @return the outcome; {@link Outcome.InProgress} where it is worth asking again
     */
    <T, X extends Exception> Outcome<T> attempt(Call<T, X> call, InFlightCalls.Entry entry) throws X;
}

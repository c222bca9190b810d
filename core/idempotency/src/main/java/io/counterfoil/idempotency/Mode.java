package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.InFlightCalls;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.RecordStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** How claim, execution and record are kept together: all that differs between the engine's two modes. Thread-safe. */
interface Mode {

    /** Where the records are. */
    RecordStore records();

    /** Whether the calling thread is inside a unit of work that it would join: it must not wait then. */
    boolean joins();

    /** Whether claim, execution and record are one transaction of the store. */
    boolean isTransactional();

    /** The same mode with another timer. */
    Mode on(ScheduledExecutorService timer);

    /** How effect and record of a claim are committed that the calling thread makes now. */
    CommitMode commitMode();

    /**
     * Checks a policy.
     *
     * @throws IllegalArgumentException when it demands what the store cannot do
     */
    default void check(IdempotencyPolicy policy) {}

    /**
     * Checks that the store suits the mode.
     *
     * @throws IllegalStateException when it does not; the message says why, and what to change
     */
    default void verify() {}

    /** As {@link Idempotency#interrupt}. */
    default boolean interrupt(Duration limit) {
        return true;
    }

    /** This mode, where several requests can share a unit of work under this policy; by default none. */
    default Optional<TransactionalMode> sharing(IdempotencyPolicy policy) {
        return Optional.empty();
    }

    /**
     * Claims, then executes or replays.
     *
     * @param entry is notified when the action is about to run
     * @return the outcome; {@link Outcome.InProgress} where a later attempt can succeed
     */
    <T, X extends Exception> Outcome<T> attempt(Call<T, X> call, InFlightCalls.Entry entry) throws X;
}

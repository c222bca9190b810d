package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.time.Duration;

/** What came of a keyed request: one of four. */
public sealed interface Outcome<T> {

    /**
     * The action ran.
     *
     * @param value its answer
     * @param remembered whether duplicates will get the same answer; where not, the work was rolled back as far as the
     *     store reaches
     */
    record Executed<T>(T value, boolean remembered) implements Outcome<T> {}

    /** A duplicate: the action did not run; the answer is the original's. */
    record Replayed<T>(T value, IdempotencyRecord record) implements Outcome<T> {}

    /** The original was still running when the wait limit was over. */
    record InFlight<T>(Duration retryAfter) implements Outcome<T> {}

    /** The key is taken by a request with other contents; the action did not run. */
    record Mismatched<T>(IdempotencyRecord record) implements Outcome<T> {}

    /** Goes on with the one case that holds. */
    default <R, X extends Exception> R match(
            Case<? super Executed<T>, ? extends R, X> executed,
            Case<? super Replayed<T>, ? extends R, X> replayed,
            Case<? super InFlight<T>, ? extends R, X> inFlight,
            Case<? super Mismatched<T>, ? extends R, X> mismatched)
            throws X {
        if (this instanceof Executed<T> e) {
            return executed.apply(e);
        }
        if (this instanceof Replayed<T> r) {
            return replayed.apply(r);
        }
        if (this instanceof InFlight<T> f) {
            return inFlight.apply(f);
        }
        return mismatched.apply((Mismatched<T>) this);
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /** Goes on. */
        R apply(O outcome) throws X;
    }
}

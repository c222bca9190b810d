package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.time.Duration;
import java.util.Optional;

/** What came of a keyed request: carried out, answered from its record, or rejected for a named reason. */
public sealed interface Outcome<T> {

    /**
     * The action ran; or its {@link Resolver} found that an earlier run had its effect, and this call has kept the answer.
     *
     * @param value the answer
     * @param stored what duplicates will find of it
     * @param mode how effect and record were kept together
     */
    record Executed<T>(T value, Stored stored, Mode mode) implements Outcome<T> {}

    /**
     * A duplicate: the action did not run; the answer is the original's.
     *
     * @param value the answer
     * @param record the record it comes from
     * @param refusal whether the original was a refusal
     */
    record Replayed<T>(T value, IdempotencyRecord record, boolean refusal) implements Outcome<T> {}

    /** The action did not run, and there is no answer to give. */
    sealed interface Rejected<T> extends Outcome<T> {

        /** Goes on with the one reason that holds. */
        default <R, X extends Exception> R match(
                Case<? super InProgress<T>, ? extends R, X> inProgress,
                Case<? super PayloadMismatch<T>, ? extends R, X> payloadMismatch,
                Case<? super ResultNotStored<T>, ? extends R, X> resultNotStored,
                Case<? super UnknownOutcome<T>, ? extends R, X> unknownOutcome,
                Case<? super TooManyInProgress<T>, ? extends R, X> tooManyInProgress)
                throws X {
            if (this instanceof InProgress<T> f) {
                return inProgress.apply(f);
            }
            if (this instanceof PayloadMismatch<T> m) {
                return payloadMismatch.apply(m);
            }
            if (this instanceof ResultNotStored<T> a) {
                return resultNotStored.apply(a);
            }
            if (this instanceof UnknownOutcome<T> u) {
                return unknownOutcome.apply(u);
            }
            return tooManyInProgress.apply((TooManyInProgress<T>) this);
        }
    }

    /** The original was still running when the wait limit was over; worth another try after a while. */
    record InProgress<T>(Duration retryAfter) implements Rejected<T> {}

    /**
     * The key is taken by a request with other contents.
     *
     * @param record the record of that one; empty while it is still running
     */
    record PayloadMismatch<T>(Optional<IdempotencyRecord> record) implements Rejected<T> {}

    /** The request was carried out, but its answer was larger than the policy keeps. */
    record ResultNotStored<T>(IdempotencyRecord record) implements Rejected<T> {}

    /** Somebody began to carry the request out under a lease that ran out; whether it took effect is not known. */
    record UnknownOutcome<T>() implements Rejected<T> {}

    /**
     * The client has as many requests at work as it may; nothing was claimed.
     *
     * @param limit how many
     * @param retryAfter when to try again
     */
    record TooManyInProgress<T>(int limit, Duration retryAfter) implements Rejected<T> {}

    /** What duplicates will find of an executed request. */
    enum Stored {
        /** The answer. */
        RESULT,
        /** That it was carried out, but not the answer, which is larger than the policy keeps. */
        RESULT_TOO_LARGE,
        /** That it was executed, but not the answer, which the action did not let be stored. */
        RESULT_WITHHELD,
        /** Nothing: the request counts as never carried out, and its work was undone as far as the store reaches. */
        NOTHING
    }

    /** How effect and record are kept together. */
    enum Mode {
        /** In a transaction of the engine's own, which has committed. */
        OWN_TRANSACTION,
        /** In a transaction of the caller's: both are kept when that one commits, and neither when it does not. */
        CALLERS_TRANSACTION,
        /** Under a lease: the record was written after the effect. */
        LEASE
    }

    /** Goes on with the one case that holds. */
    default <R, X extends Exception> R match(
            Case<? super Executed<T>, ? extends R, X> executed,
            Case<? super Replayed<T>, ? extends R, X> replayed,
            Case<? super Rejected<T>, ? extends R, X> rejected)
            throws X {
        if (this instanceof Executed<T> e) {
            return executed.apply(e);
        }
        if (this instanceof Replayed<T> r) {
            return replayed.apply(r);
        }
        return rejected.apply((Rejected<T>) this);
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /** Goes on. */
        R apply(O outcome) throws X;
    }
}

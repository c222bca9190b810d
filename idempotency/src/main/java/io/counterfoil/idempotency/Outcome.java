package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.time.Duration;
import java.util.Optional;

/** What came of a keyed request: carried out, answered from its record, or declined for a named reason. */
public sealed interface Outcome<T> {

    /**
     * The action ran; or its {@link Resolver} found that an earlier run had its effect, and this call has kept the answer.
     *
     * @param value the answer
     * @param kept what duplicates will find of it
     * @param mode how effect and record were kept together
     */
    record Executed<T>(T value, Kept kept, Mode mode) implements Outcome<T> {}

    /**
     * A duplicate: the action did not run; the answer is the original's.
     *
     * @param value the answer
     * @param record the record it comes from
     * @param refusal whether the original was a refusal
     */
    record Replayed<T>(T value, IdempotencyRecord record, boolean refusal) implements Outcome<T> {}

    /** The action did not run, and there is no answer to give. */
    sealed interface Declined<T> extends Outcome<T> {

        /** Goes on with the one reason that holds. */
        default <R, X extends Exception> R match(
                Case<? super InFlight<T>, ? extends R, X> inFlight,
                Case<? super Mismatched<T>, ? extends R, X> mismatched,
                Case<? super AnswerNotKept<T>, ? extends R, X> answerNotKept,
                Case<? super Unknown<T>, ? extends R, X> unknown,
                Case<? super TooManyOpen<T>, ? extends R, X> tooManyOpen)
                throws X {
            if (this instanceof InFlight<T> f) {
                return inFlight.apply(f);
            }
            if (this instanceof Mismatched<T> m) {
                return mismatched.apply(m);
            }
            if (this instanceof AnswerNotKept<T> a) {
                return answerNotKept.apply(a);
            }
            if (this instanceof Unknown<T> u) {
                return unknown.apply(u);
            }
            return tooManyOpen.apply((TooManyOpen<T>) this);
        }
    }

    /** The original was still running when the wait limit was over; worth another try after a while. */
    record InFlight<T>(Duration retryAfter) implements Declined<T> {}

    /**
     * The key is taken by a request with other contents.
     *
     * @param record the record of that one; empty while it is still running
     */
    record Mismatched<T>(Optional<IdempotencyRecord> record) implements Declined<T> {}

    /** The request was carried out, but its answer was larger than the policy keeps. */
    record AnswerNotKept<T>(IdempotencyRecord record) implements Declined<T> {}

    /** Somebody began to carry the request out under a lease that ran out; whether it took effect is not known. */
    record Unknown<T>() implements Declined<T> {}

    /**
     * The client has as many requests at work as it may; nothing was claimed (RQ-6).
     *
     * @param limit how many
     * @param retryAfter when to try again
     */
    record TooManyOpen<T>(int limit, Duration retryAfter) implements Declined<T> {}

    /** What duplicates will find of an executed request. */
    enum Kept {
        /** The answer. */
        ANSWER,
        /** That it was carried out, but not the answer, which is larger than the policy keeps. */
        NO_ANSWER,
        /** That it was executed, but not the answer, which the action did not let be stored. */
        ANSWER_WITHHELD,
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
            Case<? super Declined<T>, ? extends R, X> declined)
            throws X {
        if (this instanceof Executed<T> e) {
            return executed.apply(e);
        }
        if (this instanceof Replayed<T> r) {
            return replayed.apply(r);
        }
        return declined.apply((Declined<T>) this);
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /** Goes on. */
        R apply(O outcome) throws X;
    }
}

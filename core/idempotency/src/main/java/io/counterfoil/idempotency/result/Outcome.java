package io.counterfoil.idempotency.result;

import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * The outcome of a keyed request: executed, replayed from its record, or rejected for a named reason.
 *
 * @param <T> the result's type
 */
public sealed interface Outcome<T> {

    /**
     * The action ran; or its {@code OutcomeResolver} found that an earlier execution took effect, and this call has recorded the result.
     *
     * @param <T> the result's type
     * @param value the result
     * @param stored what is stored for duplicates
     * @param mode how effect and record were committed
     */
    record Executed<T>(T value, Stored stored, CommitMode mode) implements Outcome<T> {}

    /**
     * A duplicate: the action did not run; the result is that of the original.
     *
     * @param <T> the result's type
     * @param value the result
     * @param record the record of the original
     * @param refusal whether the original was a refusal
     */
    record Replayed<T>(T value, IdempotencyRecord record, boolean refusal) implements Outcome<T> {}

    /**
     * The request was not executed, and there is no result.
     *
     * @param <T> the result's type
     */
    sealed interface Rejected<T> extends Outcome<T> {

        /**
         * Applies the function of the reason, in the calling thread.
         *
         * @param <R> the type of what the functions return
         * @param <X> the checked exceptions that the functions throw
         * @param inProgress for a request whose original is in progress
         * @param payloadMismatch for a key that belongs to a request with another fingerprint
         * @param resultNotStored for a duplicate whose original has no stored result
         * @param unknownOutcome for a request whose outcome is unknown
         * @param tooManyInProgress for a client that has too many requests in progress
         * @param notAdmitted for a request that the action rejected
         * @return what the function returned
         * @throws X what the function threw
         */
        default <R, X extends Exception> R match(
                Case<? super InProgress<T>, ? extends R, X> inProgress,
                Case<? super PayloadMismatch<T>, ? extends R, X> payloadMismatch,
                Case<? super ResultNotStored<T>, ? extends R, X> resultNotStored,
                Case<? super UnknownOutcome<T>, ? extends R, X> unknownOutcome,
                Case<? super TooManyInProgress<T>, ? extends R, X> tooManyInProgress,
                Case<? super NotAdmitted<T>, ? extends R, X> notAdmitted)
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
            if (this instanceof TooManyInProgress<T> t) {
                return tooManyInProgress.apply(t);
            }
            return notAdmitted.apply((NotAdmitted<T>) this);
        }
    }

    /**
     * The original was still in progress when the wait time was over; to be attempted again after the delay.
     *
     * @param <T> the result's type
     * @param retryAfter how long to wait before the next attempt
     */
    record InProgress<T>(Duration retryAfter) implements Rejected<T> {}

    /**
     * The key belongs to a request with another fingerprint.
     *
     * @param <T> the result's type
     * @param record the record of that request; empty while it is in progress
     */
    record PayloadMismatch<T>(Optional<IdempotencyRecord> record) implements Rejected<T> {}

    /**
     * The request was executed, but its result was not stored.
     *
     * @param <T> the result's type
     * @param record the record of the original
     */
    record ResultNotStored<T>(IdempotencyRecord record) implements Rejected<T> {}

    /**
     * The lease of an earlier execution has expired; an operator or a resolver must settle whether it took effect.
     *
     * @param <T> the result's type
     */
    record UnknownOutcome<T>() implements Rejected<T> {}

    /**
     * The client has as many requests in progress as it may, or as many duplicates that wait; nothing was claimed.
     *
     * @param <T> the result's type
     * @param limit how many it may have
     * @param retryAfter how long to wait before the next attempt
     */
    record TooManyInProgress<T>(int limit, Duration retryAfter) implements Rejected<T> {}

    /**
     * The action rejected the request under its claim, before any effect ({@link Completion#reject}); nothing is recorded.
     *
     * @param <T> the result's type
     * @param value what the action rejected it with
     */
    record NotAdmitted<T>(T value) implements Rejected<T> {}

    /** What is stored of an executed request. */
    enum Stored {
        /** Its result. */
        RESULT,
        /** That it was executed; the result is larger than the policy stores. */
        RESULT_TOO_LARGE,
        /** That it was executed; the action did not allow its result to be stored. */
        RESULT_WITHHELD,
        /** Nothing: it was not done, or it failed; a transactional store has rolled its work back. */
        NOTHING
    }

    /**
     * Applies the function of the case, in the calling thread.
     *
     * @param <R> the type of what the functions return
     * @param <X> the checked exceptions that the functions throw
     * @param executed for a request that was executed
     * @param replayed for a duplicate that got the result of its original
     * @param rejected for a request that has no result
     * @return what the function returned
     * @throws X what the function threw
     */
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

    /**
     * The function for one case.
     *
     * @param <O> the outcome's type
     * @param <R> the type of what the function returns
     * @param <X> the checked exceptions that the function throws
     */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /**
         * Applies the function.
         *
         * @param outcome the outcome
         * @return what the function makes of it
         * @throws X when the function fails
         */
        R apply(O outcome) throws X;
    }
}

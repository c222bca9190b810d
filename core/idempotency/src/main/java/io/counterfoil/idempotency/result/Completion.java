package io.counterfoil.idempotency.result;

import io.counterfoil.idempotency.policy.ResultPolicy;

/**
 * How an action ended, and what of it is recorded.
 *
 * @param <T> the result's type
 * @param value the result
 * @param end how it ended
 * @param stored whether the result is stored with the record, where there is a record
 */
public record Completion<T>(T value, End end, boolean stored) {

    /** The five ends. */
    public enum End {
        /** Done: the result is recorded together with the effect. */
        DONE,
        /** Refused by the business: recorded like a result, depending on the policy, together with any effect. */
        REFUSED,
        /** Not done: nothing is recorded, a transactional store rolls the work back, and the next attempt executes it. */
        NOT_DONE,
        /** Not to be executed: nothing is recorded, and the request counts as rejected, not as executed. */
        REJECTED,
        /** Failed, as with an exception: a transactional store rolls the work back; under a lease the outcome is unknown. */
        FAILED
    }

    /**
     * Done: the result is recorded together with the effect, and every duplicate gets it.
     *
     * @param <T> the result's type
     * @param value the result
     * @return a completion that is recorded
     */
    public static <T> Completion<T> remember(T value) {
        return new Completion<>(value, End.DONE, true);
    }

    /**
     * Refused: every duplicate gets the same refusal, unless the policy forgets refusals
     * ({@link ResultPolicy#rememberRefusals()}).
     *
     * @param <T> the result's type
     * @param value the refusal
     * @return a completion that is recorded, depending on the policy
     */
    public static <T> Completion<T> refuse(T value) {
        return new Completion<>(value, End.REFUSED, true);
    }

    /**
     * Not done: nothing is recorded, a transactional store rolls the work back, and the next attempt executes it.
     *
     * @param <T> the result's type
     * @param value the result, which only the caller gets
     * @return a completion that is not recorded
     */
    public static <T> Completion<T> forget(T value) {
        return new Completion<>(value, End.NOT_DONE, true);
    }

    /**
     * Not to be executed, which only the owner of the claim can decide: while it has the key there is no record of it, and none in the making.
     * The action has had no effect; the claim is released, and the outcome is {@link Outcome.NotAdmitted} with this value.
     *
     * @param <T> the result's type
     * @param value what the outcome carries
     * @return a completion that is not recorded
     */
    public static <T> Completion<T> reject(T value) {
        return new Completion<>(value, End.REJECTED, true);
    }

    /**
     * Failed, with a result that the caller gets all the same: what an exception does, without one. In a transaction the work is rolled back and
     * the key is free; under a lease the outcome is unknown.
     *
     * @param <T> the result's type
     * @param value the result, which only the caller gets
     * @return a completion that is not recorded
     */
    public static <T> Completion<T> fail(T value) {
        return new Completion<>(value, End.FAILED, true);
    }

    /** {@return a copy whose result is not stored with the record: a duplicate is not executed, and gets {@link Outcome.ResultNotStored}} */
    public Completion<T> withoutStoredResult() {
        return new Completion<>(value, end, false);
    }
}

package io.counterfoil.idempotency.result;

import io.counterfoil.idempotency.policy.IdempotencyPolicy;

/**
 * How an action ended, and what of it is recorded.
 *
 * @param value the result
 * @param end how it ended
 * @param stored whether the result is stored with the record, where there is a record
 */
public record Completion<T>(T value, End end, boolean stored) {

    /** The three ends. */
    public enum End {
        /** Done: the result is recorded together with the effect. */
        DONE,
        /** Refused by the business: recorded like a result, depending on the policy, together with any effect. */
        REFUSED,
        /** Not done: nothing is recorded, a transactional store rolls the work back, and the next attempt executes it. */
        NOT_DONE
    }

    /** Done: the result is recorded together with the effect, and every duplicate gets it. */
    public static <T> Completion<T> remember(T value) {
        return new Completion<>(value, End.DONE, true);
    }

    /**
     * Refused: every duplicate gets the same refusal, unless the policy forgets refusals
     * ({@link IdempotencyPolicy#rememberRefusals()}).
     */
    public static <T> Completion<T> refuse(T value) {
        return new Completion<>(value, End.REFUSED, true);
    }

    /** Not done: nothing is recorded, a transactional store rolls the work back, and the next attempt executes it. */
    public static <T> Completion<T> forget(T value) {
        return new Completion<>(value, End.NOT_DONE, true);
    }

    /** The same without its result in the record: a duplicate is not executed, and gets {@link Outcome.ResultNotStored}. */
    public Completion<T> withoutStoredResult() {
        return new Completion<>(value, end, false);
    }
}

package io.counterfoil.idempotency;

/**
 * How a piece of work ended, and what of it is to be remembered.
 *
 * @param value the answer
 * @param end which of the three ends it came to
 * @param stored whether the answer is stored with the record, where there is one
 */
public record Completion<T>(T value, End end, boolean stored) {

    /** The three ends. */
    public enum End {
        /** Done: answer and effect are kept together. */
        DONE,
        /** Refused by the business: kept like an answer where the policy says so, with whatever effect there was. */
        REFUSED,
        /** Not done: nothing is kept, a transactional store rolls the work back, the next try carries it out anew. */
        NOT_DONE
    }

    /** Done: the answer is kept together with the effect, and every duplicate gets it. */
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

    /** Not done: nothing is kept, a transactional store rolls the work back, and the next try carries it out anew. */
    public static <T> Completion<T> forget(T value) {
        return new Completion<>(value, End.NOT_DONE, true);
    }

    /** The same, and its answer is not stored: a duplicate is not executed, and gets {@link Outcome.ResultNotStored}. */
    public Completion<T> withoutStoredResult() {
        return new Completion<>(value, end, false);
    }
}

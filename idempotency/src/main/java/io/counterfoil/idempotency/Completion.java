package io.counterfoil.idempotency;

/**
 * How a piece of work ended, and whether that is to be remembered (RQ-14).
 *
 * @param value the answer
 * @param remembered whether it is kept for duplicates; where not, the store undoes what it can undo of the work
 */
public record Completion<T>(T value, boolean remembered) {

    /** Done: the answer is kept together with the effect, and every duplicate gets it. A refusal can be an answer. */
    public static <T> Completion<T> remember(T value) {
        return new Completion<>(value, true);
    }

    /** Not done: nothing is kept, a transactional store rolls the work back, and the next try carries it out anew. */
    public static <T> Completion<T> rollBack(T value) {
        return new Completion<>(value, false);
    }
}

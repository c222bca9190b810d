package io.counterfoil.entities;

/**
 * What came of a command that takes effect once: {@link Applied}, or {@link Repeated}. Both have the same kind of answer, so that a
 * client can be told the same.
 *
 * @param <T> the answer: the entity's state, or the id of a new entity
 */
public sealed interface CommandOutcome<T> {

    /** What to tell the client. */
    T answer();

    /** The command was new, and has taken effect. */
    record Applied<T>(T answer) implements CommandOutcome<T> {}

    /** The command was known, and nothing was done. The answer is that of now, not that of the first time. */
    record Repeated<T>(T answer) implements CommandOutcome<T> {}

    /** Whether nothing was done, because the command was known. */
    default boolean isRepeated() {
        return this instanceof Repeated<T>;
    }

    /** Goes on with the one case that holds. */
    default <R, X extends Exception> R match(
            Case<? super T, ? extends R, X> applied, Case<? super T, ? extends R, X> repeated) throws X {
        return isRepeated() ? repeated.apply(answer()) : applied.apply(answer());
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<T, R, X extends Exception> {

        /** Goes on. */
        R apply(T answer) throws X;
    }
}

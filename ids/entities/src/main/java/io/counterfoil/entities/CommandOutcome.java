package io.counterfoil.entities;

/**
 * The outcome of a command that takes effect once: {@link Applied}, or {@link Repeated}. Both have the same kind of result, so that a
 * client can get the same response.
 *
 * @param <T> the result: the entity's state, or the id of a new entity
 */
public sealed interface CommandOutcome<T> {

    /** {@return what to tell the client} */
    T answer();

    /** The command was new, and has taken effect. */
    record Applied<T>(T answer) implements CommandOutcome<T> {}

    /** The command was known, and nothing was done. The result is the current one, not that of the first time. */
    record Repeated<T>(T answer) implements CommandOutcome<T> {}

    /** {@return whether nothing was done, because the command was known} */
    default boolean isRepeated() {
        return this instanceof Repeated<T>;
    }

    /** Calls the function of the case. */
    default <R, X extends Exception> R match(
            Case<? super T, ? extends R, X> applied, Case<? super T, ? extends R, X> repeated) throws X {
        return isRepeated() ? repeated.apply(answer()) : applied.apply(answer());
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<T, R, X extends Exception> {

        /** Handles the case. */
        R apply(T answer) throws X;
    }
}

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

    /**
     * The command was new, and has taken effect.
     *
     * @param <T> the result
     * @param answer what to tell the client
     */
    record Applied<T>(T answer) implements CommandOutcome<T> {}

    /**
     * The command was known, and nothing was done. The result is the current one, not that of the first time.
     *
     * @param <T> the result
     * @param answer what to tell the client
     */
    record Repeated<T>(T answer) implements CommandOutcome<T> {}

    /** {@return whether nothing was done, because the command was known} */
    default boolean isRepeated() {
        return this instanceof Repeated<T>;
    }

    /**
     * {@return the result of the function for this case; the other function is not called}
     *
     * @param <R> the functions' result
     * @param <X> what the functions throw
     * @param applied handles {@link Applied}
     * @param repeated handles {@link Repeated}
     * @throws X what the function threw
     */
    default <R, X extends Exception> R match(
            Case<? super T, ? extends R, X> applied, Case<? super T, ? extends R, X> repeated) throws X {
        return isRepeated() ? repeated.apply(answer()) : applied.apply(answer());
    }

    /**
     * How to go on in one case.
     *
     * @param <T> the command's result
     * @param <R> the function's result
     * @param <X> what the function throws
     */
    @FunctionalInterface
    interface Case<T, R, X extends Exception> {

        /**
         * Handles the case.
         *
         * @param answer what to tell the client
         * @return the function's result
         * @throws X any exception of the function
         */
        R apply(T answer) throws X;
    }
}

package io.counterfoil.jdbc.reference;

/**
 * What came of giving an entity a name: one of three.
 *
 * @param <I> the entity's id
 */
public sealed interface Binding<I> {

    /**
     * The name was free, and is bound when the transaction commits.
     *
     * @param <I> the entity's id
     */
    record Bound<I>() implements Binding<I> {}

    /**
     * The name was bound to this entity already; nothing was changed.
     *
     * @param <I> the entity's id
     */
    record Known<I>() implements Binding<I> {}

    /**
     * The name is bound to another entity; nothing was changed.
     *
     * @param <I> the entity's id
     * @param by that entity
     */
    record Taken<I>(I by) implements Binding<I> {}

    /**
     * {@return the result of the function for this case; the other functions are not called}
     *
     * @param <R> the functions' result
     * @param <X> what the functions throw
     * @param bound handles {@link Bound}
     * @param known handles {@link Known}
     * @param taken handles {@link Taken}
     * @throws X what the function threw
     */
    default <R, X extends Exception> R match(
            Case<? super Bound<I>, ? extends R, X> bound,
            Case<? super Known<I>, ? extends R, X> known,
            Case<? super Taken<I>, ? extends R, X> taken)
            throws X {
        if (this instanceof Bound<I> b) {
            return bound.apply(b);
        }
        return this instanceof Known<I> k ? known.apply(k) : taken.apply((Taken<I>) this);
    }

    /**
     * How to go on in one case.
     *
     * @param <O> the case
     * @param <R> the function's result
     * @param <X> what the function throws
     */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /**
         * Handles the case.
         *
         * @param binding the case
         * @return the function's result
         * @throws X any exception of the function
         */
        R apply(O binding) throws X;
    }
}

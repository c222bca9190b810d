package io.counterfoil.jdbc.reference;

/**
 * What came of giving an entity a name: one of three.
 *
 * @param <I> the entity's id
 */
public sealed interface Binding<I> {

    /** The name was free, and is bound when the transaction commits. */
    record Bound<I>() implements Binding<I> {}

    /** The name was bound to this entity already; nothing was changed. */
    record Known<I>() implements Binding<I> {}

    /**
     * The name is bound to another entity; nothing was changed.
     *
     * @param by that entity
     */
    record Taken<I>(I by) implements Binding<I> {}

    /** Calls the function of the case. */
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

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<O, R, X extends Exception> {

        /** Handles the case. */
        R apply(O binding) throws X;
    }
}

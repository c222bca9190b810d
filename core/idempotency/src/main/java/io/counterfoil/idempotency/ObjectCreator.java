package io.counterfoil.idempotency;

/** Makes the object. */
@FunctionalInterface
public interface ObjectCreator<T, X extends Exception> {

    /** Makes it. */
    T create() throws X;
}

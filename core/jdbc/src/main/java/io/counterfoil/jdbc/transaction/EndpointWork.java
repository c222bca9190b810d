package io.counterfoil.jdbc.transaction;

/** Work that finds its transaction by itself. */
@FunctionalInterface
public interface EndpointWork<T, X extends Exception> {

    /** Does the work. */
    T run() throws X;
}

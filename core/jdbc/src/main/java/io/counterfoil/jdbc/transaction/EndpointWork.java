package io.counterfoil.jdbc.transaction;

/**
 * Work that finds its transaction by itself.
 *
 * @param <T> the type of what it returns
 * @param <X> the checked exceptions that it throws
 */
@FunctionalInterface
public interface EndpointWork<T, X extends Exception> {

    /**
     * Does the work, in the calling thread.
     *
     * @return the result
     * @throws X what the work throws
     */
    T run() throws X;
}

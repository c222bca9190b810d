package io.counterfoil.idempotency;

/**
 * Makes the object of a data key.
 *
 * @param <T> the type of what is returned
 * @param <X> the checked exceptions that it throws
 */
@FunctionalInterface
public interface ObjectCreator<T, X extends Exception> {

    /**
     * Makes the object, in the calling thread.
     *
     * @return the object; for a creation by one statement, empty where the statement had no effect
     * @throws X when the object could not be made
     */
    T create() throws X;
}

package io.counterfoil.idempotency;

import java.util.Optional;

/**
 * Looks for the object of a data key.
 *
 * @param <T> the object's type
 * @param <X> the checked exceptions that it throws
 */
@FunctionalInterface
public interface ObjectFinder<T, X extends Exception> {

    /**
     * {@return the object as it now is; empty where it was not made}
     *
     * @throws X when the object could not be looked for
     */
    Optional<T> find() throws X;
}

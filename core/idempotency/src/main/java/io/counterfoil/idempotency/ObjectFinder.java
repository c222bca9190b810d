package io.counterfoil.idempotency;

import java.util.Optional;

/** Looks for the object under its key. */
@FunctionalInterface
public interface ObjectFinder<T, X extends Exception> {

    /** {@return the object as it now is, if it was made} */
    Optional<T> find() throws X;
}

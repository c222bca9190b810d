package io.counterfoil.idempotency.store;

/** Work with claims. */
@FunctionalInterface
public interface UnitOfWork<T, X extends Exception> {

    /** Does the work. */
    T run(Claims claims) throws X;
}

package io.counterfoil.idempotency.store;

/**
 * Work with claims, in one unit of a store.
 *
 * @param <T> the type of what it returns
 * @param <X> the checked exceptions that it throws
 */
@FunctionalInterface
public interface UnitOfWork<T, X extends Exception> {

    /**
     * Does the work, in the calling thread.
     *
     * @param claims the primitives of the unit, valid until it ends
     * @return what {@link ClaimStore#within} returns
     * @throws X what the work throws; the unit is undone
     */
    T run(Claims claims) throws X;
}

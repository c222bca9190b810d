package io.counterfoil.idempotency.store;

import java.time.Duration;

/**
 * A store that ends units of work which last too long, without their process: one that was stopped, or hangs, gives its claims
 * up. Thread-safe.
 */
public interface LimitingClaimStore extends ClaimStore {

    /**
     * Runs the work as one unit, as {@link #within(UnitOfWork)} does. A unit that owns a claim for longer than the limit is undone by the
     * store itself, as far as the store can; its claims are free from then on. Later calls of the store by the work fail,
     * and so does its commit.
     *
     * @param <T> the type of what the work returns
     * @param <X> the checked exceptions that the work throws
     * @param limit positive; a store may round it up to what it can measure
     * @param work the work, with the claims of this unit
     * @return what the work returned, once the unit has ended well
     * @throws X what the work threw; the unit was undone as far as the store reaches
     * @throws StoreException when the store failed, also because the limit has passed
     */
    <T, X extends Exception> T within(Duration limit, UnitOfWork<T, X> work) throws X;
}

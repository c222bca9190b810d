package io.counterfoil.idempotency.store;

/**
 * Where claims and records live. Thread-safe.
 *
 * <p>Everything happens inside a unit of work. A transactional store makes it one transaction, which the work joins: its
 * effect and its record commit together or not at all (RQ-13). Any other store sees to it that a claim which was not
 * settled in the unit is given up when the unit ends, however it ends.
 *
 * <p>A store proves itself by a subclass of the test kit's contract.
 */
public interface ClaimStore {

    /**
     * Runs the work as one unit, in the calling thread; inside an outer unit of the same thread it joins that.
     *
     * @return what the work returned, once the unit has ended well
     * @throws X what the work threw; the unit was undone as far as the store reaches
     * @throws StoreException when the store failed; whether the unit took effect is then unknown until the key is
     *     claimed again
     */
    <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X;

    /**
     * Removes records that have expired, the oldest first (RQ-17).
     *
     * @param limit how many at the most, at least 1; one call is one short transaction
     * @return how many were removed; fewer than the limit when no more have expired
     */
    int purge(int limit);

    /** Work with claims. */
    @FunctionalInterface
    interface UnitOfWork<T, X extends Exception> {

        /** Does the work. */
        T run(Claims claims) throws X;
    }
}

package io.counterfoil.idempotency.store;

/**
 * Claims and records for work that shares its store with its effect. Thread-safe.
 *
 * <p>Everything happens inside a unit of work. A transactional store makes it one transaction, which the work joins: its
 * effect and its record commit together or not at all. Any other store sees to it that a claim which was not
 * settled in the unit is given up when the unit ends, however it ends.
 *
 * <p>A store proves itself by a subclass of the test kit's contract.
 */
public interface ClaimStore extends RecordStore {

    /**
     * Runs the work as one unit, in the calling thread; inside an outer unit of the same thread it joins that.
     *
     * @param <T> the type of what the work returns
     * @param <X> the checked exceptions that the work throws
     * @param work the work, with the claims of this unit
     * @return what the work returned, once the unit has ended well
     * @throws X what the work threw; the unit was undone as far as the store reaches
     * @throws StoreException when the store failed; whether the unit took effect is then unknown until the key is
     *     claimed again
     */
    <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X;

    /**
     * {@return whether a unit begun now by this thread would join an outer one: it could then neither be undone nor run again alone, its
     * end would not yet be the commit, and waiting in it would hold a connection}
     */
    boolean joins();

    /**
     * {@return whether a failure of a unit means that it lost a conflict with another one (a serialization failure, a deadlock, a
     * record that another has written first) and was undone: running the whole unit again is then right}
     *
     * @param failure what {@link #within} threw
     */
    boolean isConflict(Throwable failure);

    /**
     * {@return whether a unit has {@linkplain Claims#part parts} that are undone alone, so that several requests can share one unit} By default no:
     * each request then has a unit of its own.
     */
    default boolean hasParts() {
        return false;
    }
}

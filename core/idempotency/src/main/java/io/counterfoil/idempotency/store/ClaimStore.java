package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.DataKey;
import java.time.Duration;

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
     * @return what the work returned, once the unit has ended well
     * @throws X what the work threw; the unit was undone as far as the store reaches
     * @throws StoreException when the store failed; whether the unit took effect is then unknown until the key is
     *     claimed again
     */
    <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X;

    /**
     * Whether a unit begun now by this thread would join an outer one: it could then neither be undone nor tried again
     * alone, its end would not yet be the commit, and waiting in it would hold a connection.
     */
    boolean joins();

    /**
     * Whether a failure of a unit means that it lost a conflict with another one (a serialization failure, a deadlock, a
     * record that another has written first) and was undone: running the whole unit again is then right.
     */
    boolean isConflict(Throwable failure);

    /** Work with claims. */
    @FunctionalInterface
    interface UnitOfWork<T, X extends Exception> {

        /** Does the work. */
        T run(Claims claims) throws X;
    }

    /**
     * A store that ends units of work which last too long, without their process: one that was stopped, or hangs, gives its claims
     * up. Thread-safe.
     */
    interface LimitingClaimStore extends ClaimStore {

        /**
         * Runs the work as one unit, as {@link #within(UnitOfWork)} does. A unit that owns a claim for longer than the limit is undone by the
         * store itself, as far as the store can; its claims are free from then on. Later calls of the store by the work fail,
         * and so does its commit.
         *
         * @param limit positive; a store may round it up to what it can measure
         * @throws X what the work threw; the unit was undone as far as the store reaches
         * @throws StoreException when the store failed, also because the limit has passed
         */
        <T, X extends Exception> T within(Duration limit, UnitOfWork<T, X> work) throws X;
    }

    /**
     * The atomic primitives of a store, as seen from inside one {@link ClaimStore#within unit of work}.
     *
     * <p>None of them ever waits for another claimant. An object of this type is used by one thread, and only until its unit
     * ends: from then on every lease it gave is stale.
     */
    interface Claims {

        /**
         * Claims a request, or returns why not. Of all concurrent claims of one key at most one is {@link Claim.Acquired}. Other
         * contents are a {@link Claim.Mismatch} also while the original is in progress.
         */
        Claim claim(KeyedRequest request);

        /**
         * Claims a request whose result is known before it is executed, as {@link #claim(KeyedRequest)} does otherwise. A store may insert the
         * record at once, which becomes visible when the unit ends; unless overridden, none is inserted before {@link #complete}.
         *
         * @param result the payload with which the unit completes the claim, unless it releases it
         * @param retention the one with which it does
         */
        default Claim claim(KeyedRequest request, Payload result, Retention retention) {
            return claim(request);
        }

        /**
         * Records the result under the lease. With a transactional store, result and effect become visible together when the
         * unit ends; a store may defer the write until then, and nothing else may be written in the unit after this.
         *
         * @return whether it was recorded; after anything but {@link LeaseStore.Settlement#RECORDED} nothing is stored
         */
        LeaseStore.Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention);

        /**
         * Gives the claim up, so that the next one can have it; with a transactional store the unit of work will be rolled
         * back when it ends.
         *
         * @return false when the lease was no longer the caller's; nothing was changed then
         */
        boolean release(Lease lease);

        /**
         * Holds a data key until the unit ends.
         *
         * @return false when another unit holds it right now; false alarms are allowed, false safety is not
         */
        boolean hold(DataKey key);
    }
}

package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.DataKey;
import java.util.List;

/**
 * The atomic primitives of a store, as seen from inside one {@link ClaimStore#within unit of work}.
 *
 * <p>None of them ever waits for another claimant. An object of this type is used by one thread, and only until its unit
 * ends: from then on every lease it gave is stale.
 */
public interface Claims {

    /**
     * Claims a request, or returns why not. Of all concurrent claims of one key at most one is {@link Claim.Acquired}. Other
     * contents are a {@link Claim.Mismatch} also while the original is in progress.
     *
     * @param request the request
     * @return why it was acquired, or was not
     * @throws StoreException when the store failed; the unit is to be undone
     */
    Claim claim(KeyedRequest request);

    /**
     * Claims a request whose result is known before it is executed, as {@link #claim(KeyedRequest)} does otherwise. A store may insert the
     * record at once, which becomes visible when the unit ends; unless overridden, none is inserted before {@link #complete}.
     *
     * @param request the request
     * @param result the payload with which the unit completes the claim, unless it releases it
     * @param retention the retention with which it does
     * @return as {@link #claim(KeyedRequest)}
     * @throws StoreException when the store failed; the unit is to be undone
     */
    default Claim claim(KeyedRequest request, Payload result, Retention retention) {
        return claim(request);
    }

    /**
     * Records the result under the lease. With a transactional store, result and effect become visible together when the
     * unit ends; a store may defer the write until then, and nothing else may be written in the unit after this.
     *
     * @param lease the claim
     * @param request the request that was claimed
     * @param payload its result, a {@linkplain io.counterfoil.idempotency.result.StoredResult stored result}
     * @param retention how long the record is kept at least
     * @return whether it was recorded; after anything but {@link Settlement#RECORDED} nothing is stored
     * @throws StoreException when the store failed; the unit is to be undone
     */
    Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention);

    /**
     * Gives the claim up, so that the next one can have it; with a transactional store the unit of work will be rolled
     * back when it ends.
     *
     * @param lease the claim
     * @return false when the lease was no longer the caller's; nothing was changed then
     */
    boolean release(Lease lease);

    /**
     * Holds a data key until the unit ends.
     *
     * @param key the key
     * @return false when another unit holds it right now; false alarms are allowed, false safety is not
     */
    boolean hold(DataKey key);

    /**
     * Claims several requests, each as {@link #claim(KeyedRequest)} does; no two have one key. By default one after the other. A claim that
     * another unit has does not keep the others from being acquired, and no order in which units claim lets them wait for each other.
     *
     * @param requests the requests; may be empty
     * @return the claims, in the order of the requests
     * @throws StoreException when the store failed; the unit is to be undone
     */
    default List<Claim> claimAll(List<KeyedRequest> requests) {
        return requests.stream().map(this::claim).toList();
    }

    /**
     * Records several results, each as {@link #complete} does. By default one after the other.
     *
     * @param results what is to be recorded, each under a claim of this unit; may be empty
     * @return how each was settled, in their order
     * @throws StoreException when the store failed; the unit is to be undone
     */
    default List<Settlement> completeAll(List<CompletedClaim> results) {
        return results.stream()
                .map(result -> complete(result.lease(), result.request(), result.payload(), result.retention()))
                .toList();
    }

    /**
     * Runs the work on one claim as a part of the unit: where it fails, what it did is undone alone, as far as the store reaches, and the unit
     * continues. Its claim stays the unit's, and need not be completed. Parts do not nest. To be called where {@link ClaimStore#hasParts};
     * unless overridden, there are no parts.
     *
     * @param <T> the type of what the work returns
     * @param <X> the checked exceptions that the work throws
     * @param work the work on one claim, with the claims of this unit
     * @return what the work returned
     * @throws X what the work threw; the part was undone
     * @throws LostUnitException when the part could not be undone alone, or has marked the whole unit to be undone
     * @throws UnsupportedOperationException when the store's units of work have no parts
     */
    default <T, X extends Exception> T part(UnitOfWork<T, X> work) throws X {
        throw new UnsupportedOperationException("this store's units of work have no parts");
    }
}

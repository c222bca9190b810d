package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Duration;
import java.util.Optional;

/**
 * Claims and records for work whose effect lies elsewhere: a claim is a lease that runs out. Thread-safe.
 *
 * <p>Each call is one atomic step, visible to all once it has returned, and waits for nobody. Time is the store's own,
 * never the caller's. A lease carries a fencing token that grows with every lease given for its key; a write under a token
 * that another lease has overtaken changes nothing and says so. Nothing is put into a transaction of the caller's.
 *
 * <p>Any method may throw {@link StoreException} when the store failed; whether the step was taken is then unknown.
 *
 * <p>A store proves itself by a subclass of the test kit's contract.
 */
public interface LeaseStore extends RecordStore {

    /**
     * Claims a request for a while, or says why not. Of all concurrent claims of one key at most one is
     * {@link Claim.Acquired}; nobody else acquires it while its lease runs.
     *
     * @param request the request
     * @param duration how long the lease runs from now on, positive
     * @param takeOver whether a lease of another that ran out is taken over, at the very instant it runs out and not
     *     before; where not, the answer to such a one is {@link Claim.Unknown}
     */
    Claim lease(KeyedRequest request, Duration duration, boolean takeOver);

    /**
     * Makes the lease run this long from now on. A lease that ran out, and that nobody has taken over, runs again.
     *
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean renew(Lease lease, Duration duration);

    /**
     * Keeps how far the work has come, in place of what was kept before; whoever takes the lease over gets it.
     *
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean save(Lease lease, Payload progress);

    /**
     * Keeps the answer and ends the lease, also one that ran out and that nobody has taken over.
     *
     * @return {@link Settlement#RECORDED}, or {@link Settlement#STALE} when the lease is no longer the caller's; nothing was
     *     changed then
     */
    Settlement complete(Lease lease, Payload payload, Retention retention);

    /**
     * Gives the claim up as if the request had never come; the next one starts afresh, under a higher token.
     *
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean release(Lease lease);

    /**
     * Ends the lease at once and leaves the request as one whose outcome is unknown, with its progress.
     *
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean abandon(Lease lease);

    /**
     * Takes over a lease that ran out, by its key alone, to {@linkplain #complete resolve} or {@linkplain #release free} it.
     *
     * @return empty where no lease under this key has run out
     */
    Optional<Lease> takeOver(IdempotencyKey key, Duration duration);
}

package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Duration;
import java.util.Optional;

/**
 * Claims and records for external side effects: a claim is a lease that expires. Thread-safe.
 *
 * <p>Each call is one atomic step, visible to all callers once it has returned, and never waits for another caller. Time is the store's own,
 * never the caller's. A lease carries a fencing token that grows with every lease given for its key; a write under
 * a token lower than that of a later lease changes nothing and returns so. Nothing joins a transaction of the caller.
 *
 * <p>Any method may throw {@link StoreException} when the store failed; whether the step was taken is then unknown.
 *
 * <p>A store proves itself by a subclass of the test kit's contract.
 */
public interface LeaseStore extends RecordStore {

    /**
     * Claims a request for a while, or returns why not. Of all concurrent claims of one key at most one is
     * {@link Claim.Acquired}; no other caller acquires it while its lease runs.
     *
     * @param request the request
     * @param duration how long the lease runs from now on, positive
     * @param takeOver whether an expired lease of another owner is taken over, from the instant of its expiry on; where not, such a claim
     *     is {@link Claim.Unknown}
     * @return why it was acquired, or was not
     */
    Claim lease(KeyedRequest request, Duration duration, boolean takeOver);

    /**
     * Makes the lease run this long from now on. An expired lease that has not been taken over runs again.
     *
     * @param lease the lease
     * @param duration how long it runs from now on, positive
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean renew(Lease lease, Duration duration);

    /**
     * Saves the progress of the work, in place of what was saved before; the next owner of the lease gets it.
     *
     * @param lease the lease
     * @param progress replaces what was saved before
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean save(Lease lease, Payload progress);

    /**
     * Records the result and ends the lease, also an expired one that has not been taken over.
     *
     * @param lease the lease
     * @param payload the {@linkplain io.counterfoil.idempotency.result.StoredResult stored result}
     * @param retention how long the record is kept at least
     * @return {@link Settlement#RECORDED}, or {@link Settlement#STALE} when the lease is no longer the caller's; nothing was
     *     changed then
     */
    Settlement complete(Lease lease, Payload payload, Retention retention);

    /**
     * Gives the claim up as if the request had never come; the next one starts afresh, under a higher token.
     *
     * @param lease the lease
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean release(Lease lease);

    /**
     * Ends the lease at once and leaves the request as one whose outcome is unknown, with its progress.
     *
     * @param lease the lease
     * @return false when the lease is no longer the caller's; nothing was changed then
     */
    boolean abandon(Lease lease);

    /**
     * Takes over an expired lease, by its key alone, to {@linkplain #complete resolve} or {@linkplain #release free} it.
     *
     * @param key the key of the request
     * @param duration how long the new lease runs, positive
     * @return the new lease; empty where no lease under this key has expired
     */
    Optional<Lease> takeOver(IdempotencyKey key, Duration duration);

    /**
     * Names a reason why the store may lose a write that it has acknowledged, with the setting that prevents it: a crash without durable
     * commits, a fail-over to an asynchronous standby. Called before each claim under {@code FirstClaim.CHECK_STORE}, so the store
     * remembers what it found.
     *
     * @return a sentence without its full stop; empty where nothing is known against the store
     */
    default Optional<String> lossOfWrites() {
        return Optional.empty();
    }
}

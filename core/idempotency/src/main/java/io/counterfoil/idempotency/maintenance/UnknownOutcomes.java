package io.counterfoil.idempotency.maintenance;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.Optional;

/** Settles requests whose outcome is unknown, on behalf of an operator. Thread-safe. */
public final class UnknownOutcomes {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private final LeaseStore store;
    private final IdempotencyPolicy policy;

    /**
     * Settles the unknown outcomes of this store.
     *
     * @param store the store that has the leases
     * @param policy how results are stored, and how long records are kept
     */
    public UnknownOutcomes(LeaseStore store, IdempotencyPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    /**
     * Records that the request took effect: from now on its result is replayed to duplicates.
     *
     * @param <T> the result's type
     * @param key the key of the request
     * @param codec encodes the result, as the codec of the endpoint does
     * @param answer the result that duplicates get
     * @return false where no lease under this key has run out; nothing was changed then
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; whether the request was settled is unknown
     */
    public <T> boolean happened(IdempotencyKey key, PayloadCodec<T> codec, T answer) {
        Payload kept =
                StoredResult.of(codec.encode(answer), false, policy.results()).encode(policy.results());
        Optional<Lease> lease = store.takeOver(key, LONG_ENOUGH);
        return lease.isPresent()
                && store.complete(lease.get(), kept, policy.retention().of(key.client())) == Settlement.RECORDED;
    }

    /**
     * Records that the request took no effect: the next request under its key is executed.
     *
     * @param key the key of the request
     * @return false where no lease under this key has run out; nothing was changed then
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; whether the request was settled is unknown
     */
    public boolean didNotHappen(IdempotencyKey key) {
        return store.takeOver(key, LONG_ENOUGH).filter(store::release).isPresent();
    }
}

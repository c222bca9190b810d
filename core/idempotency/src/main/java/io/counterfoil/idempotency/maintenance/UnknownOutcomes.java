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

    /** Those of this store; results are stored by this policy. */
    public UnknownOutcomes(LeaseStore store, IdempotencyPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    /**
     * It happened: from now on this result is replayed to duplicates.
     *
     * @return false where no lease under this key has run out; nothing was changed then
     */
    public <T> boolean happened(IdempotencyKey key, PayloadCodec<T> codec, T answer) {
        Payload kept =
                StoredResult.of(codec.encode(answer), false, policy.results()).encode(policy.results());
        Optional<Lease> lease = store.takeOver(key, LONG_ENOUGH);
        return lease.isPresent()
                && store.complete(lease.get(), kept, policy.retention().of(key.client())) == Settlement.RECORDED;
    }

    /**
     * It did not happen: the next request under this key is executed.
     *
     * @return false where no lease under this key has run out; nothing was changed then
     */
    public boolean didNotHappen(IdempotencyKey key) {
        return store.takeOver(key, LONG_ENOUGH).filter(store::release).isPresent();
    }
}

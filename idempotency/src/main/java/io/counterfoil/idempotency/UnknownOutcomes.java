package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.Optional;

/** Says what became of requests whose outcome is unknown, for an operator who has looked. Thread-safe. */
public final class UnknownOutcomes {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private final LeaseStore store;
    private final IdempotencyPolicy policy;

    /** Those of this store; answers are kept as that policy says. */
    public UnknownOutcomes(LeaseStore store, IdempotencyPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    /**
     * It happened: duplicates get this answer from now on.
     *
     * @return false where no lease under this key has run out; nothing was changed then
     */
    public <T> boolean happened(IdempotencyKey key, PayloadCodec<T> codec, T answer) {
        Payload kept = StoredResult.of(codec.encode(answer), false, policy.resultLimits())
                .encode(policy.resultLimits());
        Optional<Lease> lease = store.takeOver(key, LONG_ENOUGH);
        return lease.isPresent()
                && store.complete(lease.get(), kept, policy.retentionFor(key.client())) == Settlement.RECORDED;
    }

    /**
     * It did not happen: the next request under this key is carried out.
     *
     * @return false where no lease under this key has run out; nothing was changed then
     */
    public boolean didNotHappen(IdempotencyKey key) {
        return store.takeOver(key, LONG_ENOUGH).filter(store::release).isPresent();
    }
}

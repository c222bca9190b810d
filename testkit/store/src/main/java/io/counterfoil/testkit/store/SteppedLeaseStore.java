package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reports every step of a request to a listener, and otherwise behaves like the wrapped store. Counting and purging are
 * not reported. Thread-safe.
 */
public final class SteppedLeaseStore implements LeaseStore {

    private final LeaseStore store;
    private final StepListener listener;

    /**
     * Wraps a store.
     *
     * @param store the wrapped store
     * @param listener called at each step
     */
    public SteppedLeaseStore(LeaseStore store, StepListener listener) {
        this.store = store;
        this.listener = listener;
    }

    @Override
    public Claim lease(KeyedRequest request, Duration duration, boolean takeOver) {
        return between(
                Step.BEFORE_LEASE, Step.AFTER_LEASE, request.key(), () -> store.lease(request, duration, takeOver));
    }

    @Override
    public boolean renew(Lease lease, Duration duration) {
        return between(Step.BEFORE_RENEW, Step.AFTER_RENEW, lease.key(), () -> store.renew(lease, duration));
    }

    @Override
    public boolean save(Lease lease, Payload progress) {
        return between(Step.BEFORE_SAVE, Step.AFTER_SAVE, lease.key(), () -> store.save(lease, progress));
    }

    @Override
    public Settlement complete(Lease lease, Payload payload, Retention retention) {
        return between(
                Step.BEFORE_COMPLETE,
                Step.AFTER_COMPLETE,
                lease.key(),
                () -> store.complete(lease, payload, retention));
    }

    @Override
    public boolean release(Lease lease) {
        return between(Step.BEFORE_RELEASE, Step.AFTER_RELEASE, lease.key(), () -> store.release(lease));
    }

    @Override
    public boolean abandon(Lease lease) {
        return between(Step.BEFORE_ABANDON, Step.AFTER_ABANDON, lease.key(), () -> store.abandon(lease));
    }

    @Override
    public Optional<Lease> takeOver(IdempotencyKey key, Duration duration) {
        return between(Step.BEFORE_TAKE_OVER, Step.AFTER_TAKE_OVER, key, () -> store.takeOver(key, duration));
    }

    @Override
    public Optional<String> lossOfWrites() {
        return store.lossOfWrites();
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return between(Step.BEFORE_FIND, Step.AFTER_FIND, key, () -> store.find(key));
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        store.count(requests);
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }

    private <T> T between(Step before, Step after, IdempotencyKey key, Supplier<T> call) {
        listener.reached(before, key);
        T result = call.get();
        listener.reached(after, key);
        return result;
    }
}

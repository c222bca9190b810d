package io.counterfoil.idempotency;

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
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A store whose next call of a kind fails when a test says so, and that remembers how it was called. */
class LeaseStoreWithFaults implements LeaseStore {

    /** The calls, by the names of the methods. */
    final Queue<String> calls = new ConcurrentLinkedQueue<>();

    private final LeaseStore store;
    private final Map<String, RuntimeException> faults = new ConcurrentHashMap<>();

    LeaseStoreWithFaults(LeaseStore store) {
        this.store = store;
    }

    /** The next call of this method fails, before it has done anything. */
    final void fail(String method, RuntimeException failure) {
        faults.put(method, failure);
    }

    /** Nothing fails any more. */
    final void heal() {
        faults.clear();
    }

    private void called(String method) {
        calls.add(method);
        RuntimeException fault = faults.remove(method);
        if (fault != null) {
            throw fault;
        }
    }

    @Override
    public Claim lease(KeyedRequest request, Duration duration, boolean takeOver) {
        called("lease");
        return store.lease(request, duration, takeOver);
    }

    @Override
    public boolean renew(Lease lease, Duration duration) {
        called("renew");
        return store.renew(lease, duration);
    }

    @Override
    public boolean save(Lease lease, Payload progress) {
        called("save");
        return store.save(lease, progress);
    }

    @Override
    public Settlement complete(Lease lease, Payload payload, Retention retention) {
        called("complete");
        return store.complete(lease, payload, retention);
    }

    @Override
    public boolean release(Lease lease) {
        called("release");
        return store.release(lease);
    }

    @Override
    public boolean abandon(Lease lease) {
        called("abandon");
        return store.abandon(lease);
    }

    @Override
    public Optional<Lease> takeOver(IdempotencyKey key, Duration duration) {
        called("takeOver");
        return store.takeOver(key, duration);
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        called("find");
        return store.find(key);
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        called("count");
        store.count(requests);
    }

    @Override
    public int purge(int limit) {
        called("purge");
        return store.purge(limit);
    }
}

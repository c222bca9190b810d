package io.counterfoil.http;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.Map;
import java.util.Optional;

/** A store whose units of work cannot be begun. */
record UnreachableStore(ClaimStore store, StoreException failure) implements ClaimStore {

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        throw failure;
    }

    @Override
    public boolean isConflict(Throwable thrown) {
        return false;
    }

    @Override
    public boolean joins() {
        return store.joins();
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return store.find(key);
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        store.count(requests);
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }
}

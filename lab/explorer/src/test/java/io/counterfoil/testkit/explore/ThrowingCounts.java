package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.Map;
import java.util.Optional;

/** A store that fails to count requests. */
record ThrowingCounts(ClaimStore store) implements ClaimStore {

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return store.within(work);
    }

    @Override
    public boolean joins() {
        return store.joins();
    }

    @Override
    public boolean isConflict(Throwable failure) {
        return store.isConflict(failure);
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return store.find(key);
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        throw new IllegalStateException("cannot count");
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }
}

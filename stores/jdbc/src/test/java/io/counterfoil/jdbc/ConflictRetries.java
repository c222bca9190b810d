package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import java.util.Map;
import java.util.Optional;

/** A store whose units are run again when they lost a conflict, as the engine does. */
record ConflictRetries(ClaimStore store) implements ClaimStore {

    private static final int TRIES = 100;

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        for (int left = store.joins() ? 1 : TRIES; ; left--) {
            try {
                return store.within(work);
            } catch (RuntimeException failure) {
                if (left == 1 || !store.isConflict(failure)) {
                    throw failure;
                }
            }
        }
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
        store.count(requests);
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }
}

package io.counterfoil.http;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.StoreException;
import java.util.Map;
import java.util.Optional;

/** A store whose every unit of work loses a conflict at its end, and is undone. */
record ConflictingStore(ClaimStore store) implements ClaimStore {

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return store.within(claims -> {
            work.run(claims);
            throw new StoreException("lost a conflict");
        });
    }

    @Override
    public boolean isConflict(Throwable failure) {
        return failure instanceof StoreException;
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

package io.counterfoil.http;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store whose units of work lose a conflict at their end, and are undone.
 *
 * @param left how many of them still do
 */
record ConflictingStore(ClaimStore store, AtomicInteger left) implements ClaimStore {

    /** Every one of them. */
    ConflictingStore(ClaimStore store) {
        this(store, new AtomicInteger(Integer.MAX_VALUE));
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return store.within(claims -> {
            T result = work.run(claims);
            if (left.getAndDecrement() > 0) {
                throw new StoreException("lost a conflict");
            }
            return result;
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

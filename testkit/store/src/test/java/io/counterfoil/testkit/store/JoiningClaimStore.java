package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.Map;
import java.util.Optional;

/** A store whose units of work join an outer one after {@link #join}. */
final class JoiningClaimStore implements ClaimStore {

    private final ClaimStore store;
    private boolean joins;

    JoiningClaimStore(ClaimStore store) {
        this.store = store;
    }

    /** Makes subsequent units join an outer one. */
    void join() {
        joins = true;
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return store.within(work);
    }

    @Override
    public boolean joins() {
        return joins;
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

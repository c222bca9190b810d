package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.Map;
import java.util.Optional;

/** A store that is as another one, save for what it overrides. */
interface ForwardingClaimStore extends ClaimStore {

    ClaimStore store();

    @Override
    default <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return store().within(work);
    }

    @Override
    default boolean joins() {
        return store().joins();
    }

    @Override
    default boolean isConflict(Throwable failure) {
        return store().isConflict(failure);
    }

    @Override
    default Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return store().find(key);
    }

    @Override
    default void count(Map<IdempotencyKey, Long> requests) {
        store().count(requests);
    }

    @Override
    default int purge(int limit) {
        return store().purge(limit);
    }
}

package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.UnitOfWork;

/** A store whose units are run again when they lost a conflict, as the engine does. */
record ConflictRetries(ClaimStore store) implements ForwardingClaimStore {

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
}

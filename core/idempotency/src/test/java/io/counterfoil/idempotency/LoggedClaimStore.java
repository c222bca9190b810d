package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RetainedRecord;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that remembers how it was called. Its units join an outer one when a test says so, and may lose conflicts. */
class LoggedClaimStore implements ClaimStore {

    /** The calls, by the names of the methods. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    /** What happens right after requests have been counted. */
    volatile Runnable afterCounting = () -> {};

    private final ClaimStore store;
    private volatile boolean joins;
    private final AtomicInteger conflictRetry = new AtomicInteger();

    LoggedClaimStore(ClaimStore store) {
        this.store = store;
    }

    /** From now on a unit is part of an outer one. */
    final void join() {
        joins = true;
    }

    /** The next so many units lose a conflict at their end. */
    final void conflict(int units) {
        conflictRetry.set(units);
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        calls.add("within");
        return store.within(claims -> {
            T result = work.run(new LoggedClaims(claims));
            if (conflictRetry.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new LostConflict();
            }
            return result;
        });
    }

    @Override
    public boolean joins() {
        return joins;
    }

    @Override
    public boolean isConflict(Throwable failure) {
        return failure instanceof LostConflict;
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        calls.add("find");
        return store.find(key);
    }

    @Override
    public Optional<RetainedRecord> findRetained(IdempotencyKey key) {
        calls.add("findRetained");
        return store.findRetained(key);
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        calls.add("count");
        store.count(requests);
        afterCounting.run();
    }

    @Override
    public int purge(int limit) {
        calls.add("purge");
        return store.purge(limit);
    }

    /** As a database tells of a serialization failure. */
    static final class LostConflict extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private final class LoggedClaims implements Claims {

        private final Claims claims;

        LoggedClaims(Claims claims) {
            this.claims = claims;
        }

        @Override
        public Claim claim(KeyedRequest request) {
            calls.add("claim");
            return claims.claim(request);
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            calls.add("complete");
            return claims.complete(lease, request, payload, retention);
        }

        @Override
        public boolean release(Lease lease) {
            calls.add("release");
            return claims.release(lease);
        }

        @Override
        public boolean hold(DataKey key) {
            calls.add("hold");
            return claims.hold(key);
        }
    }
}

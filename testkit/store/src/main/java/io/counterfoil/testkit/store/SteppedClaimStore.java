package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.CompletedClaim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports every step of a request to a listener, and otherwise behaves like the wrapped store.
 *
 * <p>Steps before and after a commit are reported for every key that was claimed or held in the unit, whatever the
 * result, in the order of first use. A unit that joins an outer unit adds its keys to it; if the outer transaction is
 * not this store's, its commit is not reported. Counting and purging are not reported. Thread-safe.
 */
public final class SteppedClaimStore implements ClaimStore {

    private final ClaimStore store;
    private final StepListener listener;

    @SuppressWarnings("ThreadLocalUsage") // the unit of one store, removed at its end
    private final ThreadLocal<Unit> units = new ThreadLocal<>();

    /**
     * Wraps a store.
     *
     * @param store the wrapped store
     * @param listener called at each step
     */
    public SteppedClaimStore(ClaimStore store, StepListener listener) {
        this.store = store;
        this.listener = listener;
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        boolean joins = store.joins();
        @Nullable Unit outer = units.get();
        if (outer != null && joins) {
            return store.within(claims -> work.run(new SteppedClaims(claims, outer)));
        }
        Unit unit = new Unit();
        units.set(unit);
        try {
            T result = store.within(claims -> {
                T done = work.run(new SteppedClaims(claims, unit));
                if (!joins) {
                    unit.reach(Step.BEFORE_COMMIT);
                }
                return done;
            });
            if (!joins) {
                unit.reach(Step.AFTER_COMMIT);
            }
            return result;
        } finally {
            if (outer == null) {
                units.remove();
            } else {
                units.set(outer);
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
    public boolean hasParts() {
        return store.hasParts();
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        listener.reached(Step.BEFORE_FIND, key);
        Optional<IdempotencyRecord> found = store.find(key);
        listener.reached(Step.AFTER_FIND, key);
        return found;
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        store.count(requests);
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }

    /** The keys that one unit of work of a thread has used, in the order of first use. */
    private static final class Unit {

        private final Set<UsedKey> touched = new LinkedHashSet<>();

        void use(UsedKey key) {
            touched.add(key);
        }

        void reach(Step step) {
            touched.forEach(key -> key.reach(step));
        }
    }

    /** A key of either kind; equal if the keys are equal. */
    private record UsedKey(StepListener listener, Object key) {

        void reach(Step step) {
            if (key instanceof DataKey data) {
                listener.reached(step, data);
            } else {
                listener.reached(step, (IdempotencyKey) key);
            }
        }
    }

    private final class SteppedClaims implements Claims {

        private final Claims claims;
        private final Unit unit;

        SteppedClaims(Claims claims, Unit unit) {
            this.claims = claims;
            this.unit = unit;
        }

        @Override
        public Claim claim(KeyedRequest request) {
            return stepped(request, () -> claims.claim(request));
        }

        @Override
        public Claim claim(KeyedRequest request, Payload result, Retention retention) {
            return stepped(request, () -> claims.claim(request, result, retention));
        }

        private Claim stepped(KeyedRequest request, Supplier<Claim> step) {
            UsedKey key = new UsedKey(listener, request.key());
            unit.use(key);
            key.reach(Step.BEFORE_CLAIM);
            Claim claim = step.get();
            key.reach(Step.AFTER_CLAIM);
            return claim;
        }

        @Override
        public List<Claim> claimAll(List<KeyedRequest> requests) {
            List<UsedKey> keys = requests.stream()
                    .map(request -> new UsedKey(listener, request.key()))
                    .toList();
            keys.forEach(unit::use);
            keys.forEach(key -> key.reach(Step.BEFORE_CLAIM));
            List<Claim> all = claims.claimAll(requests);
            keys.forEach(key -> key.reach(Step.AFTER_CLAIM));
            return all;
        }

        @Override
        public List<Settlement> completeAll(List<CompletedClaim> results) {
            results.forEach(result ->
                    listener.reached(Step.BEFORE_RECORD, result.lease().key()));
            List<Settlement> all = claims.completeAll(results);
            results.forEach(
                    result -> listener.reached(Step.AFTER_RECORD, result.lease().key()));
            return all;
        }

        @Override
        public <T, X extends Exception> T part(UnitOfWork<T, X> work) throws X {
            return claims.part(inner -> work.run(this));
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            listener.reached(Step.BEFORE_RECORD, lease.key());
            Settlement settlement = claims.complete(lease, request, payload, retention);
            listener.reached(Step.AFTER_RECORD, lease.key());
            return settlement;
        }

        @Override
        public boolean release(Lease lease) {
            listener.reached(Step.BEFORE_RELEASE, lease.key());
            boolean released = claims.release(lease);
            listener.reached(Step.AFTER_RELEASE, lease.key());
            return released;
        }

        @Override
        public boolean hold(DataKey data) {
            UsedKey key = new UsedKey(listener, data);
            unit.use(key);
            key.reach(Step.BEFORE_CLAIM);
            boolean held = claims.hold(data);
            key.reach(Step.AFTER_CLAIM);
            return held;
        }
    }
}

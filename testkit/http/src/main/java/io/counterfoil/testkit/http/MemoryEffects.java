package io.counterfoil.testkit.http;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Effects in memory. Inside a unit of a joined store, the effects of a thread are applied when the unit ends
 * successfully with its claim kept.
 */
final class MemoryEffects implements Effects {

    private static final ThreadLocal<@Nullable List<String>> PENDING = new ThreadLocal<>();

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    @Override
    public void happen(String name) {
        List<String> unit = PENDING.get();
        if (unit == null) {
            counts.merge(name, 1L, Long::sum);
        } else {
            unit.add(name);
        }
    }

    @Override
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    ClaimStore joining(ClaimStore store) {
        return new Joining(store);
    }

    private final class Joining implements ClaimStore {

        private final ClaimStore store;

        Joining(ClaimStore store) {
            this.store = store;
        }

        @Override
        public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
            List<String> mine = new ArrayList<>();
            PENDING.set(mine);
            try {
                return store.within(claims -> {
                    T result = work.run(new Undoing(claims, mine));
                    // Before the end of the unit, so that a visible record implies a visible effect.
                    mine.forEach(name -> counts.merge(name, 1L, Long::sum));
                    return result;
                });
            } finally {
                PENDING.remove();
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

    /** Discards the effects when the claim is released. */
    private record Undoing(Claims claims, List<String> work) implements Claims {

        @Override
        public Claim claim(KeyedRequest request) {
            return claims.claim(request);
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            return claims.complete(lease, request, payload, retention);
        }

        @Override
        public boolean release(Lease lease) {
            work.clear();
            return claims.release(lease);
        }

        @Override
        public boolean hold(DataKey key) {
            return claims.hold(key);
        }
    }
}

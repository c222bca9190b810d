package io.counterfoil.ledger.demo;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.util.function.Consumer;

/** A store that says which step a marked request has reached; one that is not marked passes unnoticed. */
final class PausingClaimStore implements ClaimStore {

    /** What the keys of a marked request begin with. */
    static final String MARK = "marked-";

    private static final ThreadLocal<Unit> UNITS = new ThreadLocal<>();

    private final ClaimStore store;
    private final Consumer<Step> reached;

    PausingClaimStore(ClaimStore store, Consumer<Step> reached) {
        this.store = store;
        this.reached = reached;
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        Unit outer = UNITS.get();
        if (outer != null) {
            return store.within(claims -> work.run(new PausingClaims(claims, outer)));
        }
        Unit unit = new Unit(reached);
        UNITS.set(unit);
        try {
            T result = store.within(claims -> {
                T done = work.run(new PausingClaims(claims, unit));
                unit.reach(Step.BEFORE_THE_COMMIT);
                return done;
            });
            unit.reach(Step.AFTER_THE_COMMIT);
            return result;
        } finally {
            UNITS.remove();
        }
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }

    /** The outermost unit of work of a thread. */
    private static final class Unit {

        private final Consumer<Step> reached;

        private boolean marked;

        Unit(Consumer<Step> reached) {
            this.reached = reached;
        }

        void see(RequestId key) {
            marked |= key.value().startsWith(MARK);
        }

        void reach(Step step) {
            if (marked) {
                reached.accept(step);
            }
        }
    }

    private record PausingClaims(Claims claims, Unit unit) implements Claims {

        @Override
        public Claim claim(KeyedRequest request) {
            unit.see(request.key().requestId());
            unit.reach(Step.BEFORE_THE_CLAIM);
            Claim claim = claims.claim(request);
            unit.reach(Step.AFTER_THE_CLAIM);
            return claim;
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            unit.reach(Step.BEFORE_THE_RECORD);
            return claims.complete(lease, request, payload, retention);
        }

        @Override
        public boolean release(Lease lease) {
            return claims.release(lease);
        }

        @Override
        public boolean hold(DataKey key) {
            unit.see(key.key());
            unit.reach(Step.BEFORE_THE_CLAIM);
            boolean held = claims.hold(key);
            unit.reach(Step.AFTER_THE_CLAIM);
            return held;
        }

        @Override
        public boolean joined() {
            return claims.joined();
        }
    }
}

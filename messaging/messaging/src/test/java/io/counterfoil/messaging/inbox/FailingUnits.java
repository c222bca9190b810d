package io.counterfoil.messaging.inbox;

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
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** A store whose units begin with an outage, or end with a conflict, so many times. For one thread. */
final class FailingUnits implements ClaimStore {

    private final ClaimStore store;
    int outages;
    int conflicts;
    int units;
    int parts;

    FailingUnits(ClaimStore store) {
        this.store = store;
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        units++;
        if (outages-- > 0) {
            throw new StoreException("beginning", new SQLException("gone", "08006"));
        }
        return store.within(claims -> {
            T result = work.run(new Counted(claims));
            if (conflicts-- > 0) {
                throw new StoreException("committing", new SQLException("conflict", "40001"));
            }
            return result;
        });
    }

    @Override
    public boolean joins() {
        return store.joins();
    }

    @Override
    public boolean hasParts() {
        return true;
    }

    @Override
    public boolean isConflict(Throwable failure) {
        return failure.getCause() instanceof SQLException cause && "40001".equals(cause.getSQLState());
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

    private final class Counted implements Claims {

        private final Claims claims;

        Counted(Claims claims) {
            this.claims = claims;
        }

        @Override
        public Claim claim(KeyedRequest request) {
            return claims.claim(request);
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            return claims.complete(lease, request, payload, retention);
        }

        @Override
        public <T, X extends Exception> T part(UnitOfWork<T, X> work) throws X {
            parts++;
            return claims.part(work);
        }

        @Override
        public boolean release(Lease lease) {
            return claims.release(lease);
        }

        @Override
        public boolean hold(DataKey key) {
            return claims.hold(key);
        }
    }
}

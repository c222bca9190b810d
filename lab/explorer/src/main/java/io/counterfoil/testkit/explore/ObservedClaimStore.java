package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** Makes every call of a transactional store a step. */
final class ObservedClaimStore implements ClaimStore, Observed {

    private final ClaimStore store;
    private final Run run;

    ObservedClaimStore(ClaimStore store, Run run) {
        this.store = store;
        this.run = run;
    }

    @Override
    public Idempotency engine(ScheduledExecutorService timer) {
        return Idempotency.on(this);
    }

    @Override
    public UnknownOutcomes unknownOutcomes() {
        throw new IllegalStateException("transactional mode has no unknown outcomes");
    }

    @Override
    public Optional<IdempotencyRecord> record(IdempotencyKey key) {
        return store.find(key);
    }

    @Override
    public boolean hasParts() {
        return store.hasParts();
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return run.finding(() -> store.find(key));
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        run.counting(() -> store.count(requests));
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }

    @Override
    public boolean joins() {
        return store.joins();
    }

    @Override
    public boolean isConflict(Throwable failure) {
        return !(failure instanceof Crash) && !(failure instanceof ScheduleEnd) && store.isConflict(failure);
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        Claimant who = run.acting();
        run.step("begins a unit of work", Kind.LOCAL);
        who.unit = new Unit();
        try {
            T result = store.within(claims -> inside(work, claims));
            run.committed();
            run.scheduler().answers();
            return result;
        } finally {
            who.unit = null;
            run.model().unitEnded(who);
        }
    }

    private <T, X extends Exception> T inside(UnitOfWork<T, X> work, Claims claims) throws X {
        try {
            T result = work.run(new ObservedClaims(claims));
            run.step("ends the unit of work", Kind.STORE);
            return result;
        } catch (ScheduleEnd cut) {
            throw cut;
        } catch (Throwable failure) {
            run.step("has its unit of work rolled back", Kind.ROLLBACK);
            throw failure;
        }
    }

    private final class ObservedClaims implements Claims {

        private final Claims claims;

        ObservedClaims(Claims claims) {
            this.claims = claims;
        }

        @Override
        public Claim claim(KeyedRequest request) {
            run.step("claims", Kind.STORE);
            Claim claim = claims.claim(request);
            run.result(run.model().claimed(run.acting(), claim, request, null));
            return claim;
        }

        @Override
        public List<Claim> claimAll(List<KeyedRequest> requests) {
            run.step("claims " + requests.size() + " keys", Kind.STORE);
            List<Claim> all = claims.claimAll(requests);
            StringBuilder words = new StringBuilder();
            for (int i = 0; i < all.size(); i++) {
                words.append(i == 0 ? "" : ", ").append(claimed(requests.get(i), all.get(i)));
            }
            run.result(words.toString());
            return all;
        }

        private String claimed(KeyedRequest request, Claim claim) {
            return request.key().equals(Run.KEY)
                    ? run.model().claimed(run.acting(), claim, request, null)
                    : claim.getClass().getSimpleName();
        }

        @Override
        public List<Settlement> completeAll(List<CompletedClaim> results) {
            run.step("completes " + results.size() + " keys", Kind.STORE);
            List<Settlement> all = claims.completeAll(results);
            for (int i = 0; i < all.size(); i++) {
                Lease lease = results.get(i).lease();
                if (lease.key().equals(Run.KEY)) {
                    run.model().wrote("complete", lease, all.get(i) == Settlement.RECORDED);
                }
            }
            run.result(all.toString());
            return all;
        }

        @Override
        public <T, X extends Exception> T part(UnitOfWork<T, X> work) throws X {
            Unit unit = run.acting().inUnit();
            Unit.Part part = unit.part();
            try {
                return claims.part(inner -> work.run(this));
            } catch (Throwable failure) {
                unit.undo(part);
                throw failure;
            }
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            run.step("completes", Kind.STORE);
            Settlement settlement = claims.complete(lease, request, payload, retention);
            run.model().wrote("complete", lease, settlement == Settlement.RECORDED);
            run.result(settlement.toString());
            return settlement;
        }

        @Override
        public boolean release(Lease lease) {
            run.step("releases", Kind.STORE);
            boolean released = claims.release(lease);
            run.acting().inUnit().releases();
            run.model().wrote("release", lease, released);
            if (released) {
                run.model().ended();
            }
            run.result(released ? "released" : "rejected");
            return released;
        }

        @Override
        public boolean hold(DataKey key) {
            run.step("holds a data key", Kind.STORE);
            boolean held = claims.hold(key);
            run.result(held ? "held" : "held by another");
            return held;
        }
    }
}

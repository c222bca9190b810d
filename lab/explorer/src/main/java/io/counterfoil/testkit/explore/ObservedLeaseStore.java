package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** Makes every call of a lease store a step. */
final class ObservedLeaseStore implements LeaseStore, Observed {

    private final LeaseStore store;
    private final Run run;

    ObservedLeaseStore(LeaseStore store, Run run) {
        this.store = store;
        this.run = run;
    }

    @Override
    public Idempotency engine(ScheduledExecutorService timer) {
        return Idempotency.builder(this, run.scenario().leases()).timer(timer).build();
    }

    @Override
    public UnknownOutcomes unknownOutcomes() {
        return new UnknownOutcomes(
                this, IdempotencyPolicy.DEFAULT.withRetention(records -> records.withNamed(Retention.FOREVER)));
    }

    @Override
    public Optional<IdempotencyRecord> record(IdempotencyKey key) {
        return store.find(key);
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
    public Claim lease(KeyedRequest request, Duration duration, boolean takeOver) {
        run.step("claims a lease", Kind.STORE);
        Claim claim = store.lease(request, duration, takeOver);
        run.result(run.model().claimed(run.acting(), claim, request, duration));
        return claim;
    }

    @Override
    public boolean renew(Lease lease, Duration duration) {
        run.step("renews its lease", Kind.STORE);
        boolean renewed = store.renew(lease, duration);
        return wrote(
                "renew",
                lease,
                renewed,
                () -> run.model().runs(duration),
                () -> run.acting().isOvertaken());
    }

    @Override
    public boolean save(Lease lease, Payload progress) {
        run.step("saves its progress", Kind.STORE);
        return wrote(
                "save", lease, store.save(lease, progress), () -> run.acting().hasSaved());
    }

    @Override
    public Settlement complete(Lease lease, Payload payload, Retention retention) {
        run.step("completes", Kind.STORE);
        Settlement settlement = store.complete(lease, payload, retention);
        wrote("complete", lease, settlement == Settlement.RECORDED, () -> {
            run.model().ended();
            run.require(
                    record().isPresent(),
                    Property.NOTHING_LOST,
                    () -> "the result was recorded, and there is no record");
        });
        return settlement;
    }

    @Override
    public boolean release(Lease lease) {
        run.step("releases its lease", Kind.STORE);
        return wrote("release", lease, store.release(lease), () -> run.model().ended());
    }

    @Override
    public boolean abandon(Lease lease) {
        run.step("abandons its lease", Kind.STORE);
        return wrote("abandon", lease, store.abandon(lease), () -> run.model().runs(Duration.ZERO));
    }

    @Override
    public Optional<Lease> takeOver(IdempotencyKey key, Duration duration) {
        run.step("takes over the expired lease", Kind.STORE);
        Optional<Lease> lease = store.takeOver(key, duration);
        run.result(run.model().tookOver(run.acting(), lease, duration));
        return lease;
    }

    private boolean wrote(String what, Lease lease, boolean taken, Runnable then) {
        return wrote(what, lease, taken, then, () -> {});
    }

    private boolean wrote(String what, Lease lease, boolean taken, Runnable then, Runnable otherwise) {
        run.model().wrote(what, lease, taken);
        (taken ? then : otherwise).run();
        run.result(taken ? "done" : "rejected");
        return taken;
    }
}

package io.counterfoil.testkit.failover;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Resolution;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The engine on the two services of a store. */
final class EngineTarget implements LoadTarget {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration WAIT_LIMIT = Duration.ofSeconds(2);

    private final ReplicatedStore store;
    private final LoadMode mode;
    private final List<ReplicatedService> services;
    private final List<Idempotency> engines;
    private final ExternalSystem external = new ExternalSystem();
    private final AtomicLong executions = new AtomicLong();

    EngineTarget(ReplicatedStore store, LoadMode mode) throws Exception {
        this.store = store;
        this.mode = mode;
        this.services = List.of(store.service(0), store.service(1));
        this.engines = services.stream().map(this::engine).toList();
    }

    private Idempotency engine(ReplicatedService service) {
        Idempotency engine = mode == LoadMode.TRANSACTIONAL
                ? service.transactional()
                : service.lease(new LeasePolicy(LEASE, OnExpiry.UNKNOWN));
        return engine.with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(WAIT_LIMIT)));
    }

    @Override
    public Ending attempt(int service, String intention) throws Exception {
        Outcome<String> outcome = engines.get(service)
                .execute(
                        IdempotencyKey.of("shop", "POST /transfers", intention),
                        Fingerprint.of(intention.getBytes(StandardCharsets.UTF_8)),
                        PayloadCodec.TEXT,
                        action(intention, services.get(service)));
        return outcome.match(
                executed -> new Ending.Acknowledged(executed.value()),
                replayed -> new Ending.Acknowledged(replayed.value()),
                rejected -> rejected instanceof Outcome.UnknownOutcome
                        ? new Ending.OutcomeUnknown()
                        : new Ending.Unfinished(rejected.getClass().getSimpleName()));
    }

    private Action<String, Exception> action(String intention, ReplicatedService service) {
        if (mode == LoadMode.TRANSACTIONAL) {
            return execution -> {
                service.effect(intention);
                return Completion.remember("execution " + executions.incrementAndGet());
            };
        }
        Action<String, Exception> transfer =
                execution -> Completion.remember(external.transfer(intention, execution.token()));
        return mode == LoadMode.LEASE
                ? transfer
                : transfer.resolvedBy(execution -> external.find(intention, execution.token())
                        .<Resolution<String>>map(Resolution::happened)
                        .orElseGet(Resolution::didNotHappen));
    }

    @Override
    public Map<String, Integer> effects() throws Exception {
        return mode == LoadMode.TRANSACTIONAL ? store.effects() : external.effects();
    }
}

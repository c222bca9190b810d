package io.counterfoil.springboot.observe;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts what happens in the engine. Every meter is there from the start, at zero; no tag carries a key, a client or an
 * operation. Thread-safe.
 *
 * <p>All names begin with {@value #PREFIX}: {@code executions} (tags {@code stored} and {@code mode}), {@code
 * actions.failed} (tag {@code mode}), {@code replays}, {@code replay.cache.hits},
 * {@code waits} (a timer), {@code rejected} (tag {@code reason}), {@code duplicates.unexpected}, {@code results.too.large},
 * {@code conflicts} (tag {@code key}: request or data), {@code leases.taken.over}, {@code leases.renewals.failed} (tag
 * {@code cause}: lost or store), {@code fenced.off}, {@code counting.failed}, {@code purged} (tag {@code rows}: records,
 * operations, and so on), {@code purging.failed}.
 */
public final class MicrometerIdempotencyListener implements IdempotencyListener {

    /** What every name begins with. */
    public static final String PREFIX = "counterfoil.idempotency.";

    private final Map<Class<?>, Consumer<IdempotencyEvent>> meters = new HashMap<>();

    /** Counts in this registry. */
    public MicrometerIdempotencyListener(MeterRegistry registry) {
        executions(registry);
        rejected(registry);
        actionsFailed(registry);
        Counter replays = registry.counter(PREFIX + "replays");
        on(IdempotencyEvent.Replayed.class, event -> replays.increment());
        count(IdempotencyEvent.ReplayCacheHit.class, registry, "replay.cache.hits");
        Timer waits = registry.timer(PREFIX + "waits");
        on(IdempotencyEvent.Waited.class, event -> waits.record(event.spent()));
        count(IdempotencyEvent.UnexpectedDuplicate.class, registry, "duplicates.unexpected");
        count(IdempotencyEvent.ResultTooLarge.class, registry, "results.too.large");
        count(IdempotencyEvent.ConflictRetried.class, registry, "conflicts", "key", "request");
        count(IdempotencyEvent.DataConflictRetried.class, registry, "conflicts", "key", "data");
        count(IdempotencyEvent.LeaseTakenOver.class, registry, "leases.taken.over");
        Counter lost = registry.counter(PREFIX + "leases.renewals.failed", "cause", "lost");
        Counter unreachable = registry.counter(PREFIX + "leases.renewals.failed", "cause", "store");
        on(
                IdempotencyEvent.RenewalFailed.class,
                event -> (event.failure().isPresent() ? unreachable : lost).increment());
        count(IdempotencyEvent.FencedOff.class, registry, "fenced.off");
        count(IdempotencyEvent.CountingFailed.class, registry, "counting.failed");
        registry.counter(PREFIX + "purged", "rows", "records");
        on(
                IdempotencyEvent.Purged.class,
                event -> registry.counter(PREFIX + "purged", "rows", event.rows())
                        .increment(event.removed()));
        count(IdempotencyEvent.PurgingFailed.class, registry, "purging.failed");
    }

    private void executions(MeterRegistry registry) {
        Map<String, Counter> executions = new HashMap<>();
        for (Outcome.Stored stored : Outcome.Stored.values()) {
            for (CommitMode mode : CommitMode.values()) {
                executions.put(
                        stored + " " + mode,
                        registry.counter(
                                PREFIX + "executions", "stored", tag(stored.name()), "mode", tag(mode.name())));
            }
        }
        on(IdempotencyEvent.Executed.class, event -> increment(executions, event.stored() + " " + event.mode()));
    }

    private void actionsFailed(MeterRegistry registry) {
        Map<String, Counter> modes = new HashMap<>();
        for (CommitMode mode : CommitMode.values()) {
            modes.put(mode.name(), registry.counter(PREFIX + "actions.failed", "mode", tag(mode.name())));
        }
        on(
                IdempotencyEvent.ActionFailed.class,
                event -> increment(modes, event.mode().name()));
    }

    private void rejected(MeterRegistry registry) {
        Map<String, Counter> reasons = new HashMap<>();
        for (Class<?> reason : Outcome.Rejected.class.getPermittedSubclasses()) {
            String snake = tag(reason.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_"));
            reasons.put(reason.getName(), registry.counter(PREFIX + "rejected", "reason", snake));
        }
        on(
                IdempotencyEvent.Rejected.class,
                event -> increment(reasons, event.outcome().getClass().getName()));
    }

    private static void increment(Map<String, Counter> counters, String key) {
        Counter counter = counters.get(key);
        if (counter != null) {
            counter.increment();
        }
    }

    private static String tag(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void count(Class<? extends IdempotencyEvent> type, MeterRegistry registry, String name, String... tags) {
        Counter counter = registry.counter(PREFIX + name, tags);
        on(type, event -> counter.increment());
    }

    private <E extends IdempotencyEvent> void on(Class<E> type, Consumer<E> meter) {
        meters.put(type, event -> meter.accept(type.cast(event)));
    }

    @Override
    public void on(IdempotencyEvent event) {
        Consumer<IdempotencyEvent> meter = meters.get(event.getClass());
        if (meter != null) {
            meter.accept(event);
        }
    }
}

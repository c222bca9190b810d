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

    private static final String CONFLICTS = "Transactions that lost a conflict and were repeated";
    private static final String RENEWALS = "Renewals of leases that failed";
    private static final String PURGED = "Expired rows that were removed";

    private final Map<Class<?>, Consumer<IdempotencyEvent>> meters = new HashMap<>();

    /**
     * Makes a listener, and registers its meters.
     *
     * @param registry counts the outcomes
     */
    public MicrometerIdempotencyListener(MeterRegistry registry) {
        executions(registry);
        rejected(registry);
        actionsFailed(registry);
        count(IdempotencyEvent.Replayed.class, registry, "replays", "Duplicates that were answered from the record");
        count(
                IdempotencyEvent.ReplayCacheHit.class,
                registry,
                "replay.cache.hits",
                "Requests whose record was in memory");
        Timer waits = Timer.builder(PREFIX + "waits")
                .description("Duplicates that waited for their original")
                .register(registry);
        on(IdempotencyEvent.Waited.class, event -> waits.record(event.spent()));
        count(
                IdempotencyEvent.UnexpectedDuplicate.class,
                registry,
                "duplicates.unexpected",
                "Duplicates that no retry explains");
        count(
                IdempotencyEvent.ResultTooLarge.class,
                registry,
                "results.too.large",
                "Results that are too large to be stored");
        count(IdempotencyEvent.ConflictRetried.class, registry, "conflicts", CONFLICTS, "key", "request");
        count(IdempotencyEvent.DataConflictRetried.class, registry, "conflicts", CONFLICTS, "key", "data");
        count(
                IdempotencyEvent.LeaseTakenOver.class,
                registry,
                "leases.taken.over",
                "Expired leases that another process took over");
        Counter lost = counter(registry, "leases.renewals.failed", RENEWALS, "cause", "lost");
        Counter unreachable = counter(registry, "leases.renewals.failed", RENEWALS, "cause", "store");
        on(
                IdempotencyEvent.RenewalFailed.class,
                event -> (event.failure().isPresent() ? unreachable : lost).increment());
        count(
                IdempotencyEvent.FencedOff.class,
                registry,
                "fenced.off",
                "Writes of a former owner that the store rejected");
        count(
                IdempotencyEvent.CountingFailed.class,
                registry,
                "counting.failed",
                "Batches of duplicate counts that could not be written");
        counter(registry, "purged", PURGED, "rows", "records");
        on(
                IdempotencyEvent.Purged.class,
                event -> counter(registry, "purged", PURGED, "rows", event.rows())
                        .increment(event.removed()));
        count(
                IdempotencyEvent.PurgingFailed.class,
                registry,
                "purging.failed",
                "Removals of one kind of rows that failed");
    }

    private void executions(MeterRegistry registry) {
        Map<String, Counter> executions = new HashMap<>();
        for (Outcome.Stored stored : Outcome.Stored.values()) {
            for (CommitMode mode : CommitMode.values()) {
                executions.put(
                        stored + " " + mode,
                        counter(
                                registry,
                                "executions",
                                "Executed requests",
                                "stored",
                                tag(stored.name()),
                                "mode",
                                tag(mode.name())));
            }
        }
        on(IdempotencyEvent.Executed.class, event -> increment(executions, event.stored() + " " + event.mode()));
    }

    private void actionsFailed(MeterRegistry registry) {
        Map<String, Counter> modes = new HashMap<>();
        for (CommitMode mode : CommitMode.values()) {
            modes.put(
                    mode.name(),
                    counter(
                            registry,
                            "actions.failed",
                            "Work that ended with an exception or a response from 500 up",
                            "mode",
                            tag(mode.name())));
        }
        on(
                IdempotencyEvent.ActionFailed.class,
                event -> increment(modes, event.mode().name()));
    }

    private void rejected(MeterRegistry registry) {
        Map<String, Counter> reasons = new HashMap<>();
        for (Class<?> reason : Outcome.Rejected.class.getPermittedSubclasses()) {
            String snake = tag(reason.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_"));
            reasons.put(reason.getName(), counter(registry, "rejected", "Rejected requests", "reason", snake));
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

    private void count(
            Class<? extends IdempotencyEvent> type,
            MeterRegistry registry,
            String name,
            String description,
            String... tags) {
        Counter counter = counter(registry, name, description, tags);
        on(type, event -> counter.increment());
    }

    private static Counter counter(MeterRegistry registry, String name, String description, String... tags) {
        return Counter.builder(PREFIX + name)
                .description(description)
                .tags(tags)
                .register(registry);
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

package io.counterfoil.springboot.observe;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.springboot.internal.StoreReading;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The gauges of what waits: in the store, up to {@value RecordBacklog#MAX_LIMIT} of each kind, NaN where the store has no directory or cannot be
 * read; and of the executions in this process.
 */
final class RecordGauges {

    private static final String UP_TO = ", at most " + RecordBacklog.MAX_LIMIT;

    private final MeterRegistry registry;

    /**
     * @param directory looked up at each reading
     * @param executing what runs in this process
     */
    RecordGauges(MeterRegistry registry, Supplier<RecordDirectory> directory, Supplier<AgedCount> executing) {
        this.registry = registry;
        StoreReading<RecordBacklog> store =
                new StoreReading<>("records", () -> directory.get().backlog(RecordBacklog.MAX_LIMIT));
        stored("outcomes.unknown", "Requests whose outcome is unknown" + UP_TO, store, RecordBacklog::unknown);
        stored(
                "leases.open",
                "Requests in progress under a lease, in any process" + UP_TO,
                store,
                RecordBacklog::inProgress);
        stored("records.expired", "Expired records that are not purged yet" + UP_TO, store, RecordBacklog::expired);
        gauges(
                "executions.open",
                "Executions that run in this process",
                number -> number.applyAsDouble(executing.get()));
    }

    private void stored(
            String name, String what, StoreReading<RecordBacklog> store, Function<RecordBacklog, AgedCount> part) {
        gauges(name, what, number -> store.number(backlog -> number.applyAsDouble(part.apply(backlog))));
    }

    private void gauges(String name, String what, ToDoubleFunction<ToDoubleFunction<AgedCount>> reading) {
        String full = MicrometerIdempotencyListener.PREFIX + name;
        Gauge.builder(full, () -> reading.applyAsDouble(AgedCount::count))
                .description(what)
                .register(registry);
        Gauge.builder(full + ".oldest.age", () -> reading.applyAsDouble(RecordGauges::seconds))
                .description("The age of the oldest of them")
                .baseUnit("seconds")
                .register(registry);
    }

    private static double seconds(AgedCount counted) {
        return Math.max(0, counted.oldest().toMillis()) / 1000.0;
    }
}

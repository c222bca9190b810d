package io.counterfoil.springboot.observe;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.springboot.internal.StoreReading;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The gauges of what waits: in the stores, up to {@value RecordBacklog#MAX_LIMIT} of each kind, NaN where a store cannot be read; and of the
 * executions in this process. Where no store has a directory of its records there are those of this process only.
 */
final class RecordGauges {

    private static final String UP_TO = ", at most " + RecordBacklog.MAX_LIMIT;

    private final MeterRegistry registry;
    private final List<Meter> stored = new CopyOnWriteArrayList<>();

    /**
     * @param backlog what waits, read when it is asked for; empty where no store tells
     * @param executing what runs in this process
     */
    RecordGauges(MeterRegistry registry, Supplier<Optional<RecordBacklog>> backlog, Supplier<AgedCount> executing) {
        this.registry = registry;
        StoreReading<Optional<RecordBacklog>> store = new StoreReading<>("records", backlog);
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
            String name,
            String what,
            StoreReading<Optional<RecordBacklog>> store,
            Function<RecordBacklog, AgedCount> part) {
        stored.addAll(gauges(
                name,
                what,
                number -> store.number(
                        backlog -> backlog.map(part).map(number::applyAsDouble).orElseGet(this::none))));
    }

    /** Which stores there are is known at the first reading: an alert takes a gauge that is NaN for a store that cannot be read. */
    private double none() {
        stored.forEach(registry::remove);
        return Double.NaN;
    }

    private List<Meter> gauges(String name, String what, ToDoubleFunction<ToDoubleFunction<AgedCount>> reading) {
        String full = MicrometerIdempotencyListener.PREFIX + name;
        return List.of(
                Gauge.builder(full, () -> reading.applyAsDouble(AgedCount::count))
                        .description(what)
                        .register(registry),
                Gauge.builder(full + ".oldest.age", () -> reading.applyAsDouble(RecordGauges::seconds))
                        .description("The age of the oldest of them")
                        .baseUnit("seconds")
                        .register(registry));
    }

    private static double seconds(AgedCount counted) {
        return Math.max(0, counted.oldest().toMillis()) / 1000.0;
    }
}

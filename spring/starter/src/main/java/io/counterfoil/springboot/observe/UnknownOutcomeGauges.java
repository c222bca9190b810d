package io.counterfoil.springboot.observe;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.springboot.internal.StoreReading;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** The gauges of unknown outcomes, as far as a page of them goes. NaN where the store has no directory, or cannot be read. */
final class UnknownOutcomeGauges {

    private static final int MOST_COUNTED = 100;

    /** @param directory looked up at each reading */
    UnknownOutcomeGauges(MeterRegistry registry, Supplier<RecordDirectory> directory) {
        StoreReading<RecordPage> unknown = new StoreReading<>(
                "unknown outcomes",
                () -> directory
                        .get()
                        .list(RecordQuery.ALL.in(RecordState.UNKNOWN).atMost(MOST_COUNTED)));
        String name = MicrometerIdempotencyListener.PREFIX + "outcomes.unknown";
        Gauge.builder(name, () -> unknown.number(page -> page.entries().size()))
                .description("Requests whose outcome is unknown, at most " + MOST_COUNTED)
                .register(registry);
        Gauge.builder(name + ".oldest.age", () -> unknown.number(UnknownOutcomeGauges::oldest))
                .description("How long ago the oldest of them was received")
                .baseUnit("seconds")
                .register(registry);
    }

    private static double oldest(RecordPage page) {
        return page.entries().stream()
                .findFirst()
                .map(first -> Duration.between(first.firstReceived(), Instant.now()))
                .map(age -> Math.max(0, age.toMillis()) / 1000.0)
                .orElse(0.0);
    }
}

package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.springboot.observe.MicrometerIdempotencyListener;
import io.counterfoil.springboot.settings.ReplayCache;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** Every event moves one meter, and no meter has more series than the enumerations behind its tags. */
class MicrometerIdempotencyListenerTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerIdempotencyListener listener = new MicrometerIdempotencyListener(registry);

    @Test
    void everyEvent_isCountedUnderItsName() {
        Events.all().forEach(listener::on);

        assertThat(moved())
                .isEqualTo(Map.ofEntries(
                        Map.entry("executions mode=own_transaction stored=result", 1.0),
                        Map.entry("actions.failed mode=own_transaction", 1.0),
                        Map.entry("actions.failed mode=lease", 1.0),
                        Map.entry("replays", 1.0),
                        Map.entry("replay.cache.hits", 1.0),
                        Map.entry("duplicates.unexpected", 1.0),
                        Map.entry("waits", 1.0),
                        Map.entry("rejected reason=too_many_in_progress", 1.0),
                        Map.entry("results.too.large", 1.0),
                        Map.entry("conflicts key=request", 1.0),
                        Map.entry("conflicts key=data", 1.0),
                        Map.entry("leases.taken.over", 1.0),
                        Map.entry("leases.renewals.failed cause=lost", 1.0),
                        Map.entry("leases.renewals.failed cause=store", 1.0),
                        Map.entry("fenced.off", 1.0),
                        Map.entry("counting.failed", 1.0),
                        Map.entry("purged rows=records", 40.0),
                        Map.entry("purging.failed", 1.0)));
        assertThat(registry.get("counterfoil.idempotency.waits").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(30);
    }

    @Test
    void eventsOfTheTest_areAllThereAre() {
        assertThat(Events.all())
                .extracting(event -> (Object) event.getClass())
                .containsAll(Arrays.asList(IdempotencyEvent.class.getPermittedSubclasses()));
    }

    @Test
    void everyReason_hasASeriesFromTheStart() {
        assertThat(registry.find("counterfoil.idempotency.rejected").counters())
                .extracting(counter -> counter.getId().getTag("reason"))
                .containsExactlyInAnyOrder(
                        "in_progress",
                        "payload_mismatch",
                        "result_not_stored",
                        "unknown_outcome",
                        "too_many_in_progress",
                        "not_admitted")
                .hasSameSizeAs(Outcome.Rejected.class.getPermittedSubclasses());
        assertThat(registry.find("counterfoil.idempotency.executions").counters())
                .hasSize(12);
        assertThat(registry.getMeters()).hasSize(35);
    }

    private Map<String, Double> moved() {
        Map<String, Double> moved = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            double count = meter.measure().iterator().next().getValue();
            if (count > 0) {
                StringBuilder name = new StringBuilder(
                        meter.getId().getName().substring(MicrometerIdempotencyListener.PREFIX.length()));
                for (Tag tag : meter.getId().getTags()) {
                    name.append(' ').append(tag.getKey()).append('=').append(tag.getValue());
                }
                moved.put(name.toString(), count);
            }
        }
        return moved;
    }

    @Configuration(proxyBeanMethods = false)
    static class Registry {

        @Bean
        SimpleMeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    @Test
    @Timeout(600)
    void runningApplication_countsInItsOwnRegistry() throws Exception {
        Database database = TestPostgres.freshDatabase();
        RunningApplication.createBookings(database);
        try (RunningApplication application =
                RunningApplication.start(database, List.of(SampleApplication.class, Registry.class))) {
            application.post("/book", "k", "Idempotency-Attempt", "1");
            application.post("/book", "k", "Idempotency-Attempt", "1");
            application.postBody("/book", "k", "other");

            SimpleMeterRegistry own = application.bean(SimpleMeterRegistry.class);
            assertThat(own.get("counterfoil.idempotency.executions")
                            .tags("stored", "result", "mode", "own_transaction")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(own.get("counterfoil.idempotency.replays").counter().count())
                    .isEqualTo(1);
            assertThat(own.get("counterfoil.idempotency.duplicates.unexpected")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(own.get("counterfoil.idempotency.rejected")
                            .tag("reason", "payload_mismatch")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    static class Cached {

        @Bean
        ReplayCache replayCache() {
            return new ReplayCache(DataSize.ofMegabytes(1), Duration.ofMinutes(1));
        }
    }

    @Test
    @Timeout(600)
    @org.junit.jupiter.api.Tag("RQ-7")
    void replayFromMemory_isAReplay_andAHit() throws Exception {
        Database database = TestPostgres.freshDatabase();
        RunningApplication.createBookings(database);
        try (RunningApplication application =
                RunningApplication.start(database, List.of(SampleApplication.class, Registry.class, Cached.class))) {
            for (int i = 0; i < 3; i++) {
                application.post("/book", "k");
            }

            SimpleMeterRegistry own = application.bean(SimpleMeterRegistry.class);
            assertThat(own.get("counterfoil.idempotency.replays").counter().count())
                    .isEqualTo(2);
            assertThat(own.get("counterfoil.idempotency.replay.cache.hits")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(application.bookings()).isOne();
        }
    }
}

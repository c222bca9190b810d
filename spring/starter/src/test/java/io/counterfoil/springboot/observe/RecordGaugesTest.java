package io.counterfoil.springboot.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.time.SettableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the gauges show of a store, and of this process. */
@Tag("OB-1")
class RecordGaugesTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private void register(Supplier<RecordDirectory> directory) {
        AgedCount running = new AgedCount(3, Duration.ofMillis(2500));
        new RecordGauges(registry, () -> Optional.of(directory.get().backlog(RecordBacklog.MAX_LIMIT)), () -> running);
    }

    private Lease lease(String id) {
        KeyedRequest request = new KeyedRequest(
                IdempotencyKey.of("shop", "POST /book", id), Fingerprint.of(new byte[0]), Optional.empty());
        return ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();
    }

    private void expire(String id) {
        store.complete(lease(id), new Payload((short) 1, new byte[0]), Retention.of(MINUTE));
    }

    private double value(String name) {
        return registry.get("counterfoil.idempotency." + name).gauge().value();
    }

    private double age(String name) {
        return value(name + ".oldest.age");
    }

    @Test
    void requestsInProgress_areCounted_withTheAgeOfTheOldest() {
        lease("a");
        clock.advance(MINUTE);
        lease("b");
        register(() -> store);

        assertThat(value("leases.open")).isEqualTo(2);
        assertThat(age("leases.open")).isEqualTo(60);
    }

    @Test
    void unknownOutcomes_areCounted_withTheAgeOfTheOldest() {
        store.abandon(lease("a"));
        clock.advance(MINUTE);
        store.abandon(lease("b"));
        register(() -> store);

        assertThat(value("outcomes.unknown")).isEqualTo(2);
        assertThat(age("outcomes.unknown")).isEqualTo(60);
    }

    @Test
    void expiredRecords_areCounted_withTheDelayOfThePurge() {
        expire("a");
        expire("b");
        clock.advance(MINUTE.multipliedBy(3));
        register(() -> store);

        assertThat(value("records.expired")).isEqualTo(2);
        assertThat(age("records.expired")).isEqualTo(120);
    }

    @Test
    void executionsOfThisProcess_areCounted_withTheAgeOfTheOldest() {
        register(() -> store);

        assertThat(value("executions.open")).isEqualTo(3);
        assertThat(age("executions.open")).isEqualTo(2.5);
    }

    @Test
    void storeThatFails_isNaN_andThisProcessIsNot() {
        register(() -> {
            throw new StoreException("gone for lunch");
        });

        assertThat(value("records.expired")).isNaN();
        assertThat(value("leases.open")).isNaN();
        assertThat(value("executions.open")).isEqualTo(3);
    }

    /** A gauge that is NaN would be an alert. */
    @Test
    void storesWithoutADirectory_haveNoGauges() {
        new RecordGauges(registry, Optional::empty, () -> AgedCount.NONE);
        assertThat(value("outcomes.unknown")).isNaN();

        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getName())
                .containsExactlyInAnyOrder(
                        "counterfoil.idempotency.executions.open",
                        "counterfoil.idempotency.executions.open.oldest.age");
    }
}

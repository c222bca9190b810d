package io.counterfoil.springboot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.springboot.internal.HealthDetail;
import io.counterfoil.springboot.records.Overview;
import io.counterfoil.testkit.time.SettableClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

@Timeout(600)
class CounterfoilHealthIndicatorTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));

    /** A directory that answers every list with this. */
    private record Answering(Supplier<RecordPage> page) implements RecordDirectory {

        @Override
        public RecordPage list(RecordQuery query) {
            return page.get();
        }

        @Override
        public Optional<RecordDetail> look(IdempotencyKey key) {
            return Optional.empty();
        }

        @Override
        public RecordBacklog backlog(int limit) {
            throw new UnsupportedOperationException();
        }
    }

    private void stuck(int requests) {
        for (int i = 0; i < requests; i++) {
            KeyedRequest request = new KeyedRequest(
                    IdempotencyKey.of("shop", "POST /book", "k-" + i), Fingerprint.of(new byte[0]), Optional.empty());
            store.abandon(((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease());
        }
    }

    @Test
    void detailsOfOtherFeatures_areShown_whatTheyAre() {
        HealthDetail known = new Detail("outbox", Optional.of(Map.of("waiting", 2)));
        HealthDetail unknown = new Detail("inbox", Optional.empty());

        Health health = new CounterfoilHealthIndicator(store, Optional.empty(), LONG, List.of(known, unknown)).health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .containsEntry("outbox", Map.of("waiting", 2))
                .doesNotContainKey("inbox");
    }

    private record Detail(String name, Optional<Map<String, Object>> read) implements HealthDetail {}

    @Test
    void unknownOutcomes_areADetail_asFarAsTheyAreCounted() {
        CounterfoilHealthIndicator health = new CounterfoilHealthIndicator(store, Optional.empty(), LONG, List.of());
        assertThat(health.health())
                .returns(Status.UP, Health::getStatus)
                .returns(Map.of("unknownOutcomes", Map.of("count", 0, "more", false)), Health::getDetails);

        stuck(Overview.MOST_COUNTED + 1);

        assertThat(health.health())
                .returns(Status.UP, Health::getStatus)
                .returns(
                        Map.of(
                                "unknownOutcomes",
                                Map.of("count", 100, "more", true, "oldestReceived", "2026-01-01T00:00:00Z")),
                        Health::getDetails);
    }

    @Test
    void storeThatFails_isDown() {
        RecordDirectory failing = new Answering(() -> {
            throw new StoreException("no such table");
        });

        Health health = new CounterfoilHealthIndicator(failing, Optional.empty(), LONG, List.of()).health();

        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("error")).asString().contains("no such table");
    }

    @Test
    void storeThatIsBroken_isDown_andIsAskedAgain() {
        AtomicInteger asked = new AtomicInteger();
        RecordDirectory broken = new Answering(() -> {
            throw new NoClassDefFoundError("missing " + asked.incrementAndGet());
        });
        CounterfoilHealthIndicator health = new CounterfoilHealthIndicator(broken, Optional.empty(), LONG, List.of());

        for (int i = 1; i <= 2; i++) {
            assertThat(health.health().getDetails().get("error")).asString().contains("missing " + i);
        }
    }

    @Test
    void storeThatHangs_isDown_andIsAskedOnceAtATime() throws Exception {
        CountDownLatch hang = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        RecordDirectory hanging = new Answering(() -> {
            asked.incrementAndGet();
            await(hang);
            return new RecordPage(List.of(), Optional.empty());
        });
        CounterfoilHealthIndicator health = new CounterfoilHealthIndicator(hanging, Optional.empty(), SHORT, List.of());

        for (int i = 0; i < 3; i++) {
            assertThat(health.health())
                    .returns(Status.DOWN, Health::getStatus)
                    .returns(Map.of("error", "the store of records did not answer within PT0.02S"), Health::getDetails);
        }
        assertThat(asked).hasValueLessThanOrEqualTo(1);
        hang.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException interruption) {
            throw new AssertionError(interruption);
        }
    }

    @Test
    void storeThatAnswersAgain_isUp() {
        AtomicInteger asked = new AtomicInteger();
        RecordDirectory recovering = new Answering(() -> {
            if (asked.incrementAndGet() == 1) {
                throw new StoreException("gone for lunch");
            }
            return new RecordPage(List.of(), Optional.empty());
        });
        CounterfoilHealthIndicator health =
                new CounterfoilHealthIndicator(recovering, Optional.empty(), LONG, List.of());

        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void purgeThatFails_isADetail() throws Exception {
        RecordStore broken = (RecordStore) Proxy.newProxyInstance(
                RecordStore.class.getClassLoader(), new Class<?>[] {RecordStore.class}, (self, method, arguments) -> {
                    throw new StoreException("no right to delete");
                });
        // A round has failed for the health when the next one begins: its events come before its end.
        CountDownLatch failed = new CountDownLatch(2);
        IdempotencyListener listener = event -> failed.countDown();
        try (Purge purge = new Purge(List.of(ExpiredRows.of(broken)), Duration.ofMillis(1), 1, listener)) {
            await(failed);

            Health health = new CounterfoilHealthIndicator(store, Optional.of(purge), LONG, List.of()).health();

            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("purge", Map.of("failing", true, "failure", "no right to delete"));
        }
    }
}

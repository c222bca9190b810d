package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.payload;
import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Tag("RQ-17")
class PurgeTest {

    private static final Duration INTERVAL = Duration.ofMillis(1);

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final LeaseStoreWithFaults store = new LeaseStoreWithFaults(new InMemoryStore(clock));
    private final Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();

    private void record(int records) {
        for (int i = 0; i < records; i++) {
            KeyedRequest request = request(freshKey(), "contents");
            Claim claim = store.lease(request, Duration.ofHours(1), false);
            store.complete(((Claim.Acquired) claim).lease(), payload("answer"), Retention.of(Duration.ofDays(1)));
        }
        clock.advance(Duration.ofDays(1));
    }

    @Test
    void round_goesOnBatchByBatch_untilNothingExpiredIsLeft() throws Exception {
        record(25);
        CountDownLatch lastBatch = new CountDownLatch(3);

        try (Purge purge = new Purge(List.of(ExpiredRows.of(store)), INTERVAL, 10, event -> {
            events.add(event);
            lastBatch.countDown();
        })) {
            assertThat(purge).isNotNull();
            TestThreads.await(lastBatch);
        }

        assertThat(events)
                .containsExactly(
                        new IdempotencyEvent.Purged("records", 10),
                        new IdempotencyEvent.Purged("records", 10),
                        new IdempotencyEvent.Purged("records", 5));
    }

    @Test
    void roundThatFindsNothing_tellsNothing() throws Exception {
        CountDownLatch rounds = new CountDownLatch(3);
        LeaseStoreWithFaults empty = new LeaseStoreWithFaults(new InMemoryStore(clock)) {
            @Override
            public int purge(int limit) {
                rounds.countDown();
                return super.purge(limit);
            }
        };

        try (Purge purge = new Purge(List.of(ExpiredRows.of(empty)), INTERVAL, 10, events::add)) {
            assertThat(purge).isNotNull();
            TestThreads.await(rounds);
        }

        assertThat(events).isEmpty();
    }

    @Test
    void batchOfOne_removesOneRecord_onADaemonThread() throws Exception {
        record(2);
        CountDownLatch batches = new CountDownLatch(2);
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();

        try (Purge purge = new Purge(List.of(ExpiredRows.of(store)), INTERVAL, 1, event -> {
            events.add(event);
            threads.add(Thread.currentThread());
            batches.countDown();
        })) {
            assertThat(purge).isNotNull();
            TestThreads.await(batches);
        }

        assertThat(events)
                .containsExactly(new IdempotencyEvent.Purged("records", 1), new IdempotencyEvent.Purged("records", 1));
        assertThat(threads).allMatch(Thread::isDaemon);
    }

    @Test
    void failingRound_isTold_andTheNextOneComes() throws Exception {
        record(3);
        StoreException failure = new StoreException("gone for lunch");
        store.fail("purge", failure);
        CountDownLatch twoEvents = new CountDownLatch(2);

        try (Purge purge = new Purge(List.of(ExpiredRows.of(store)), INTERVAL, 10, event -> {
            events.add(event);
            twoEvents.countDown();
        })) {
            assertThat(purge).isNotNull();
            TestThreads.await(twoEvents);
        }

        assertThat(events)
                .containsExactly(
                        new IdempotencyEvent.PurgingFailed("records", failure),
                        new IdempotencyEvent.Purged("records", 3));
    }

    @Test
    void listenerThatThrows_doesNotEndThePurge() throws Exception {
        CountDownLatch rounds = new CountDownLatch(3);
        LeaseStoreWithFaults failing = new LeaseStoreWithFaults(new InMemoryStore(clock)) {
            @Override
            public int purge(int limit) {
                rounds.countDown();
                throw new StoreException("gone for lunch");
            }
        };

        try (Purge purge = new Purge(List.of(ExpiredRows.of(failing)), INTERVAL, 10, event -> {
            throw new IllegalStateException("a listener must not throw");
        })) {
            TestThreads.await(rounds);
            assertThat(purge.failure()).containsInstanceOf(StoreException.class);
        }
    }

    @Test
    void failure_isThatOfTheLastRound() throws Exception {
        StoreException failure = new StoreException("gone for lunch");
        AtomicBoolean gone = new AtomicBoolean(true);
        CountDownLatch twoRoundsFailed = new CountDownLatch(2);
        CountDownLatch twoGoodRoundsBegun = new CountDownLatch(2);
        LeaseStoreWithFaults flaky = new LeaseStoreWithFaults(new InMemoryStore(clock)) {
            @Override
            public int purge(int limit) {
                if (gone.get()) {
                    throw failure;
                }
                twoGoodRoundsBegun.countDown();
                return super.purge(limit);
            }
        };

        try (Purge purge =
                new Purge(List.of(ExpiredRows.of(flaky)), INTERVAL, 10, event -> twoRoundsFailed.countDown())) {
            TestThreads.await(twoRoundsFailed);
            assertThat(purge.failure()).containsSame(failure);
            gone.set(false);
            TestThreads.await(twoGoodRoundsBegun);
            assertThat(purge.failure()).isEmpty();
        }
    }

    @Test
    void closedPurge_isNoMore() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Purge purge = new Purge(
                List.of(ExpiredRows.of(new LeaseStoreWithFaults(new InMemoryStore(clock)) {
                    @Override
                    public int purge(int limit) {
                        begun.countDown();
                        return super.purge(limit);
                    }
                })),
                INTERVAL,
                10,
                IdempotencyListener.NONE);
        TestThreads.await(begun);

        purge.close();
        purge.close();

        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("counterfoil-purge"))
                        .peek(PurgeTest::join)
                        .filter(Thread::isAlive))
                .isEmpty();
    }

    @Test
    void kindThatFails_doesNotPreventTheNext() throws Exception {
        StoreException failure = new StoreException("gone for lunch");
        ExpiredRows failing = ExpiredRows.of("operations", limit -> {
            throw failure;
        });
        CountDownLatch removed = new CountDownLatch(1);
        record(1);

        try (Purge purge = new Purge(List.of(failing, ExpiredRows.of(store)), INTERVAL, 10, event -> {
            events.add(event);
            if (event instanceof IdempotencyEvent.Purged) {
                removed.countDown();
            }
        })) {
            assertThat(purge).isNotNull();
            TestThreads.await(removed);
        }

        assertThat(events)
                .contains(
                        new IdempotencyEvent.PurgingFailed("operations", failure),
                        new IdempotencyEvent.Purged("records", 1));
    }

    @Test
    void failureOfOneKind_isThatOfTheRound() throws Exception {
        StoreException failure = new StoreException("gone for lunch");
        ExpiredRows failing = ExpiredRows.of("operations", limit -> {
            throw failure;
        });
        CountDownLatch twoRounds = new CountDownLatch(2);
        ExpiredRows nothing = ExpiredRows.of("batches", limit -> {
            twoRounds.countDown();
            return 0;
        });

        try (Purge purge = new Purge(List.of(failing, nothing), INTERVAL, 10, IdempotencyListener.NONE)) {
            TestThreads.await(twoRounds);
            assertThat(purge.failure()).containsSame(failure);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(TestThreads.LIMIT.toMillis());
        } catch (InterruptedException interruption) {
            throw new AssertionError(interruption);
        }
    }

    @Test
    void intervalAndBatch_areRefused_outOfTheirLimits() {
        assertThatThrownBy(() ->
                        new Purge(List.of(ExpiredRows.of(store)), Duration.ZERO, 10, IdempotencyListener.NONE).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("interval")
                .hasMessageContaining("PT0S");
        assertThatThrownBy(() -> new Purge(
                                List.of(ExpiredRows.of(store)), Duration.ofMillis(-1), 10, IdempotencyListener.NONE)
                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("interval");
        assertThatThrownBy(
                        () -> new Purge(List.of(ExpiredRows.of(store)), INTERVAL, 0, IdempotencyListener.NONE).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("batch");
    }
}

package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.replayed;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How duplicates are counted in batches, by a timer that a test advances. */
@Timeout(300)
@Tag("RQ-9")
class DuplicateCountsTest {

    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final int BATCH = 500;
    private static final int MOST = 10_000;

    private final List<Map<IdempotencyKey, Long>> batches = new ArrayList<>();
    private final List<IdempotencyEvent> failures = new ArrayList<>();
    private Runnable beforeWriting = () -> {};
    private Runnable afterFinding = () -> {};
    private final ManualScheduler timer = new ManualScheduler();
    private final KeyedRequest request = request(freshKey(), "contents");
    private final LeaseStoreWithFaults store = new LeaseStoreWithFaults(new InMemoryStore(Clock.systemUTC())) {
        @Override
        public void count(Map<IdempotencyKey, Long> requests) {
            batches.add(requests);
            beforeWriting.run();
            super.count(requests);
        }

        @Override
        public Optional<IdempotencyRecord> find(IdempotencyKey key) {
            Optional<IdempotencyRecord> found = super.find(key);
            afterFinding.run();
            return found;
        }
    };
    private final Idempotency engine = Idempotency.builder(store, LeasePolicy.DEFAULT)
            .timer(timer)
            .build()
            .with(event -> {
                if (event instanceof IdempotencyEvent.CountingFailed) {
                    failures.add(event);
                }
            });

    @BeforeEach
    void execute() {
        execute(request);
    }

    private void execute(KeyedRequest original) {
        engine.execute(original, TEXT, execution -> Completion.remember("once"));
    }

    private long replay(KeyedRequest duplicate) {
        return replayed(engine.execute(duplicate, TEXT, unreached())).requestCount();
    }

    @Test
    void duplicatesOfASecond_areOneBatch() {
        replay(request);
        timer.advance(DELAY.minusNanos(1));
        replay(request);
        assertThat(batches).isEmpty();

        timer.advance(Duration.ofNanos(1));
        replay(request);
        timer.advance(DELAY.multipliedBy(5));

        assertThat(batches).containsExactly(Map.of(request.key(), 2L), Map.of(request.key(), 1L));
        assertThat(timer.waiting()).as("nothing to write, nothing planned").isZero();
    }

    @Test
    void numberThatADuplicateIsTold_holdsWhatIsNotWrittenYet() {
        assertThat(List.of(replay(request), replay(request))).containsExactly(2L, 3L);
        timer.advance(DELAY);

        assertThat(replay(request)).isEqualTo(4);
    }

    @Test
    void failureToWrite_isTold_andMadeGoodWithTheNextBatch() {
        StoreException failure = new StoreException("gone for lunch");
        store.fail("count", failure);
        replay(request);
        timer.advance(DELAY);
        assertThat(failures).containsExactly(new IdempotencyEvent.CountingFailed(1, failure));

        assertThat(replay(request)).isEqualTo(3);
        timer.advance(DELAY);

        assertThat(store.find(request.key()).orElseThrow().requestCount()).isEqualTo(3);
        assertThat(failures).hasSize(1);
    }

    @Test
    void exactCount_ofRecordPurgedMeanwhile_isOneMoreThanKnown() {
        Map<IdempotencyKey, Long> counted = new HashMap<>();
        SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
        LeaseStoreWithFaults purged = new LeaseStoreWithFaults(new InMemoryStore(clock)) {
            @Override
            public void count(Map<IdempotencyKey, Long> requests) {
                counted.putAll(requests);
                clock.advance(Duration.ofDays(1));
                purge(1);
            }
        };
        Idempotency exact = Idempotency.builder(purged, LeasePolicy.DEFAULT)
                .timer(timer)
                .build()
                .with(IdempotencyPolicy.DEFAULT.withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT)));
        exact.execute(request, TEXT, execution -> Completion.remember("once"));

        assertThat(replayed(exact.execute(request, TEXT, unreached())).requestCount())
                .isEqualTo(2);
        assertThat(counted).containsExactly(Map.entry(request.key(), 1L));
    }

    @Test
    void flush_writesAtOnce() {
        replay(request);

        engine.flush();

        assertThat(batches).containsExactly(Map.of(request.key(), 1L));
    }

    @Test
    void flush_waitsForTheBatchThatIsBeingWritten() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> released = new CompletableFuture<>();
        beforeWriting = () -> {
            begun.countDown();
            released.join();
        };
        FutureTask<Long> written = new FutureTask<>(() -> {
            engine.flush();
            return store.find(request.key()).orElseThrow().requestCount();
        });
        Thread writer = new Thread(() -> timer.advance(DELAY));
        Thread flusher = new Thread(written);
        replay(request);
        writer.start();
        TestThreads.await(begun);

        flusher.start();
        while (flusher.getState() != Thread.State.WAITING && flusher.isAlive()) {
            Thread.onSpinWait();
        }
        released.complete(null);

        assertThat(written.get()).isEqualTo(2);
        writer.join();
        assertThat(batches).containsExactly(Map.of(request.key(), 1L));
    }

    @Test
    void flushWithALimit_writesAll_orReturnsWhileTheStoreHangs() {
        replay(request);
        assertThat(engine.flush(Duration.ofMinutes(5))).isTrue();
        assertThat(batches).hasSize(1);
        CompletableFuture<Void> released = new CompletableFuture<>();
        beforeWriting = released::join;
        replay(request);

        assertThat(engine.flush(Duration.ofMillis(1))).isFalse();

        assertThat(released).isNotDone();
        released.complete(null);
    }

    @Test
    void flushWithALimit_ofAStoreThatFails_isNotWritten() {
        replay(request);
        store.fail("count", new StoreException("gone for lunch"));

        assertThat(engine.flush(Duration.ofMinutes(5))).isFalse();

        assertThat(failures).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> engine.flush(Duration.ZERO));
    }

    @Test
    void replay_ofRecordReadBeforeItsCounts_reportsFewerRequests() {
        replay(request);
        afterFinding = () -> timer.advance(DELAY);

        assertThat(replay(request)).isEqualTo(2);
        afterFinding = () -> {};
        assertThat(replay(request)).isEqualTo(4);
        engine.flush();

        assertThat(store.find(request.key()).orElseThrow().requestCount()).isEqualTo(4);
    }

    @Test
    void copiesOfAnEngine_countTogether() {
        Idempotency copy = engine.with(engine.policy().withLimits(limits -> limits.withWaitTime(Duration.ZERO)));
        replay(request);

        assertThat(replayed(copy.execute(request, TEXT, unreached())).requestCount())
                .isEqualTo(3);
        timer.advance(DELAY);

        assertThat(batches).containsExactly(Map.of(request.key(), 2L));
    }

    @Test
    void stormOfReplays_isOneBatchASecond_theKeysThatWaitLongestFirst() {
        for (int i = 0; i < 2 * BATCH + 1; i++) {
            executeAndReplay(i);
        }
        for (int i = 0; i < 10; i++) {
            replay(many(0));
        }
        timer.advance(DELAY);
        replay(many(0));
        timer.advance(DELAY);
        assertThat(batches).hasSize(2).allSatisfy(batch -> assertThat(batch).hasSize(BATCH));
        assertThat(batches.get(0))
                .containsEntry(many(0).key(), 11L)
                .containsEntry(many(BATCH - 1).key(), 1L);
        assertThat(batches.get(1)).containsEntry(many(BATCH).key(), 1L).doesNotContainKey(many(0).key());

        timer.advance(DELAY);

        assertThat(batches).hasSize(3);
        assertThat(batches.get(2))
                .containsExactlyInAnyOrderEntriesOf(Map.of(many(2 * BATCH).key(), 1L, many(0).key(), 1L));
        assertThat(timer.waiting()).as("nothing to write, nothing planned").isZero();
    }

    @Test
    void flush_writesEveryBatch() {
        for (int i = 0; i < 2 * BATCH + 1; i++) {
            executeAndReplay(i);
        }

        engine.flush();

        assertThat(batches).extracting(Map::size).containsExactly(BATCH, BATCH, 1);
        assertThat(store.find(many(2 * BATCH).key()).orElseThrow().requestCount())
                .isEqualTo(2);
    }

    @Test
    void flush_canBeFollowedByThatOfAnotherThread() throws Exception {
        engine.flush();
        replay(request);

        try (TestThreads other = new TestThreads()) {
            other.run(() -> {
                engine.flush();
                return true;
            });
        }

        assertThat(store.find(request.key()).orElseThrow().requestCount()).isEqualTo(2);
    }

    @Test
    void flushThatFails_endsWithOneFailure_andTheNextOneWritesAll() {
        for (int i = 0; i < 2 * BATCH; i++) {
            executeAndReplay(i);
        }
        store.fail("count", new StoreException("gone for lunch"));
        engine.flush();
        assertThat(failures).hasSize(1);
        batches.clear();

        engine.flush();

        assertThat(batches).extracting(Map::size).containsExactly(BATCH, BATCH);
    }

    @Test
    void tooManyKeys_areWrittenByTheThreadThatCounts_aBatchAtATime() {
        for (int i = 0; i < MOST; i++) {
            executeAndReplay(i);
        }
        assertThat(batches).isEmpty();

        executeAndReplay(MOST);
        executeAndReplay(MOST + 1);

        assertThat(batches).extracting(Map::size).containsExactly(BATCH);
    }

    @Test
    void keysThatCannotBeWritten_areHeldUpToALimit() {
        for (int i = 0; i <= MOST + 4; i++) {
            store.fail("count", new StoreException("gone for good"));
            executeAndReplay(i);
        }
        assertThat(failures).hasSize(5);
        store.heal();
        batches.clear();

        engine.flush();

        assertThat(batches.stream().mapToInt(Map::size).sum()).isEqualTo(MOST);
    }

    private static KeyedRequest many(int number) {
        return request(IdempotencyKey.of("client", "POST /many", "request-" + number), "contents");
    }

    private void executeAndReplay(int number) {
        execute(many(number));
        replay(many(number));
    }
}

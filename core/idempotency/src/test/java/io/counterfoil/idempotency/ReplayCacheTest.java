package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
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
import io.counterfoil.idempotency.policy.OnMismatch;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is answered from memory, what it costs the store, and when a record in memory ends. */
@Timeout(300)
class ReplayCacheTest {

    private static final Duration MAX_AGE = Duration.ofSeconds(5);
    private static final Duration TICK = Duration.ofNanos(1);
    private static final Instant START = Instant.parse("2026-11-25T12:00:00Z");

    private final SettableClock clock = SettableClock.at(START);
    private final InMemoryStore records = new InMemoryStore(clock);
    private final LoggedClaimStore store = new LoggedClaimStore(records);
    private final ManualScheduler timer = new ManualScheduler();
    private final List<IdempotencyEvent> events = new ArrayList<>();
    private final Idempotency engine =
            cached(Idempotency.builder(store).timer(timer).build(), 1 << 20);

    private Idempotency cached(Idempotency plain, long bytes) {
        return plain.toBuilder()
                .waiting(Pause.REAL, this::nanos)
                .listener(events::add)
                .replayCache(bytes, MAX_AGE)
                .build();
    }

    /** An hour at the start: at zero a sum of two times and their difference would be equal. */
    private long nanos() {
        return Duration.between(START.minusSeconds(3600), clock.instant()).toNanos();
    }

    /** A request that was executed under this policy, and read once. */
    private KeyedRequest inMemory(Idempotency executing) {
        KeyedRequest request = request(freshKey(), "contents");
        assertThat(executing.execute(request, TEXT, execution -> Completion.remember("once")))
                .isInstanceOf(Outcome.Executed.class);
        replay(executing, request);
        store.calls.clear();
        events.clear();
        return request;
    }

    private static void replay(Idempotency replaying, KeyedRequest request) {
        assertReplayed(replaying.execute(request, TEXT, unreached()), "once");
    }

    @Test
    @Tag("RQ-7")
    void recordThatWasRead_isReplayedWithoutTheStore() {
        KeyedRequest request = inMemory(engine);

        replay(engine, request);
        replay(engine.with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withInProgressPerClient(1))), request);

        assertThat(engine.find(request.key())).isPresent();
        assertThat(store.calls).isEmpty();
        assertThat(events)
                .hasSize(4)
                .contains(new IdempotencyEvent.ReplayCacheHit(request))
                .filteredOn(IdempotencyEvent.Replayed.class::isInstance)
                .hasSize(2);
    }

    @Test
    @Tag("RQ-7")
    void recordUnderALease_isReplayedWithoutTheStore() {
        Idempotency leasing = cached(
                Idempotency.builder(records, LeasePolicy.DEFAULT).timer(timer).build(), 1 << 20);
        KeyedRequest request = inMemory(leasing);

        replay(leasing, request);

        assertThat(events).contains(new IdempotencyEvent.ReplayCacheHit(request));
    }

    @Test
    @Tag("RQ-4")
    void recordInMemory_endsWhenItExpires() {
        Duration retention = MAX_AGE.minusSeconds(2);
        Idempotency shortLived = engine.with(
                IdempotencyPolicy.DEFAULT.withRetention(records -> records.withNamed(Retention.of(retention))));
        KeyedRequest request = inMemory(shortLived);
        clock.advance(retention.minus(TICK));
        assertThat(records.purge(1)).isZero();
        replay(shortLived, request);
        assertThat(store.calls).isEmpty();

        clock.advance(TICK);
        assertThat(records.purge(1)).isOne();

        assertThat(shortLived.execute(request, TEXT, execution -> Completion.remember("again")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void recordThatHasExpired_isReplayedByTheStore_andNotKept() {
        Duration retention = MAX_AGE.minusSeconds(2);
        Idempotency shortLived = engine.with(
                IdempotencyPolicy.DEFAULT.withRetention(records -> records.withNamed(Retention.of(retention))));
        KeyedRequest request = inMemory(shortLived);
        clock.advance(retention);

        replay(shortLived, request);
        replay(shortLived, request);

        assertThat(store.calls).containsExactly("findRetained", "findRetained");
    }

    @Test
    void recordInMemory_isReadAgain_afterTheMaximumAge() {
        Idempotency longLived =
                engine.with(IdempotencyPolicy.DEFAULT.withRetention(records -> records.withNamed(Retention.FOREVER)));
        KeyedRequest request = inMemory(longLived);

        clock.advance(MAX_AGE.minus(TICK));
        replay(longLived, request);
        assertThat(store.calls).isEmpty();
        clock.advance(TICK);
        replay(longLived, request);
        replay(longLived, request);

        assertThat(store.calls).containsExactly("findRetained");
    }

    @Test
    @Tag("RQ-11")
    void mismatchInMemory_isRejected_unlessThePolicyReplaysIt() {
        KeyedRequest request = inMemory(engine);
        KeyedRequest other = request(request.key(), "other contents");

        assertThat(engine.execute(other, TEXT, unreached())).isInstanceOf(Outcome.PayloadMismatch.class);
        replay(
                engine.with(IdempotencyPolicy.DEFAULT.withDuplicates(
                        duplicates -> duplicates.withOnMismatch(OnMismatch.REPLAY))),
                other);

        assertThat(store.calls).isEmpty();
    }

    @Test
    @Tag("RQ-16")
    void keyOfAnotherClientOrOperation_isAnotherRequest() {
        KeyedRequest request = inMemory(engine);
        String id = request.key().requestId().value();
        String client = request.key().client().value();

        for (IdempotencyKey key :
                List.of(IdempotencyKey.of("another", "POST /things", id), IdempotencyKey.of(client, "POST /a", id))) {
            assertThat(engine.execute(request(key, "contents"), TEXT, execution -> Completion.remember("its own")))
                    .isInstanceOf(Outcome.Executed.class);
        }
    }

    @Test
    @Tag("RQ-13")
    void readWithinATransactionOfTheCaller_isNotKept() {
        KeyedRequest request = request(freshKey(), "contents");
        engine.execute(request, TEXT, execution -> Completion.remember("once"));
        store.calls.clear();
        store.join();

        replay(engine, request);
        replay(engine, request);

        assertThat(store.calls).containsExactly("find", "find");
    }

    @Test
    @Tag("RQ-13")
    void requestWithoutARecord_isNotKept() {
        KeyedRequest request = request(freshKey(), "contents", "2");
        engine.execute(request, TEXT, execution -> Completion.forget("not now"));
        assertThat(engine.find(request.key())).isEmpty();

        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("once")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-15")
    void recordsThatAreNotUsed_giveWay_whereTheSizeIsReached() {
        Idempotency small = cached(Idempotency.builder(store).timer(timer).build(), 4000);
        String result = "x".repeat(1000);
        KeyedRequest first = remembered(small, result);
        KeyedRequest second = remembered(small, result);
        small.execute(first, TEXT, unreached());
        KeyedRequest third = remembered(small, result);
        KeyedRequest tooLarge = remembered(small, "x".repeat(3900));
        store.calls.clear();

        small.execute(first, TEXT, unreached());
        small.execute(third, TEXT, unreached());
        assertThat(store.calls).isEmpty();
        small.execute(second, TEXT, unreached());
        small.execute(tooLarge, TEXT, unreached());

        assertThat(store.calls).containsExactly("findRetained", "findRetained");
    }

    @Test
    @Tag("RQ-15")
    void everyTextOfARecord_takesItsLength() {
        long size = smallestFor("client", "operation", "id", "result");

        assertThat(smallestFor("client".repeat(2), "operation", "id", "result")).isEqualTo(size + 6);
        assertThat(smallestFor("client", "operation".repeat(2), "id", "result")).isEqualTo(size + 9);
        assertThat(smallestFor("client", "operation", "id".repeat(2), "result")).isEqualTo(size + 2);
        assertThat(smallestFor("client", "operation", "di", "result".repeat(2))).isEqualTo(size + 6);
    }

    /** The smallest size of a cache that keeps a record of such texts. */
    private long smallestFor(String client, String operation, String id, String result) {
        long tooSmall = 0;
        long smallest = 10_000;
        while (smallest - tooSmall > 1) {
            long between = (tooSmall + smallest) / 2;
            Idempotency tried = cached(Idempotency.builder(store).timer(timer).build(), between);
            // Each has an original of its own, and all numbers have five digits.
            KeyedRequest request = request(IdempotencyKey.of(client, operation, id + (10_000 + between)), "contents");
            remember(tried, request, result);
            if (keeps(tried, request)) {
                smallest = between;
            } else {
                tooSmall = between;
            }
        }
        return smallest;
    }

    private boolean keeps(Idempotency replaying, KeyedRequest request) {
        store.calls.clear();
        replaying.execute(request, TEXT, unreached());
        return store.calls.isEmpty();
    }

    @Test
    @Tag("RQ-15")
    void recordThatReplacesAnother_takesTheRoomOfOne() {
        long size = smallestFor("client", "operation", "id", "result");
        IdempotencyPolicy shortLived = IdempotencyPolicy.DEFAULT.withRetention(
                records -> records.withNamed(Retention.of(Duration.ofSeconds(1))));
        for (int missing = 0; missing < 2; missing++) {
            Idempotency two = cached(Idempotency.builder(store).timer(timer).build(), 2 * size + 100 - missing);
            KeyedRequest replaced = request(IdempotencyKey.of("client", "operation", "first-" + missing), "contents");
            KeyedRequest other = request(IdempotencyKey.of("client", "operation", "other-" + missing), "contents");
            remember(two.with(shortLived), replaced, "result");
            clock.advance(Duration.ofSeconds(1));
            assertThat(records.purge(10)).isOne();
            remember(two, replaced, "result" + "x".repeat(100));
            remember(two, other, "result");

            assertThat(keeps(two, other)).isTrue();
            assertThat(keeps(two, replaced)).as("%s bytes are missing", missing).isEqualTo(missing == 0);
        }
    }

    private static KeyedRequest remembered(Idempotency executing, String result) {
        KeyedRequest request = request(freshKey(), "contents");
        remember(executing, request, result);
        return request;
    }

    private static void remember(Idempotency executing, KeyedRequest request, String result) {
        executing.execute(request, TEXT, execution -> Completion.remember(result));
        assertReplayed(executing.execute(request, TEXT, unreached()), result);
    }

    @Test
    @Tag("RQ-9")
    void duplicatesFromMemory_areCounted() {
        KeyedRequest request = inMemory(engine);
        List<Long> counts = new ArrayList<>();

        for (int i = 0; i < 4; i++) {
            counts.add(replayed(engine.execute(request, TEXT, unreached())).requestCount());
            if (i % 2 == 0) {
                engine.flush();
            }
        }
        engine.flush();

        assertThat(counts).containsExactly(3L, 4L, 5L, 6L);
        assertThat(records.find(request.key()).orElseThrow().requestCount()).isEqualTo(6);
        assertThat(store.calls).containsOnly("count");
    }

    @Test
    @Tag("RQ-9")
    void record_readWhileItsCountsAreWritten_isNotCountedTwice() {
        KeyedRequest request = inMemory(engine);
        store.afterCounting = () -> {
            clock.advance(MAX_AGE);
            assertThat(engine.find(request.key()).orElseThrow().requestCount()).isEqualTo(2);
        };

        engine.flush();

        assertThat(replayed(engine.execute(request, TEXT, unreached())).requestCount())
                .isEqualTo(3);
    }

    @Test
    @Tag("RQ-9")
    void exactCounts_areTheStores() {
        Idempotency exact = engine.with(
                IdempotencyPolicy.DEFAULT.withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT)));
        KeyedRequest request = inMemory(exact);
        records.count(Map.of(request.key(), 10L));

        assertThat(replayed(exact.execute(request, TEXT, unreached())).requestCount())
                .isEqualTo(13);
    }

    @Test
    void storeThatDoesNotTellTheRemainingTime_isReadEachTime() {
        Idempotency untold = cached(
                Idempotency.builder(new LeaseStoreWithFaults(records), LeasePolicy.DEFAULT)
                        .timer(timer)
                        .build(),
                1 << 20);
        KeyedRequest request = inMemory(untold);

        replay(untold, request);

        assertThat(events).doesNotContain(new IdempotencyEvent.ReplayCacheHit(request));
    }

    @Test
    void limitsOutOfRange_areRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.toBuilder().replayCache(0, MAX_AGE).build())
                .withMessage("maxBytes must be at least 1, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.toBuilder()
                        .replayCache(1, Duration.ofSeconds(61))
                        .build())
                .withMessage("maxAge must be PT0.001S to PT1M, not PT1M1S");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> engine.toBuilder().replayCache(1, Duration.ZERO).build());
        for (Duration limit : List.of(IdempotencyBuilder.SHORTEST_REPLAY_AGE, IdempotencyBuilder.LONGEST_REPLAY_AGE)) {
            assertThat(engine.toBuilder().replayCache(1, limit).build()).isNotSameAs(engine);
        }
    }
}

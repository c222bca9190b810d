package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.ManualScheduler;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine asks of its store, and what it does not. */
@Timeout(300)
class StoreCallsTest {

    private final LoggedClaimStore store = new LoggedClaimStore(new InMemoryStore(Clock.systemUTC()));
    private final ManualScheduler timer = new ManualScheduler();
    private final Idempotency engine = Idempotency.builder(store).timer(timer).build();
    private final TestThreads others = new TestThreads();

    @AfterEach
    void stopOthers() {
        others.close();
    }

    private KeyedRequest recorded() {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency.builder(store)
                .timer(timer)
                .build()
                .execute(request, TEXT, execution -> Completion.remember("once"));
        store.calls.clear();
        return request;
    }

    private void execute(KeyedRequest request) {
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("once")))
                .isInstanceOf(Outcome.Executed.class);
    }

    private void replay(KeyedRequest request) {
        assertReplayed(engine.execute(request, TEXT, unreached()), "once");
    }

    @Test
    @Tag("RQ-12")
    void firstRequest_isOneUnit_withNothingBesidesClaimAndRecord() {
        execute(request(freshKey(), "contents"));

        assertThat(store.calls).containsExactly("within", "claim", "complete");
    }

    @Test
    @Tag("RQ-9")
    void replayOfAKnownKey_isOneLook_andNothingIsWritten() {
        KeyedRequest request = request(freshKey(), "contents");
        execute(request);
        store.calls.clear();

        IntStream.range(0, 5).forEach(i -> replay(request));

        assertThat(store.calls).containsExactly("find", "find", "find", "find", "find");
    }

    @Test
    void firstReplayOfAStrangeKey_isOneClaim_andTheNextOneLook() {
        KeyedRequest request = recorded();

        replay(request);
        replay(request);

        assertThat(store.calls).containsExactly("within", "claim", "find");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "10", "999999999999999999999999"})
    @Tag("RQ-10")
    void retryByItsNumber_isLookedAtFirst(String attempt) {
        KeyedRequest recorded = recorded();
        execute(request(freshKey(), "contents", attempt));
        assertThat(store.calls).containsExactly("find", "within", "claim", "complete");
        store.calls.clear();

        replay(request(recorded.key(), "contents", attempt));

        assertThat(store.calls).containsExactly("find");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "02", "2a", "-2", "a"})
    @Tag("RQ-10")
    void requestThatIsNoRetryByItsNumber_isClaimedFirst(String attempt) {
        execute(request(freshKey(), "contents", attempt));

        assertThat(store.calls).containsExactly("within", "claim", "complete");
    }

    @Test
    void strangeKey_isLookedAtFirst_whileMostRequestsAreDuplicates() {
        List<String> claimed = List.of("within", "claim");
        List<String> looked = List.of("find");
        List<KeyedRequest> recorded =
                IntStream.range(0, 8).mapToObj(i -> recorded()).toList();
        IntStream.range(0, 8).forEach(i -> execute(request(freshKey(), "contents")));

        List<List<String>> duplicates =
                recorded.stream().map(request -> callsOf(() -> replay(request))).toList();
        List<List<String>> firsts = IntStream.range(0, 4)
                .mapToObj(i -> callsOf(() -> execute(request(freshKey(), "contents"))))
                .toList();

        // Two duplicates in a row change the guess, and two first requests change it back, however many there were
        // before.
        assertThat(duplicates.subList(0, 3)).containsExactly(claimed, claimed, looked);
        assertThat(duplicates.subList(3, 8)).containsOnly(looked);
        assertThat(firsts.stream().map(calls -> calls.get(0))).containsExactly("find", "find", "within", "within");
    }

    private List<String> callsOf(Runnable work) {
        store.calls.clear();
        work.run();
        return List.copyOf(store.calls);
    }

    @Test
    @Tag("RQ-14")
    void keyOfWhichNothingWasKept_isClaimedAtOnce() {
        KeyedRequest request = request(freshKey(), "contents");
        engine.execute(request, TEXT, execution -> Completion.forget("not now"));
        assertThat(store.calls).containsExactly("within", "claim", "release");
        store.calls.clear();

        execute(request);

        assertThat(store.calls).containsExactly("within", "claim", "complete");
    }

    @Test
    @Tag("RQ-13")
    void keyRecordedInJoinedTransaction_isClaimedWithoutALookup() {
        KeyedRequest request = request(freshKey(), "contents");
        store.join();
        execute(request);
        store.calls.clear();

        replay(request);

        assertThat(store.calls).containsExactly("within", "claim");
    }

    @Test
    @Tag("RQ-9")
    void exactCount_isWrittenBeforeEachAnswer() {
        KeyedRequest request = request(freshKey(), "contents");
        execute(request);
        store.calls.clear();

        engine.with(IdempotencyPolicy.DEFAULT.withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT)))
                .execute(request, TEXT, unreached());

        assertThat(store.calls).containsExactly("find", "count", "find");
    }

    @Test
    @Tag("RQ-9")
    void batchedCounts_areWrittenTogether() {
        List<KeyedRequest> requests = List.of(recorded(), recorded());
        requests.forEach(request -> IntStream.range(0, 50).forEach(i -> replay(request)));
        assertThat(store.calls).doesNotContain("count");
        store.calls.clear();

        engine.flush();
        engine.flush();

        assertThat(store.calls).containsExactly("count");
        requests.forEach(
                request -> assertThat(store.find(request.key()).orElseThrow().requestCount())
                        .isEqualTo(51));
    }

    @Test
    @Tag("RQ-9")
    void batchedCounts_areWrittenByTheTimer_aSecondAfterTheFirst() {
        KeyedRequest request = recorded();
        replay(request);
        timer.advance(Duration.ofMillis(999));
        replay(request);
        assertThat(store.calls).doesNotContain("count");

        timer.advance(Duration.ofMillis(1));

        assertThat(store.calls).filteredOn("count"::equals).hasSize(1);
        assertThat(store.find(request.key()).orElseThrow().requestCount()).isEqualTo(3);
    }

    @Test
    @Tag("RQ-12")
    void hundredDuplicatesOfASlowRequest_waitInMemory() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        CountDownLatch allWait = new CountDownLatch(100);
        Idempotency waiting = engine
                .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(ExecutionLimits.LONGEST_TIME)))
                .toBuilder()
                .waiting(
                        (atMost, end) -> {
                            allWait.countDown();
                            return end.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
                        },
                        System::nanoTime)
                .build();
        List<Future<Outcome<String>>> duplicates = new ArrayList<>();

        engine.<String, Exception>execute(request, TEXT, execution -> {
            for (int i = 0; i < 100; i++) {
                duplicates.add(others.start(() -> waiting.execute(request, TEXT, unreached())));
            }
            TestThreads.await(allWait);
            assertThat(store.calls).as("while they wait").containsExactly("within", "claim");
            return Completion.remember("once");
        });
        for (Future<Outcome<String>> duplicate : duplicates) {
            assertReplayed(TestThreads.result(duplicate), "once");
        }

        assertThat(store.calls).filteredOn("claim"::equals).hasSize(1);
        assertThat(store.calls).filteredOn("find"::equals).as("one look each").hasSize(100);
    }

    @Test
    @Tag("RQ-12")
    void duplicateThatMayNotWait_asksOnce() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency otherProcess = Idempotency.builder(store)
                .timer(timer)
                .build()
                .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)));

        engine.<String, Exception>execute(request, TEXT, execution -> {
            store.calls.clear();
            assertThat(others.run(() -> otherProcess.execute(request, TEXT, unreached())))
                    .isInstanceOf(Outcome.InProgress.class);
            assertThat(store.calls).containsExactly("within", "claim");
            return Completion.remember("once");
        });
    }
}

package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.thread.TestThreads;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many duplicates of one client wait in memory, each with its thread. Time stands still: they wait until the original ends. */
@Tag("RQ-6")
@Tag("RQ-12")
@Timeout(300)
class WaitingDuplicatesTest {

    private final InMemoryStore store = new InMemoryStore(Clock.systemUTC());
    private final KeyedRequest request = request(freshKey(), "contents");
    private final TestThreads threads = new TestThreads();

    /** A permit for each duplicate that has begun to wait. */
    private final Semaphore waiting = new Semaphore(0);

    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch finish = new CountDownLatch(1);

    @AfterEach
    void end() {
        finish.countDown();
        threads.close();
    }

    private Idempotency engine(LeaseStore on, int limit) {
        return Idempotency.on(on, LeasePolicy.DEFAULT.withNoEffectOn(Set.of(IllegalStateException.class)))
                .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withInProgressPerClient(limit)))
                .toBuilder()
                .waiting(
                        (atMost, end) -> {
                            waiting.release();
                            end.await();
                            return true;
                        },
                        () -> 0)
                .build();
    }

    private Future<Outcome<String>> original(Idempotency engine, KeyedRequest of) throws Exception {
        Future<Outcome<String>> original = threads.start(() -> engine.execute(of, TEXT, execution -> {
            working.countDown();
            TestThreads.await(finish);
            return Completion.remember("once");
        }));
        TestThreads.await(working);
        return original;
    }

    /** Duplicates that wait when this returns. */
    private List<Future<Outcome<String>>> duplicates(Idempotency engine, KeyedRequest of, int count) throws Exception {
        List<Future<Outcome<String>>> duplicates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            duplicates.add(threads.start(() -> engine.execute(of, TEXT, unreached())));
        }
        assertThat(waiting.tryAcquire(count, TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return duplicates;
    }

    private static void assertExecuted(Future<Outcome<String>> original) throws Exception {
        assertThat(TestThreads.result(original)).isInstanceOf(Outcome.Executed.class);
    }

    private static Outcome<String> tooMany(int limit) {
        return new Outcome.TooManyInProgress<>(
                limit, IdempotencyPolicy.DEFAULT.duplicates().retryAfter());
    }

    @Test
    void moreDuplicatesThanTheLimit_areRejectedAtOnce() throws Exception {
        Idempotency engine = engine(store, 2);
        Future<Outcome<String>> original = original(engine, request);
        List<Future<Outcome<String>>> duplicates = duplicates(engine, request, 2);

        for (int i = 0; i < 3; i++) {
            assertThat(engine.execute(request, TEXT, unreached())).isEqualTo(tooMany(2));
        }
        finish.countDown();

        assertExecuted(original);
        for (Future<Outcome<String>> duplicate : duplicates) {
            assertReplayed(TestThreads.result(duplicate), "once");
        }
        assertReplayed(engine.execute(request, TEXT, unreached()), "once");
    }

    @Test
    void duplicatesOfAnotherClient_areCountedApart() throws Exception {
        Idempotency engine = engine(store, 1);
        KeyedRequest other = request(
                IdempotencyKey.of(
                        "other", "POST /things", request.key().requestId().value()),
                "contents");
        CountDownLatch otherWorking = new CountDownLatch(1);
        Future<Outcome<String>> original = original(engine, request);
        Future<Outcome<String>> originalOfTheOther = threads.start(() -> engine.execute(other, TEXT, execution -> {
            otherWorking.countDown();
            TestThreads.await(finish);
            return Completion.remember("of the other client");
        }));
        TestThreads.await(otherWorking);
        Future<Outcome<String>> duplicate = duplicates(engine, request, 1).get(0);

        Future<Outcome<String>> ofTheOther = duplicates(engine, other, 1).get(0);
        finish.countDown();

        assertExecuted(original);
        assertExecuted(originalOfTheOther);
        assertReplayed(TestThreads.result(duplicate), "once");
        assertReplayed(TestThreads.result(ofTheOther), "of the other client");
    }

    /** Neither takes the other's place: the original is in progress, and its duplicate waits. */
    @Test
    void limitOfOne_letsAnOriginalWork_andADuplicateWait() throws Exception {
        Idempotency engine = engine(store, 1);
        Future<Outcome<String>> original = original(engine, request);
        Future<Outcome<String>> duplicate = duplicates(engine, request, 1).get(0);

        finish.countDown();

        assertExecuted(original);
        assertReplayed(TestThreads.result(duplicate), "once");
    }

    @Test
    void duplicateWhoseOriginalFails_executesIt_underALimitOfOne() throws Exception {
        Idempotency engine = engine(store, 1);
        Future<Outcome<String>> original = threads.start(() -> engine.execute(request, TEXT, execution -> {
            working.countDown();
            TestThreads.await(finish);
            throw new IllegalStateException("nothing has happened");
        }));
        TestThreads.await(working);
        Future<Outcome<String>> duplicate = threads.start(
                () -> engine.execute(request, TEXT, execution -> Completion.remember("by the duplicate")));
        assertThat(waiting.tryAcquire(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        finish.countDown();

        assertThatThrownBy(original::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("nothing has happened");
        assertExecuted(duplicate);
    }

    @Test
    void duplicatesWithoutAClient_areNotCounted() throws Exception {
        KeyedRequest anonymous = request(
                new IdempotencyKey(
                        ClientId.ANONYMOUS,
                        request.key().operation(),
                        request.key().requestId()),
                "contents");
        Idempotency engine = engine(store, 1);
        Future<Outcome<String>> original = original(engine, anonymous);
        List<Future<Outcome<String>>> duplicates = duplicates(engine, anonymous, 5);

        finish.countDown();

        assertExecuted(original);
        for (Future<Outcome<String>> duplicate : duplicates) {
            assertReplayed(TestThreads.result(duplicate), "once");
        }
    }

    /** The call that owns the key reads the record meanwhile, as a process does that has not executed the request. */
    @Test
    void replayOfARecordedResult_isNotRejected_howeverManyWait() throws Exception {
        engine(store, 1).execute(request, TEXT, execution -> Completion.remember("recorded"));
        LeaseStore slow = (LeaseStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {LeaseStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("lease")) {
                        working.countDown();
                        TestThreads.await(finish);
                    }
                    return method.invoke(store, arguments);
                });
        Idempotency engine = engine(slow, 1);
        Future<Outcome<String>> reading = threads.start(() -> engine.execute(request, TEXT, unreached()));
        TestThreads.await(working);
        Future<Outcome<String>> waiter = duplicates(engine, request, 1).get(0);

        assertReplayed(engine.execute(request, TEXT, unreached()), "recorded");
        finish.countDown();

        assertReplayed(TestThreads.result(reading), "recorded");
        assertReplayed(TestThreads.result(waiter), "recorded");
    }

    @Test
    void duplicateThatStopsWaiting_makesRoomForTheNext() throws Exception {
        Idempotency engine = engine(store, 1);
        Future<Outcome<String>> original = original(engine, request);
        Thread[] waiter = new Thread[1];
        Future<Outcome<String>> duplicate = threads.start(() -> {
            waiter[0] = Thread.currentThread();
            return engine.execute(request, TEXT, unreached());
        });
        assertThat(waiting.tryAcquire(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        waiter[0].interrupt();

        assertThat(TestThreads.result(duplicate)).isInstanceOf(Outcome.InProgress.class);
        Future<Outcome<String>> next = duplicates(engine, request, 1).get(0);
        finish.countDown();
        assertExecuted(original);
        assertReplayed(TestThreads.result(next), "once");
    }
}

package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryTiming;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicateException;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.time.ManualScheduler;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class SendAsyncTest {

    private static final ScriptedReply CREATED = ScriptedReply.of(201, "created");
    private static final ScriptedReply UNAVAILABLE = ScriptedReply.of(503, "later");
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final ManualScheduler timer = new ManualScheduler();
    private final BlockingQueue<Attempt> finished = new LinkedBlockingQueue<>();
    private final AtomicLong nanos = new AtomicLong();
    private final FakeTime time = new FakeTime();
    private final IdempotentClient client = IdempotentClient.builder()
            .httpClient(HTTP)
            .clock(time.clock)
            .timing(time.timing())
            .executor(executor)
            .timer(timer)
            .attemptListener(new AttemptListener() {
                @Override
                public void finished(RetryableRequest intention, Attempt attempt) {
                    finished.add(attempt);
                }
            })
            .build();

    @AfterEach
    void endThreads() {
        executor.shutdownNow();
    }

    /** With as many of them as the common pool has threads; the JDK's client itself needs one of those. */
    @Test
    @Tag("RC-2")
    @Tag("jdk21")
    void listenersOfSends_mayWaitForAnotherSend() throws Exception {
        int waiting = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
        CountDownLatch inListeners = new CountDownLatch(waiting);
        CountDownLatch otherIsSent = new CountDownLatch(1);
        IdempotentClient waiter = IdempotentClient.builder()
                .httpClient(HTTP)
                .retryPolicy(FakeTime.PATIENT)
                .attemptListener(new AttemptListener() {
                    @Override
                    public void finished(RetryableRequest intention, Attempt attempt) {
                        inListeners.countDown();
                        Latches.await(otherIsSent);
                    }
                })
                .build();
        try (ScriptedServer server = ScriptedServer.answering(request -> CREATED)) {
            List<CompletableFuture<Answer>> sent = new ArrayList<>();
            for (int i = 0; i < waiting; i++) {
                sent.add(waiter.sendAsync(intentionFor(server)));
            }
            Latches.await(inListeners);

            Answer other = IdempotentClient.builder()
                    .httpClient(HTTP)
                    .retryPolicy(FakeTime.PATIENT)
                    .build()
                    .sendAsync(intentionFor(server))
                    .get(5, TimeUnit.MINUTES);

            assertThat(other.text()).isEqualTo("created");
            otherIsSent.countDown();
            for (CompletableFuture<Answer> waited : sent) {
                assertThat(waited.get(5, TimeUnit.MINUTES).text()).isEqualTo("created");
            }
        }
    }

    @Test
    @Tag("RC-1")
    @Tag("RC-2")
    void retries_pauseOnTheTimerAndHoldNoThread() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, UNAVAILABLE, CREATED)) {
            CompletableFuture<Answer> sent = client.sendAsync(intentionFor(server));

            awaitPauseAfter(1);
            assertThat(sent).isNotDone();
            timer.advance(Duration.ofMillis(99));
            assertThat(timer.waiting()).as("100 ms are not over").isEqualTo(1);
            timer.advance(Duration.ofMillis(1));
            awaitPauseAfter(1);
            timer.advance(Duration.ofMillis(200));

            Answer answer = sent.get();
            assertThat(answer.text()).isEqualTo("created");
            assertThat(answer.attempts()).extracting(Attempt::number).containsExactly(1, 2, 3);
            assertThat(server.seen())
                    .extracting(seen -> seen.header("Idempotency-Key"))
                    .containsOnly(server.seen().get(0).header("Idempotency-Key"));
            assertThat(time.pauses).as("pauses of a blocked thread").isEmpty();
            assertThat(timer.waiting()).as("nothing is left behind").isZero();
        }
    }

    @Test
    @Tag("RC-2")
    void cancelDuringAnAttempt_closesConnection_effectIsPossible() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            arrived.countDown();
            Latches.await(held);
            return CREATED;
        })) {
            RetryableRequest intention = intentionFor(server);
            CompletableFuture<Answer> sent = client.sendAsync(intention);
            arrived.await();

            assertThat(sent.cancel(true)).isTrue();

            assertThat(finished.take().result()).isEqualTo(new AttemptResult.Cancelled());
            assertThat(intention.effectPossible()).isTrue();
            assertThat(timer.waiting()).as("the alarm of the try").isLessThanOrEqualTo(1);
            held.countDown();
            assertThat(server.ends().take()).as("the connection").isNotNull();
            awaitExecutor();
            awaitNothingPlanned();
            assertThat(server.seen()).hasSize(1);
            assertThat(finished).isEmpty();
        }
    }

    @Test
    @Tag("RC-2")
    void cancellationInAPause_endsIt() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(429, ""))) {
            RetryableRequest intention = intentionFor(server);
            CompletableFuture<Answer> sent = client.sendAsync(intention);
            awaitPauseAfter(1);

            sent.cancel(false);

            assertThat(timer.waiting()).isZero();
            timer.advance(Duration.ofHours(1));
            awaitExecutor();
            assertThat(server.seen()).hasSize(1);
            assertThat(intention.effectPossible())
                    .as("429 alone says that nothing happened")
                    .isFalse();
        }
    }

    @Test
    @Tag("RC-2")
    void cancellationBeforeTheFirstTry_sendsNothing() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        executor.execute(() -> Latches.await(busy));
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            RetryableRequest intention = intentionFor(server);
            CompletableFuture<Answer> sent = client.sendAsync(intention);

            sent.cancel(true);
            busy.countDown();
            awaitExecutor();

            assertThat(server.seen()).isEmpty();
            assertThat(intention.effectPossible()).isFalse();
        }
    }

    @Test
    @Tag("RC-2")
    @Tag("RC-4")
    void tryThatTakesTooLong_isEndedByTheTimerAndRetried() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED.announcing(1_000), CREATED)) {
            CompletableFuture<Answer> sent = client.sendAsync(intentionFor(server));
            awaitSeen(server, 1);
            // The request leaves before the alarm of its attempt is set.
            awaitExecutor();

            timer.advance(RetryPolicy.DEFAULT.attemptTimeout());
            awaitPauseAfter(1);
            timer.advance(Duration.ofMillis(100));

            Answer answer = sent.get();
            assertThat(answer.attempts()).hasSize(2);
            assertThat(answer.attempts().get(0).result())
                    .isInstanceOfSatisfying(
                            AttemptResult.Failed.class,
                            failed -> assertThat(failed.cause())
                                    .isInstanceOf(HttpTimeoutException.class)
                                    .hasMessageContaining("PT10S"));
        }
    }

    @Test
    @Tag("RC-2")
    void givingUp_failsTheFuture() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            CompletableFuture<Answer> sent = client.toBuilder()
                    .retryPolicy(RetryPolicy.DEFAULT.withMaxAttempts(1))
                    .build()
                    .sendAsync(intentionFor(server));

            assertThatThrownBy(sent::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(RetriesExhaustedException.class)
                    .hasMessageContaining("after 1 attempts");
        }
    }

    @Test
    @Tag("RC-3")
    void unexpectedDuplicate_failsTheFutureByChoice() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED.with("Idempotency-Replayed", "true"))) {
            Throwable failure = catchThrowable(() -> client.toBuilder()
                    .failOnUnexpectedDuplicates(true)
                    .build()
                    .sendAsync(intentionFor(server))
                    .get());

            assertThat(failure.getCause())
                    .isInstanceOfSatisfying(
                            UnexpectedDuplicateException.class,
                            it -> assertThat(it.answer().text()).isEqualTo("created"));
        }
    }

    @Test
    @Tag("RC-6")
    void attempts_descendFromTheIdThatWasCurrentWhereItWasSent() throws Exception {
        CorrelationId work = CorrelationId.parse("work");
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            CompletableFuture<Answer> sent;
            Correlation.Scope scope = Correlation.open(work);
            try (scope) {
                sent = client.sendAsync(intentionFor(server));
            }

            assertThat(sent.get().attempts()).allMatch(it -> it.correlationId().isDescendantOf(work));
        }
    }

    @Test
    void executorThatEnded_failsTheFutureAndSendsNothing() throws Exception {
        executor.shutdown();
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            CompletableFuture<Answer> sent = client.sendAsync(intentionFor(server));

            assertThatThrownBy(sent::get).hasCauseInstanceOf(RejectedExecutionException.class);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    @Tag("RC-2")
    void timerThatEnded_failsTheFutureAndEndsTheTry() throws Exception {
        timer.shutdown();
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            CompletableFuture<Answer> sent = client.sendAsync(intentionFor(server));

            assertThatThrownBy(sent::get).hasCauseInstanceOf(RejectedExecutionException.class);
            assertThat(finished.take().result()).isEqualTo(new AttemptResult.Cancelled());
        }
    }

    @Test
    @Tag("RC-2")
    void manySendsThatPause_shareOneThread() throws Exception {
        int many = 200;
        try (ScriptedServer server = ScriptedServer.answering(
                request -> request.header("Idempotency-Attempt").endsWith(".1") ? UNAVAILABLE : CREATED)) {
            List<CompletableFuture<Answer>> all = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                all.add(client.sendAsync(intentionFor(server)));
            }
            awaitPauseAfter(many);
            assertThat(all).noneMatch(CompletableFuture::isDone);

            timer.advance(Duration.ofMillis(100));

            for (CompletableFuture<Answer> one : all) {
                assertThat(one.get().attempts()).hasSize(2);
            }
        }
    }

    @Test
    void withoutThreadsOfItsOwn_itIsSentAllTheSame() throws Exception {
        IdempotentClient plain = IdempotentClient.builder()
                .httpClient(HTTP)
                .timing(new RetryTiming(nanos::get, (atMost, end) -> false, () -> 0))
                .retryPolicy(FakeTime.PATIENT)
                .build();
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            assertThat(plain.sendAsync(intentionFor(server)).get().attempts()).hasSize(2);
        }
    }

    private static RetryableRequest intentionFor(ScriptedServer server) {
        return RetryableRequest.post(server.uri()).json("{}").build();
    }

    /** The alarm of an attempt is cancelled on the executor before the pause is begun there. */
    private void awaitPauseAfter(int attempts) throws Exception {
        for (int i = 0; i < attempts; i++) {
            assertThat(finished.poll(5, TimeUnit.MINUTES)).isNotNull();
        }
        awaitExecutor();
    }

    private void awaitExecutor() throws Exception {
        executor.submit(() -> {}).get();
    }

    /** The HTTP client ends what was cancelled on a thread of its own, and the alarm is taken back after that. */
    private void awaitNothingPlanned() {
        await().atMost(5, TimeUnit.MINUTES).until(() -> timer.waiting() == 0);
    }

    private static void awaitSeen(ScriptedServer server, int requests) {
        await().atMost(5, TimeUnit.MINUTES).until(() -> server.seen().size() >= requests);
    }
}

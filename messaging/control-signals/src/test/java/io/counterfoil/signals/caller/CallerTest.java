package io.counterfoil.signals.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.InvalidEnvelopeException;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.testkit.time.ManualScheduler;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

/** Sends, awaits, retries. */
@Tag("SG-7")
@Timeout(600)
class CallerTest {

    private static final Duration AT_ONCE = Duration.ZERO;

    private final Rig rig = new Rig();
    private final Caller caller = rig.caller().build();

    @Test
    @Tag("SG-2")
    void command_isPublished_withBothIds() {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));

        assertThat(rig.signal(0).idempotencyKey()).isEqualTo(new RequestId("a1c3"));
        assertThat(rig.signal(0).correlationId()).isEqualTo(attempt.correlationId());
        assertThat(rig.signal(0).origin()).isEqualTo("orchestrator-1");
        assertThat(rig.signal(0).timestamp()).isEqualTo(rig.clock.instant());
        assertThat(rig.published.get(0).topic()).isEqualTo("signal.swarm-start.swarm-42.swarm-controller.marshal-1");
        assertThat(rig.published.get(0).isMandatory()).isTrue();
    }

    @Test
    void outcome_isTheReply() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        SignalOutcome outcome = Rig.done(rig.signal(0));

        caller.take(outcome);

        assertThat(attempt.await(AT_ONCE)).isEqualTo(new CommandReply.Answered(outcome));
        assertThat(attempt.confirmed().toCompletableFuture()).isCompleted();
        assertThat(rig.heard()).isEmpty();
        assertThat(rig.timer.waiting()).as("timers that hold what is done").isZero();
    }

    @Test
    void outcomesOfOtherCallers_arePassedOver() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        Caller other = rig.caller().random(new Random(7)).build();
        other.send(Rig.command("other-key"));
        Signal foreign = Rig.command("other-key")
                .attempt(CorrelationId.parse("8letters"), rig.clock.instant(), "orchestrator-2");

        caller.take(Rig.done(rig.signal(1)));
        caller.take(Rig.done(foreign));

        assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Unanswered.class);
        assertThat(rig.heard()).isEmpty();
    }

    @Test
    @Tag("SG-2")
    @Tag("RQ-10")
    void retry_hasTheSameKey_andAnotherCorrelationId() throws Exception {
        CommandAttempt first = caller.send(Rig.command("a1c3"));
        CommandAttempt second = caller.retry(first.command());

        assertThat(rig.signal(1).idempotencyKey()).isEqualTo(rig.signal(0).idempotencyKey());
        assertThat(rig.signal(1).data()).isEqualTo(rig.signal(0).data());
        assertThat(second.correlationId())
                .isEqualTo(rig.signal(1).correlationId())
                .isNotEqualTo(first.correlationId());
        assertThat(first.correlationId().value()).endsWith("-1");
        assertThat(second.correlationId().value()).endsWith("-2");
        assertThat(second.attempts())
                .extracting(SentAttempt::correlationId)
                .containsExactly(first.correlationId(), second.correlationId());

        SignalOutcome outcome = Rig.done(rig.signal(0));
        caller.take(outcome.replayedFor(second.correlationId()));

        assertThat(first.await(AT_ONCE))
                .isEqualTo(new CommandReply.Answered(outcome.replayedFor(second.correlationId())));
        assertThat(second.await(AT_ONCE)).isEqualTo(first.await(AT_ONCE));
        assertThat(rig.heard()).isEmpty();
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-5")
    void attempts_extendTheCurrentWork() {
        CorrelationId work = CorrelationId.parse("work");
        Correlation.Scope scope = Correlation.open(work);
        try (scope) {
            CommandAttempt first = caller.send(Rig.command("a1c3"));
            CommandAttempt second = caller.retry(first.command());

            assertThat(first.correlationId().parent()).contains(work);
            assertThat(second.correlationId().parent()).contains(work);
            assertThat(rig.published.get(0).correlationId())
                    .contains(first.correlationId().value());
        }
    }

    @Test
    @Tag("CO-6")
    void attempts_ofWorkWhoseIdHasNoRoom_goUnderAFreshOne() {
        // What an attempt adds has up to 24 characters, and a dot before it.
        CorrelationId longest =
                CorrelationId.parse("x".repeat(51) + "." + "x".repeat(CorrelationId.maxLength() - 25 - 52));
        CorrelationId longer = CorrelationId.parse(longest.value() + "x");

        CorrelationId within = attemptUnder(longest, "a1c3").correlationId();
        CorrelationId fresh = attemptUnder(longer, "b1c3").correlationId();

        assertThat(within.parent()).contains(longest);
        assertThat(fresh.isDescendantOf(longer)).isFalse();
        assertThat(fresh.parent()).isPresent();
    }

    private CommandAttempt attemptUnder(CorrelationId work, String key) {
        Correlation.Scope scope = Correlation.open(work);
        try (scope) {
            return caller.send(Rig.command(key));
        }
    }

    @Test
    @Tag("SG-8")
    void logLinesOfAnAttempt_haveBothIds() {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        rig.pass(Duration.ofMinutes(2));
        caller.take(Rig.done(rig.signal(0)));

        assertThat(rig.events).contains("mdc " + attempt.correlationId() + " a1c3");
        assertThat(rig.heard()).containsExactly("late Running mdc " + attempt.correlationId() + " a1c3");
        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get("idempotency_key")).isNull();
    }

    @Test
    void unansweredAttempt_isFollowedByOthers_andByWhatIsKnown() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        rig.confirms.get(0).complete(null);
        rig.pass(Duration.ofSeconds(11));
        rig.confirms.get(1).completeExceptionally(PublishException.unconfirmed(rig.published.get(1), "too slow"));
        assertThat(rig.published).hasSize(2);
        rig.pass(Duration.ofSeconds(1));
        assertThat(rig.published).hasSize(3);
        assertThat(attempt.await(AT_ONCE).match(answered -> "", CommandReply.Unanswered::why))
                .contains("attempts continue");
        rig.pass(Duration.ofSeconds(11));

        CommandReply.Unanswered reply = (CommandReply.Unanswered) attempt.await(AT_ONCE);

        assertThat(rig.published).hasSize(3);
        assertThat(reply.command()).isEqualTo(attempt.command());
        assertThat(reply.why()).isEqualTo("the 3 attempts are exhausted; the last one: no outcome within PT10S");
        assertThat(reply.attempts()).extracting(SentAttempt::confirmed).containsExactly(true, false, false);
        assertThat(reply.attempts()).extracting(SentAttempt::correlationId).doesNotHaveDuplicates();
        assertThat(reply.attempts().get(1).failure().orElseThrow()).contains("was not confirmed: too slow");
        assertThat(reply.attempts().get(1).at()).isEqualTo(rig.signal(1).timestamp());
        assertThat(attempt.confirmed().toCompletableFuture()).isCompleted();
        assertThat(rig.timer.waiting()).isZero();
    }

    @Test
    void manualRetry_restartsTheAttemptTimeout() {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        rig.pass(Duration.ofSeconds(5));
        caller.retry(attempt.command());

        rig.pass(Duration.ofSeconds(6));
        assertThat(rig.published).hasSize(2);
        rig.pass(Duration.ofSeconds(5));
        assertThat(rig.published).hasSize(3);
    }

    @Test
    void failedDispatch_isRetriedOnce_andNotAgainAtItsTimeout() {
        caller.send(Rig.command("a1c3"));
        rig.pass(Duration.ofSeconds(5));
        rig.confirms.get(0).completeExceptionally(new IllegalStateException("down"));
        rig.pass(Duration.ofSeconds(1));
        assertThat(rig.published).hasSize(2);

        rig.pass(Duration.ofSeconds(5));
        assertThat(rig.published).as("the first attempt's time is over").hasSize(2);
        rig.pass(Duration.ofSeconds(5));
        assertThat(rig.published).hasSize(3);
    }

    @Test
    void failureOfAStageOfThePublishers_isToldAsItWas() {
        PublishException returned = PublishException.returned(Message.of("t", new byte[0]));
        Caller staged = Caller.builder(message ->
                        CompletableFuture.<Void>failedFuture(returned).thenRun(() -> {}))
                .origin("o")
                .timer(rig.timer)
                .policy(Rig.POLICY.withMaxAttempts(1))
                .build();

        CommandAttempt attempt = staged.send(Rig.command("a1c3"));

        assertThatThrownBy(() -> attempt.confirmed().toCompletableFuture().get())
                .hasCause(returned);
    }

    @Test
    void dispatchThatFails_isToldWithItsReason() {
        CommandAttempt attempt =
                rig.caller().policy(Rig.POLICY.withMaxAttempts(1)).build().send(Rig.command("a1c3"));
        CompletableFuture<Void> confirmed = attempt.confirmed().toCompletableFuture();
        assertThat(confirmed).isNotDone();

        PublishException returned = PublishException.returned(rig.published.get(0));
        rig.confirms.get(0).completeExceptionally(returned);

        assertThatThrownBy(confirmed::get)
                .isInstanceOf(ExecutionException.class)
                .hasCause(returned);
        assertThat(rig.published).hasSize(1);
    }

    @Test
    void timerThatHasEnded_leavesNoReplyPending() throws Exception {
        rig.timer.shutdown();

        CommandAttempt attempt = caller.send(Rig.command("a1c3"));

        assertThat(attempt.await(AT_ONCE).match(answered -> "", CommandReply.Unanswered::why))
                .isEqualTo("the caller's timer has stopped");
    }

    @Test
    void retryOfACommandThatIsNotKnown_isSent() {
        CommandAttempt attempt = caller.retry(Rig.command("a1c3"));

        assertThat(rig.signal(0).correlationId()).isEqualTo(attempt.correlationId());
        assertThat(rig.heard()).isEmpty();
    }

    @Test
    void publisherThatThrows_isAFailedTry() throws Exception {
        Caller broken = Caller.builder(message -> {
                    throw new IllegalStateException("closed");
                })
                .origin("o")
                .policy(Rig.POLICY.withMaxAttempts(1))
                .build();
        try (broken) {
            CommandReply.Unanswered reply =
                    (CommandReply.Unanswered) broken.send(Rig.command("a1c3")).await(AT_ONCE);

            assertThat(reply.attempts().get(0).failure().orElseThrow()).contains("closed");
        }
    }

    @Test
    void budget_endsTheWait() throws Exception {
        Caller patient = rig.caller()
                .policy(Rig.POLICY.withAttemptTimeout(Duration.ofHours(1)))
                .build();
        CommandAttempt attempt = patient.send(Rig.command("a1c3"));

        rig.pass(Duration.ofSeconds(59));
        assertThat(attempt.reply().toCompletableFuture()).isNotDone();
        rig.pass(Duration.ofSeconds(1));

        assertThat(attempt.await(AT_ONCE).match(answered -> "", CommandReply.Unanswered::why))
                .isEqualTo("no outcome within PT1M");
    }

    @Test
    void pauses_areRandom_andGrowToTheLongest() {
        Caller pausing = rig.caller()
                .policy(new RetryPolicy(
                        100,
                        Duration.ofDays(1).minusNanos(1),
                        Duration.ofHours(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(8),
                        Retention.of(Duration.ofDays(1))))
                .limits(new CallerLimits(10, 10, Duration.ofDays(2)))
                .build();
        pausing.send(Rig.command("a1c3"));
        Duration total = Duration.ZERO;
        Duration longest = Duration.ZERO;
        for (int tries = 1; tries < 60; tries++) {
            rig.confirms.get(tries - 1).completeExceptionally(new IllegalStateException("down"));
            Duration pause = Duration.ZERO;
            while (rig.published.size() == tries) {
                rig.pass(Duration.ofMillis(50));
                pause = pause.plusMillis(50);
            }
            Duration most = Duration.ofSeconds(Math.min(8, 1L << Math.min(tries - 1, 10)))
                    .plusMillis(50);
            assertThat(pause).as("pause after try %s", tries).isLessThanOrEqualTo(most);
            longest = pause.compareTo(longest) > 0 ? pause : longest;
            total = total.plus(pause);
        }

        assertThat(longest).isGreaterThan(Duration.ofSeconds(6));
        assertThat(total).isBetween(Duration.ofSeconds(120), Duration.ofSeconds(380));
    }

    @Test
    void outcomeOfAnEarlierAttempt_answers_andSaysWhichItAnswers() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        rig.pass(Duration.ofSeconds(11));

        caller.take(Rig.done(rig.signal(0)));

        CommandReply.Answered reply = (CommandReply.Answered) attempt.await(AT_ONCE);
        assertThat(reply.outcome().correlationId()).isEqualTo(rig.signal(0).correlationId());
        assertThat(reply.isFinal()).isTrue();
        rig.pass(Duration.ofMinutes(5));
        assertThat(rig.published).hasSize(2);
    }

    @Test
    void retryableFailure_ofAnEarlierAttempt_isNotTheResult() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        rig.pass(Duration.ofSeconds(11));

        caller.take(Rig.failed(rig.signal(0), true));

        CommandReply.Unanswered sofar = (CommandReply.Unanswered) attempt.await(AT_ONCE);
        assertThat(sofar.attempts().get(0).failure()).contains("full");
        caller.take(Rig.done(rig.signal(1)));
        assertThat(attempt.await(AT_ONCE)).isEqualTo(new CommandReply.Answered(Rig.done(rig.signal(1))));
    }

    @Test
    void retryableFailure_isAReply_afterWhichTheCallerDecides() throws Exception {
        CommandAttempt first = caller.send(Rig.command("a1c3"));
        caller.take(Rig.failed(rig.signal(0), true));
        CommandReply.Answered reply = (CommandReply.Answered) first.await(AT_ONCE);
        assertThat(reply.isFinal()).isFalse();
        rig.pass(Duration.ofMinutes(5));
        assertThat(rig.published).as("no retry of its own accord").hasSize(1);

        CommandAttempt second = caller.retry(first.command());
        caller.take(Rig.failed(rig.signal(0), true));
        assertThat(second.await(AT_ONCE))
                .as("the first failure again is no answer")
                .isInstanceOf(CommandReply.Unanswered.class);
        assertThat(rig.heard()).containsExactly("duplicate a1c3");
        caller.take(Rig.done(rig.signal(1)));

        assertThat(second.await(AT_ONCE)).isEqualTo(new CommandReply.Answered(Rig.done(rig.signal(1))));
        assertThat(first.await(AT_ONCE)).isEqualTo(reply);
    }

    @Test
    void answeredCommand_retried_isAskedForAgain() throws Exception {
        CommandAttempt first = caller.send(Rig.command("a1c3"));
        SignalOutcome outcome = Rig.done(rig.signal(0));
        caller.take(outcome);

        CommandAttempt again = caller.retry(first.command());
        caller.take(outcome.replayedFor(again.correlationId()));

        assertThat(again.await(AT_ONCE))
                .isEqualTo(new CommandReply.Answered(outcome.replayedFor(again.correlationId())));
        assertThat(rig.heard()).isEmpty();
    }

    @Test
    void command_afterTheReceiversRetention_isNotRetried() {
        CommandAttempt first = caller.send(Rig.command("a1c3"));
        rig.pass(Duration.ofHours(23));
        caller.take(Rig.failed(rig.signal(0), true));
        rig.clock.advance(Duration.ofMinutes(59));
        int published = rig.published.size();
        assertThat(caller.retry(first.command()).command()).isEqualTo(first.command());
        rig.clock.advance(Duration.ofMinutes(1));

        assertThatThrownBy(() -> caller.retry(first.command()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PT24H");
        assertThat(rig.published).hasSize(published + 1);
    }

    @Test
    void badInput_isRefused_beforeAnythingIsWritten() {
        assertThatThrownBy(() -> new Command("swarm.start", Rig.MARSHAL, new RequestId("a"), Data.EMPTY))
                .isInstanceOf(InvalidEnvelopeException.class)
                .hasMessageStartingWith("type: ");
        assertThatThrownBy(() -> new Command("a", new SwarmScope("a.b", "c", "d"), new RequestId("a"), Data.EMPTY))
                .hasMessageStartingWith("scope.swarmId: ");
        assertThatThrownBy(() -> new Command("a", Rig.MARSHAL, new RequestId(""), Data.EMPTY))
                .hasMessageContaining("is empty");
        assertThatThrownBy(() -> Caller.builder(rig).origin("two words")).hasMessageStartingWith("origin: ");
        assertThatThrownBy(() -> Caller.builder(rig).build()).isInstanceOf(IllegalStateException.class);
        assertThat(rig.events).isEmpty();
    }

    @Test
    @Tag("SG-9")
    void retention_shorterThanTheRetryWindow_isRejected() {
        Caller.Builder builder = rig.caller()
                .policy(Rig.POLICY.withBudget(Duration.ofHours(1)).withBackoff(Duration.ZERO, Duration.ofSeconds(5)));
        Duration window = Duration.ofHours(1).plusSeconds(5);

        assertThatThrownBy(builder::build)
                .as("the default hour")
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("Limits.rememberedFor PT1H", "window of the policy, PT1H5S", "PT5S");
        builder.limits(new CallerLimits(10, 10, window.minusNanos(1)));
        assertThatThrownBy(builder::build).hasMessageContainingAll("PT1H4.999999999S", "PT1H5S");

        builder.limits(new CallerLimits(10, 10, window)).build().close();
    }

    @Test
    void limitsBelowOne_areRefused() {
        assertThat(new CallerLimits(1, 1, Duration.ofNanos(1)).open()).isEqualTo(1);
        assertThatThrownBy(() -> new CallerLimits(0, 1, Duration.ofHours(1)))
                .hasMessage("open and remembered must be at least 1, not 0 and 1");
        assertThatThrownBy(() -> new CallerLimits(1, 0, Duration.ofHours(1)))
                .hasMessage("open and remembered must be at least 1, not 1 and 0");
        assertThatThrownBy(() -> new CallerLimits(1, 1, Duration.ZERO)).hasMessageContaining("must be positive");
    }

    @Test
    void command_isShownWithItsTopicAndKey_andWithoutItsData() {
        assertThat(Rig.command("a1c3"))
                .hasToString("Command[signal.swarm-start.swarm-42.swarm-controller.marshal-1, idempotencyKey=a1c3]");
    }

    @Test
    @Tag("SG-9")
    void duplicateAtTheEndOfTheRetryWindow_isStillRecognised() {
        Duration window = Rig.POLICY.budget().plus(Rig.POLICY.maxBackoff());
        Caller brief = rig.caller().limits(new CallerLimits(10, 10, window)).build();
        brief.send(Rig.command("a1c3"));
        brief.take(Rig.done(rig.signal(0)));

        rig.pass(window.minusNanos(1));
        brief.send(Rig.command("a1c3"));

        assertThat(rig.heard()).containsExactly("twice a1c3");
        assertThat(rig.published).hasSize(1);
    }

    @Test
    void closedCaller_sendsNothing_andEndsAllWaits() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));

        caller.close();
        caller.close();

        assertThat(attempt.await(AT_ONCE).match(answered -> "", CommandReply.Unanswered::why))
                .isEqualTo("the caller was closed");
        assertThatThrownBy(() -> caller.send(Rig.command("b"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> caller.retry(attempt.command())).isInstanceOf(IllegalStateException.class);
        rig.pass(Duration.ofMinutes(5));
        assertThat(rig.published).hasSize(1);
        assertThat(rig.timer.isShutdown()).as("a timer of the application's").isFalse();
    }

    @Test
    void waitingThread_isAnswered_byTheReceiversThread() throws Exception {
        // Without a second attempt, which the timer's thread would make.
        RetryPolicy patient = Caller.Builder.DEFAULT_POLICY.withAttemptTimeout(Duration.ofMinutes(5));
        Caller real = Caller.builder(rig).origin("o").policy(patient).build();
        try (real) {
            CommandAttempt attempt = real.send(Rig.command("a1c3"));
            Thread receiver = new Thread(() -> real.take(Rig.done(rig.signal(0))));
            receiver.start();

            assertThat(attempt.await(Duration.ofMinutes(4))).isInstanceOf(CommandReply.Answered.class);
            receiver.join();
        }
    }

    @Test
    void sameCommand_sentByManyThreadsAtOnce_isPublishedOnce() throws Exception {
        int threads = 8;
        Queue<Message> published = new ConcurrentLinkedQueue<>();
        Caller shared = Caller.builder(message -> {
                    published.add(message);
                    return CompletableFuture.completedFuture(null);
                })
                .origin("o")
                .timer(new ManualScheduler())
                .build();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CyclicBarrier together = new CyclicBarrier(threads);
        try (shared) {
            for (int round = 0; round < 50; round++) {
                Command command = Rig.command("key-" + round);
                List<Callable<CorrelationId>> sends = Collections.nCopies(threads, () -> {
                    together.await();
                    return shared.send(command).correlationId();
                });
                Set<CorrelationId> seen = new HashSet<>();
                for (Future<CorrelationId> send : executor.invokeAll(sends)) {
                    seen.add(send.get());
                }
                assertThat(seen).hasSize(1);
                assertThat(published).hasSize(round + 1);
            }
        } finally {
            executor.shutdownNow();
        }
    }
}

package io.counterfoil.jdbc.messaging;

import static io.counterfoil.jdbc.messaging.Controllers.deliver;
import static io.counterfoil.jdbc.messaging.Controllers.redelivery;
import static io.counterfoil.jdbc.messaging.Controllers.signal;
import static io.counterfoil.jdbc.messaging.Controllers.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.signals.IdempotencyKeyScope;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalHandler;
import io.counterfoil.signals.receiver.SignalReceiver;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** What is kept of commands, and answered, step by step in a real database; with real brokers it is {@code MessagingContract} that tells. */
abstract class CommandsContract extends ControllersContract {

    @Test
    @Tag("SG-2")
    @Tag("SG-4")
    @Tag("RQ-7")
    @Tag("RQ-10")
    void duplicate_getsTheFirstOutcome_underItsOwnCorrelationId() throws Exception {
        Receiver receiver = here.starting(running(here));
        Signal first = start("k");
        Signal retry = start("k");
        Signal third = start("k");

        assertThat(deliver(first, receiver).settled()).containsExactly("accepted");
        here.clock.advance(A_WHILE);
        assertThat(deliver(retry, receiver).settled()).containsExactly("accepted");
        assertThat(deliver(third, here.starting(running(here))).settled()).containsExactly("accepted");

        SignalOutcome outcome = here.outcome(first);
        assertThat(outcome)
                .isEqualTo(SignalOutcome.of(
                        first,
                        Controllers.NOW,
                        "swarm-controller:1",
                        new SwarmScope("s1", "swarm-controller", "marshal-1"),
                        "Running",
                        false,
                        Data.of(Map.of("run", 1))));
        assertThat(here.outcomes())
                .containsExactly(
                        outcome,
                        outcome.replayedFor(retry.correlationId()),
                        outcome.replayedFor(third.correlationId()));
        assertThat(here.outcome(third).replayOf()).contains(first.correlationId());
        assertThat(runs).hasValue(1);
        assertThat(here.effects(first)).isOne();
        assertThat(here.counted()).isZero();
    }

    @Test
    @Tag("SG-2")
    void outcomeMessage_hasUniqueId_orderingKeyAndCorrelationId() {
        Receiver receiver = here.starting(running(here));
        Signal first = start("k");
        deliver(first, receiver);
        deliver(start("k"), receiver);

        List<Message> messages = here.waiting().stream()
                .filter(message -> message.topic().startsWith("event.outcome."))
                .toList();

        assertThat(messages.get(0).topic()).isEqualTo("event.outcome.swarm-start.s1.swarm-controller.marshal-1");
        assertThat(messages.get(0).correlationId())
                .contains(first.correlationId().value());
        assertThat(messages).extracting(Message::key).allMatch(key -> key.equals(Optional.of("s1")));
        assertThat(messages).extracting(Message::id).doesNotHaveDuplicates().allMatch(Optional::isPresent);
    }

    @Test
    @Tag("CO-3")
    void handler_runsUnderItsAttemptsIds_thenTheyAreCleared() {
        List<String> seen = new ArrayList<>();
        Signal signal = start("k");

        deliver(signal, here.starting(it -> {
            seen.add(MDC.get(IdempotencyKeyScope.MDC_KEY));
            seen.add(MDC.get(Correlation.MDC_KEY));
            return HandlerResult.done("Running", Data.EMPTY);
        }));

        assertThat(seen).hasSize(2).startsWith("k");
        assertThat(CorrelationId.parse(seen.get(1)).isWithin(signal.correlationId()))
                .isTrue();
        assertThat(MDC.get(IdempotencyKeyScope.MDC_KEY)).isNull();
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    @Tag("SG-3")
    void swarmTypeKeyAndReceiver_eachMakeAnotherCommand() {
        Inbox inbox = here.inbox();
        SignalHandler handler = running(here);
        Receiver one = here.receiver("one", inbox, Map.of("swarm-start", handler, "swarm-stop", handler));
        Receiver two = here.receiver("two", inbox, Map.of("swarm-start", handler));

        for (int i = 0; i < 2; i++) {
            deliver(signal("swarm-start", "s1", "k", Data.EMPTY), one);
            deliver(signal("swarm-stop", "s1", "k", Data.EMPTY), one);
            deliver(signal("swarm-start", "s2", "k", Data.EMPTY), one);
            deliver(signal("swarm-start", "s1", "K", Data.EMPTY), one);
            deliver(signal("swarm-start", "s1", "k", Data.EMPTY), two);
        }

        assertThat(runs).hasValue(5);
        assertThat(here.outcomes()).hasSize(10);
    }

    @Test
    @Tag("SG-3")
    void sameCommand_withOtherOriginTimeOrFieldOrder_isADuplicate() {
        Receiver receiver = here.starting(running(here));
        Signal first = signal("swarm-start", "s1", "k", Data.parse("{\"a\":{\"x\":1,\"y\":[1,2]},\"b\":null}"));
        Signal other = new Signal(
                Instant.parse("2026-11-21T12:00:00Z"),
                first.type(),
                "orchestrator-2",
                new SwarmScope("s1", SwarmScope.ALL, "marshal-1"),
                CorrelationId.fresh(),
                first.idempotencyKey(),
                Data.parse("{\"b\":null,\"a\":{\"y\":[1,2],\"x\":1}}"));

        deliver(first, receiver);
        deliver(other, receiver);

        assertThat(here.outcome(other)).isEqualTo(here.outcome(first).replayedFor(other.correlationId()));
        assertThat(runs).hasValue(1);
    }

    @Test
    @Tag("SG-3")
    void keyOfACommandWithOtherData_isRefusedForGood_andRunsNothing() throws Exception {
        Receiver receiver = here.starting(running(here));
        Signal first = signal("swarm-start", "s1", "k", Data.parse("{\"nodes\":[1,2]}"));
        Signal other = signal("swarm-start", "s1", "k", Data.parse("{\"nodes\":[2,1]}"));
        deliver(first, receiver);

        assertThat(deliver(other, receiver).settled()).containsExactly("accepted");

        SignalOutcome refused = here.outcome(other);
        assertThat(refused.error().orElseThrow().code()).isEqualTo("idempotency-key-reused");
        assertThat(refused.isRetryable()).isFalse();
        assertThat(refused.replayOf()).isEmpty();
        assertThat(here.effects(first)).isOne();
    }

    @Test
    @Tag("SG-3")
    void signalForAll_isAnsweredByTheOneWhoIsHere() {
        Signal all = signal("swarm-start", SwarmScope.ALL, "k", Data.EMPTY);

        deliver(all, here.starting(running(here)));

        assertThat(here.outcome(all).scope()).isEqualTo(Controllers.HERE);
    }

    @Test
    @Tag("SG-4")
    void finalFailure_isKeptWithWhatItWrote_andRepeated() throws Exception {
        Receiver receiver = here.starting(saying(HandlerResult.failed(FULL, Data.of(Map.of("free", 0)))));
        Signal first = start("k");
        Signal retry = start("k");

        deliver(first, receiver);
        deliver(retry, receiver);

        SignalOutcome failed = here.outcome(first);
        assertThat(failed.error()).contains(FULL);
        assertThat(failed.isRetryable()).isFalse();
        assertThat(failed.data().asMap()).containsKey("free");
        assertThat(here.outcome(retry)).isEqualTo(failed.replayedFor(retry.correlationId()));
        assertThat(here.effects(first)).isOne();
    }

    @Test
    @Tag("SG-4")
    void notDone_leavesItsOutcomeAlone_andARetryRuns() throws Exception {
        Receiver full = here.starting(saying(HandlerResult.notDone(FULL)));
        Signal first = start("k");
        Signal retry = start("k");

        assertThat(deliver(first, full).settled()).containsExactly("accepted");
        assertThat(here.effects(first)).isZero();
        assertThat(here.counted()).isZero();
        deliver(retry, here.starting(running(here)));

        assertThat(here.outcome(first).isRetryable()).isTrue();
        assertThat(here.outcome(first).error()).contains(FULL);
        assertThat(here.outcome(retry).status()).isEqualTo("Running");
        assertThat(here.outcome(retry).replayOf()).isEmpty();
        assertThat(here.effects(first)).isOne();
    }

    @Test
    @Tag("SG-4")
    void duplicates_waitWithoutAThread_andGetOneOutcomeEach() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        SignalHandler slow = signal -> {
            begun.countDown();
            assertThat(free.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            return running(here).handle(signal);
        };
        IdempotencyPolicy patient =
                IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(ExecutionLimits.LONGEST_TIME));
        Receiver same = here.receiver(
                "swarm-controller", here.inbox(patient, here.attempts).build(), Map.of("swarm-start", slow));
        Controllers there = new Controllers(database().dataSource());
        Receiver other = there.receiver(
                "swarm-controller", there.inbox(patient, there.attempts).build(), Map.of("swarm-start", slow));
        Signal first = start("k");
        Signal second = start("k");
        Signal third = start("k");
        Future<NotedDelivery> original = threads.submit(() -> deliver(first, same));
        assertThat(begun.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();

        NotedDelivery duplicate = deliver(second, same);
        NotedDelivery elsewhere = deliver(third, other);
        assertThat(duplicate.settled()).isEmpty();
        assertThat(elsewhere.settled()).isEmpty();
        free.countDown();
        assertThat(original.get(LIMIT_SECONDS, TimeUnit.SECONDS).settled()).containsExactly("accepted");
        here.timer.advance(Duration.ZERO);
        assertThat(duplicate.settled()).containsExactly("accepted");
        there.timer.advance(A_WHILE);
        here.timer.advance(A_WHILE);

        assertThat(duplicate.settled()).containsExactly("accepted");
        assertThat(elsewhere.settled()).containsExactly("accepted");
        SignalOutcome outcome = here.outcome(first);
        assertThat(here.outcomes())
                .containsExactly(
                        outcome,
                        outcome.replayedFor(second.correlationId()),
                        outcome.replayedFor(third.correlationId()));
        assertThat(runs).hasValue(1);
        assertThat(here.counted()).isZero();
    }

    @Test
    @Tag("SG-4")
    void outcome_isKept_howeverSmallTheAnswersOfThePolicy() {
        IdempotencyPolicy tiny = IdempotencyPolicy.DEFAULT.withResults(results -> results.withMaxBytes(1));
        Receiver receiver = here.receiver(
                "swarm-controller", here.inbox(tiny, here.attempts).build(), Map.of("swarm-start", running(here)));
        Signal first = start("k");
        Signal retry = start("k");

        deliver(first, receiver);
        deliver(retry, receiver);

        assertThat(here.outcome(retry)).isEqualTo(here.outcome(first).replayedFor(retry.correlationId()));
    }

    @Test
    @Tag("SG-3")
    void signal_isReplayedUntilItsRecordIsPurged_thenExecuted() throws Exception {
        IdempotencyPolicy brief = IdempotencyPolicy.DEFAULT.withRetention(
                records -> records.withNamed(Retention.of(Duration.ofMillis(1))));
        Receiver receiver = here.receiver(
                "swarm-controller", here.inbox(brief, here.attempts).build(), Map.of("swarm-start", running(here)));
        Signal signal = start("k");
        Signal late = start("k");
        deliver(signal, receiver);
        deliver(late, receiver);
        assertThat(here.outcome(late).replayOf()).contains(signal.correlationId());

        purge();
        NotedDelivery again = redelivery(signal);
        receiver.receive(again);

        assertThat(again.settled()).containsExactly("accepted");
        assertThat(here.effects(signal)).isEqualTo(2);
        List<SignalOutcome> outcomes = here.outcomes(signal);
        assertThat(outcomes).hasSize(2).allMatch(outcome -> outcome.replayOf().isEmpty());
        assertThat(outcomes.get(1).data().asMap().get("run")).hasToString("2");
        assertThat(here.counted()).isZero();
    }

    /** By the database's clock, which nobody sets: the record is over a millisecond after it was written. */
    private void purge() {
        await("end of the record's retention")
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> here.store.purge(100) > 0);
    }

    @Test
    void unsupportedType_isRejected_orAcceptedIfOthersAreIgnored() {
        Signal signal = signal("swarm-paint", "s1", "k", Data.EMPTY);

        NotedDelivery rejected = deliver(signal, here.starting(running(here)));
        SignalOutcome outcome = here.outcome(signal);
        NotedDelivery left = deliver(
                signal,
                SignalReceiver.builder(here.inbox(), "painter")
                        .outbox(here.outbox)
                        .origin("o")
                        .scope(Controllers.HERE)
                        .handler("swarm-start", running(here))
                        .ignoreOthers()
                        .build());

        assertThat(rejected.settled())
                .singleElement()
                .asString()
                .startsWith("rejected: ")
                .contains("swarm-paint");
        assertThat(outcome.error().orElseThrow().code()).isEqualTo("unsupported-type");
        assertThat(outcome.isRetryable()).isFalse();
        assertThat(left.settled()).containsExactly("accepted");
        assertThat(here.outcomes()).hasSize(1);
        assertThat(runs).hasValue(0);
    }
}

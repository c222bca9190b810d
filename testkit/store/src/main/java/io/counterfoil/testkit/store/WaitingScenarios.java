package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.policy.OnMismatch;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Duplicates of a request that is in progress, in the same process and in another. */
abstract class WaitingScenarios extends EngineScenarios {

    WaitingScenarios() {}

    @Test
    @Tag("RQ-11")
    @Tag("RQ-12")
    void otherContents_areRejectedImmediately_alsoDuringTheOriginal() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        KeyedRequest other = request(request.key(), "other contents");
        Idempotency engine = engine();

        engine.<String, Exception>execute(request, TEXT, execution -> {
            for (Idempotency process : List.of(engine, otherEngine())) {
                boolean immediately = process == engine || recognisesContentsInProgress();
                Outcome<String> payloadMismatch =
                        others.run(() -> process.with(immediately ? PATIENT : IMPATIENT).toBuilder()
                                .waiting(noPause(), System::nanoTime)
                                .build()
                                .execute(other, TEXT, unreached()));
                Outcome<String> replaying = others.run(() -> process.with(
                                IMPATIENT.withDuplicates(duplicates -> duplicates.withOnMismatch(OnMismatch.REPLAY)))
                        .execute(other, TEXT, unreached()));
                if (immediately) {
                    assertThat(payloadMismatch).isEqualTo(new Outcome.PayloadMismatch<>(Optional.empty()));
                } else {
                    assertThat(payloadMismatch).isInstanceOf(Outcome.InProgress.class);
                }
                assertThat(replaying).isInstanceOf(Outcome.InProgress.class);
            }
            return Completion.remember("once");
        });
    }

    @Test
    @Tag("RQ-12")
    void duplicateThatMayNotWait_isRejectedImmediately() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        Duration retryAfter = Duration.ofMillis(700);
        Idempotency engine = engine();

        engine.<String, Exception>execute(request, TEXT, execution -> {
            for (Idempotency process : List.of(engine, otherEngine())) {
                Outcome<String> duplicate = others.run(() ->
                        process
                                .with(IMPATIENT.withDuplicates(duplicates -> duplicates.withRetryAfter(retryAfter)))
                                .toBuilder()
                                .waiting(noPause(), System::nanoTime)
                                .build()
                                .execute(request, TEXT, unreached()));
                assertThat(duplicate).isEqualTo(new Outcome.InProgress<>(retryAfter));
            }
            return Completion.remember("once");
        });
    }

    @Test
    @Tag("RQ-12")
    void waitingDuplicates_replayTheOriginal() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency engine = engine();
        HeldPause pause = new HeldPause(4);
        List<Future<Outcome<String>>> duplicates = new ArrayList<>();

        engine.<String, Exception>execute(request, TEXT, execution -> {
            for (Idempotency process : List.of(engine, engine, otherEngine(), otherEngine())) {
                Idempotency waiting = process.toBuilder()
                        .policy(PATIENT)
                        .waiting(pause, System::nanoTime)
                        .build();
                duplicates.add(others.start(() -> waiting.execute(request, TEXT, unreached())));
            }
            pause.awaitBegun();
            return Completion.remember("once");
        });
        pause.end();

        for (Future<Outcome<String>> duplicate : duplicates) {
            assertReplayed(TestThreads.result(duplicate), "once");
        }
    }

    @Test
    @Tag("RQ-12")
    void waitingDuplicates_execute_ifTheOriginalDidNot() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency engine = engine();
        HeldPause pause = new HeldPause(4);
        List<Future<Outcome<String>>> duplicates = new ArrayList<>();
        Queue<String> executions = new ConcurrentLinkedQueue<>();
        Queue<IdempotencyEvent> undone = new ConcurrentLinkedQueue<>();
        IdempotencyListener listener = event -> {
            if (event instanceof IdempotencyEvent.ConflictRetried) {
                undone.add(event);
            }
        };

        engine.<String, Exception>execute(request, TEXT, execution -> {
            for (Idempotency process : List.of(engine, engine, otherEngine(), otherEngine())) {
                Idempotency waiting = process.toBuilder()
                        .policy(PATIENT)
                        .listener(listener)
                        .waiting(pause, System::nanoTime)
                        .build();
                duplicates.add(others.start(() -> waiting.execute(request, TEXT, retry -> {
                    executions.add("run");
                    return Completion.remember("by a duplicate");
                })));
            }
            pause.awaitBegun();
            return Completion.forget("not now");
        });
        pause.end();

        List<Outcome<String>> outcomes = new ArrayList<>();
        for (Future<Outcome<String>> duplicate : duplicates) {
            outcomes.add(TestThreads.result(duplicate));
        }
        // A unit that was rolled back by a conflict has run without effect.
        assertThat(executions).hasSizeBetween(1, 1 + undone.size());
        assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
        outcomes.stream()
                .filter(outcome -> !(outcome instanceof Outcome.Executed))
                .forEach(outcome -> assertReplayed(outcome, "by a duplicate"));
    }

    @Test
    @Tag("RQ-12")
    void interruptedDuplicate_stopsWaiting_andStaysInterrupted() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency engine = engine();

        engine.<String, Exception>execute(request, TEXT, execution -> {
            for (Idempotency process : List.of(engine, otherEngine())) {
                Idempotency interrupted = process.toBuilder()
                        .policy(PATIENT)
                        .waiting(
                                (atMost, end) -> {
                                    throw new InterruptedException();
                                },
                                System::nanoTime)
                        .build();
                List<Object> seen = others.run(
                        () -> List.of(interrupted.execute(request, TEXT, unreached()), Thread.interrupted()));
                assertThat(seen.get(0)).isInstanceOf(Outcome.InProgress.class);
                assertThat(seen.get(1)).isEqualTo(true);
            }
            return Completion.remember("once");
        });
    }
}

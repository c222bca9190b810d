package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.key;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.OnMismatch;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The behaviour of the engine that both modes share, on every store; see {@link TransactionalModeContract} and {@link
 * LeaseModeContract}.
 */
public abstract class EngineContract extends WaitingScenarios {

    EngineContract() {}

    @Test
    @Tag("RQ-7")
    @Tag("RQ-12")
    void duplicates_getTheResultByteForByte_inEveryProcess() {
        for (String answer :
                List.of("", " ", "once", "\u0000\r\n\u0085", "e\u0301 \ud83d\ude00 ", "x".repeat(100_000))) {
            KeyedRequest request = request(freshKey(), "contents");
            Idempotency engine = engine();

            Outcome<String> first = engine.execute(request, TEXT, execution -> Completion.remember(answer));

            assertThat(first).isEqualTo(new Outcome.Executed<>(answer, Outcome.Stored.RESULT, mode()));
            assertReplayed(engine.execute(request, TEXT, unreached()), answer);
            assertReplayed(otherEngine().execute(request, TEXT, unreached()), answer);
            assertReplayed(otherEngine().execute(request.key(), request.fingerprint(), TEXT, unreached()), answer);
        }
    }

    @Test
    @Tag("RQ-13")
    void workThatThrows_isReported_andItsExceptionPropagated() {
        Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();
        Idempotency engine = engine().with(events::add);
        KeyedRequest request = request(freshKey(), "contents");
        IllegalStateException failure = new IllegalStateException("out of paper");

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(events).containsExactly(new IdempotencyEvent.ActionFailed(request, mode(), Optional.of(failure)));
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-15")
    void longResults_areCompressedIfShorter_andReplayedByteForByte() {
        byte[] dull = new byte[1 << 20];
        byte[] noise = new byte[1 << 20];
        new Random(7).nextBytes(noise);
        for (byte[] answer : List.of(dull, noise)) {
            KeyedRequest request = request(freshKey(), "contents");
            engine().execute(request, PayloadCodec.BYTES, execution -> Completion.remember(answer));

            Outcome<byte[]> replayed = otherEngine().execute(request, PayloadCodec.BYTES, unreached());

            assertThat(replayed)
                    .isInstanceOfSatisfying(
                            Outcome.Replayed.class,
                            r -> assertThat((byte[]) r.value()).isEqualTo(answer));
            assertThat(records().find(request.key()).orElseThrow().payload().length())
                    .isLessThanOrEqualTo(answer == dull ? 10_000 : answer.length + 1);
        }
    }

    @Test
    @Tag("RQ-15")
    void resultOverTheLimit_isNotStored_butTheExecutionIs() {
        Idempotency engine = engine().with(IMPATIENT.withResults(results -> results.withMaxBytes(3)));
        KeyedRequest fits = request(freshKey(), "contents");
        KeyedRequest large = request(freshKey(), "contents");

        engine.execute(fits, TEXT, execution -> Completion.remember("123"));
        Outcome<String> executed = engine.execute(large, TEXT, execution -> Completion.remember("1234"));

        assertThat(executed).isEqualTo(new Outcome.Executed<>("1234", Outcome.Stored.RESULT_TOO_LARGE, mode()));
        assertReplayed(otherEngine().execute(fits, TEXT, unreached()), "123");
        assertThat(engine.execute(large, TEXT, unreached())).isInstanceOf(Outcome.ResultNotStored.class);
        assertThat(otherEngine().execute(large, TEXT, unreached())).isInstanceOf(Outcome.ResultNotStored.class);
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-21")
    void withheldResult_isNotStored_butTheExecutionIs() {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> executed = engine().execute(
                        request,
                        TEXT,
                        execution -> Completion.remember("secret").withoutStoredResult());

        assertThat(executed).isEqualTo(new Outcome.Executed<>("secret", Outcome.Stored.RESULT_WITHHELD, mode()));
        assertThat(otherEngine().execute(request, TEXT, unreached())).isInstanceOf(Outcome.ResultNotStored.class);
        assertThat(records().find(request.key()).orElseThrow().payload().length())
                .isEqualTo(1);
    }

    @Test
    @Tag("RQ-14")
    void refusal_isRemembered_unlessThePolicyDiscardsIt() {
        KeyedRequest remembered = request(freshKey(), "contents");
        KeyedRequest forgotten = request(freshKey(), "contents");
        Idempotency forgetful = engine().with(IMPATIENT.withResults(results -> results.withRememberRefusals(false)));

        Outcome<String> kept = engine().execute(remembered, TEXT, execution -> Completion.refuse("no"));
        Outcome<String> lost = forgetful.execute(forgotten, TEXT, execution -> Completion.refuse("no"));

        assertThat(kept).isEqualTo(new Outcome.Executed<>("no", Outcome.Stored.RESULT, mode()));
        assertThat(lost).isEqualTo(new Outcome.Executed<>("no", Outcome.Stored.NOTHING, mode()));
        assertThat(otherEngine().execute(remembered, TEXT, unreached()))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class, r -> assertThat(r.refusal()).isTrue());
        assertThat(otherEngine().execute(forgotten, TEXT, execution -> Completion.remember("yes")))
                .isEqualTo(new Outcome.Executed<>("yes", Outcome.Stored.RESULT, mode()));
    }

    @Test
    @Tag("RQ-14")
    void discardedCompletion_freesTheKey_alsoForOtherContents() {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> first = engine().execute(request, TEXT, execution -> Completion.forget("not now"));

        assertThat(first).isEqualTo(new Outcome.Executed<>("not now", Outcome.Stored.NOTHING, mode()));
        assertThat(records().find(request.key())).isEmpty();
        KeyedRequest other = request(request.key(), "other contents");
        assertThat(otherEngine().execute(other, TEXT, execution -> Completion.remember("now")))
                .isEqualTo(new Outcome.Executed<>("now", Outcome.Stored.RESULT, mode()));
    }

    @Test
    @Tag("RQ-11")
    void otherContents_areRejected_orReplayedByPolicy() {
        KeyedRequest request = request(freshKey(), "contents");
        KeyedRequest other = request(request.key(), "other contents");
        engine().execute(request, TEXT, execution -> Completion.remember("first"));
        Idempotency replaying = otherEngine()
                .with(IMPATIENT.withDuplicates(duplicates -> duplicates.withOnMismatch(OnMismatch.REPLAY)));

        IdempotencyRecord record = records().find(request.key()).orElseThrow();

        Outcome<String> refused = otherEngine().execute(other, TEXT, unreached());

        assertThat(refused).isEqualTo(new Outcome.PayloadMismatch<>(Optional.of(record.withRequestCount(2))));
        assertReplayed(replaying.execute(other, TEXT, unreached()), "first");
    }

    @Test
    @Tag("RQ-9")
    void duplicates_areCounted_exactlyOrInBatches() {
        for (Counting counting : Counting.values()) {
            KeyedRequest request = request(freshKey(), "contents");
            Idempotency engine =
                    engine().with(IMPATIENT.withDuplicates(duplicates -> duplicates.withCounting(counting)));
            engine.execute(request, TEXT, execution -> Completion.remember("once"));

            List<Long> counts = IntStream.range(0, 3)
                    .mapToObj(i ->
                            replayed(engine.execute(request, TEXT, unreached())).requestCount())
                    .toList();
            engine.flush();

            if (counting == Counting.EXACT) {
                assertThat(counts).containsExactly(2L, 3L, 4L);
            } else {
                // What is being written just then may be missing.
                assertThat(counts)
                        .startsWith(2L)
                        .allSatisfy(count -> assertThat(count).isBetween(2L, 4L));
            }
            assertThat(records().find(request.key()).orElseThrow().requestCount())
                    .isEqualTo(4);
            assertThat(replayed(otherEngine().execute(request, TEXT, unreached()))
                            .requestCount())
                    .isEqualTo(5);
        }
    }

    @Test
    @Tag("RQ-9")
    @Tag("RQ-10")
    void duplicate_seesItsOriginal_forAnyAttempt() {
        KeyedRequest original = request(freshKey(), "contents", "a-1");
        engine().execute(original, TEXT, execution -> Completion.remember("once"));
        IdempotencyRecord kept = records().find(original.key()).orElseThrow();

        for (String attempt : List.of("a-1", "2", "\"")) {
            IdempotencyRecord record =
                    replayed(otherEngine().execute(request(original.key(), "contents", attempt), TEXT, unreached()));
            assertThat(record.firstAttempt()).contains(new AttemptId("a-1"));
            assertThat(record.firstReceived()).isEqualTo(kept.firstReceived());
        }
    }

    @Test
    @Tag("RQ-5")
    @Tag("RQ-16")
    void sameRequestIdOfAnotherClient_isAnotherRequest() {
        String id = freshKey().requestId().value();
        List<IdempotencyKey> keys =
                List.of(key("one", "POST /a", id), key("other", "POST /a", id), key("", "POST /a", id));
        keys.forEach(key -> engine().execute(
                        request(key, "contents"), TEXT, execution -> Completion.remember("for " + key.client())));

        keys.forEach(key -> assertReplayed(
                otherEngine().execute(request(key, "contents"), TEXT, unreached()), "for " + key.client()));
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-6")
    void retention_isThatOfThePolicy_withAnotherForAnonymousClients() {
        IdempotencyPolicy policy = IMPATIENT.withRetention(records ->
                records.withNamed(Retention.of(Duration.ofDays(3))).withAnonymous(Retention.of(Duration.ofHours(1))));
        KeyedRequest named = request(freshKey(), "contents");
        KeyedRequest anonymous =
                request(key("", "POST /a", freshKey().requestId().value()), "contents");
        List.of(named, anonymous)
                .forEach(request -> engine().with(policy)
                        .execute(request, TEXT, execution -> Completion.remember("first execution")));

        letTimePass(Duration.ofDays(2));
        while (records().purge(1000) > 0) {
            // Until no record of earlier tests is left.
        }

        assertReplayed(otherEngine().execute(named, TEXT, unreached()), "first execution");
        assertThat(otherEngine().execute(anonymous, TEXT, execution -> Completion.remember("second execution")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-6")
    void clientWithTooManyInProgress_isRejected_andOthersAreNot() throws Exception {
        Idempotency engine = engine().with(IMPATIENT.withLimits(limits -> limits.withInProgressPerClient(1)));
        String id = freshKey().requestId().value();

        engine.<String, Exception>execute(request(key("greedy", "a", id), "contents"), TEXT, execution -> {
            assertThat(others.run(() -> engine.execute(request(key("greedy", "b", id), "contents"), TEXT, unreached())))
                    .isEqualTo(new Outcome.TooManyInProgress<>(
                            1, IMPATIENT.duplicates().retryAfter()));
            // A store may take one of them for a key that is in progress, by chance, but hardly each.
            List<Outcome<String>> modest = others.run(() -> Stream.of("b", "c", "d")
                    .map(operation -> executedBy(engine, key("modest", operation, id)))
                    .toList());
            assertThat(modest)
                    .hasAtLeastOneElementOfType(Outcome.Executed.class)
                    .doesNotHaveAnyElementsOfTypes(Outcome.TooManyInProgress.class);
            return Completion.remember("done");
        });

        assertThat(executedBy(engine, key("greedy", "b", id))).isInstanceOf(Outcome.Executed.class);
        assertThatThrownBy(() -> engine.execute(request(key("greedy", "c", id), "contents"), TEXT, execution -> {
                    throw new IllegalStateException("crashed");
                }))
                .hasMessage("crashed");
        assertThat(executedBy(engine, key("greedy", "d", id))).isInstanceOf(Outcome.Executed.class);
    }

    private static Outcome<String> executedBy(Idempotency engine, IdempotencyKey key) {
        return engine.execute(request(key, "contents"), TEXT, execution -> Completion.remember("done"));
    }

    @Test
    @Tag("RC-3")
    void listener_receivesEachKindOfEventOnce() {
        Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();
        Idempotency engine = engine().with(IMPATIENT.withResults(results -> results.withMaxBytes(4)))
                .with(events::add);
        KeyedRequest request = request(freshKey(), "contents", "x");
        KeyedRequest other = request(request.key(), "other contents");
        KeyedRequest large = request(freshKey(), "contents");

        engine.execute(request, TEXT, execution -> Completion.remember("once"));
        Outcome.Replayed<String> retry =
                replay(engine.execute(request(request.key(), "contents", "y"), TEXT, unreached()));
        Outcome.Replayed<String> twice = replay(engine.execute(request, TEXT, unreached()));
        Outcome<String> payloadMismatch = engine.execute(other, TEXT, unreached());
        engine.execute(large, TEXT, execution -> Completion.remember("large"));

        assertThat(events)
                .filteredOn(event -> !(event instanceof IdempotencyEvent.ReplayCacheHit))
                .containsExactly(
                        new IdempotencyEvent.Executed(request, Outcome.Stored.RESULT, mode()),
                        new IdempotencyEvent.Replayed(request(request.key(), "contents", "y"), retry.record()),
                        new IdempotencyEvent.Replayed(request, twice.record()),
                        new IdempotencyEvent.UnexpectedDuplicate(request, twice.record()),
                        new IdempotencyEvent.Rejected(other, (Outcome.Rejected<?>) payloadMismatch),
                        new IdempotencyEvent.Executed(large, Outcome.Stored.RESULT_TOO_LARGE, mode()),
                        new IdempotencyEvent.ResultTooLarge(large, 4));
    }

    /**
     * Uses plain counters, so that a lost or duplicate execution shows. A unit that a conflict rolled back has run
     * without effect; otherwise, no unit may run more than once.
     */
    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void concurrentDuplicates_executeEachRequestOnce_withEqualResults() throws Exception {
        int threads = 8;
        int keys = 40;
        int[] runs = new int[keys];
        AtomicIntegerArray executed = new AtomicIntegerArray(keys);
        Queue<IdempotencyKey> undone = new ConcurrentLinkedQueue<>();
        String prefix = freshKey().requestId().value();
        IdempotencyListener listener = event -> {
            if (event instanceof IdempotencyEvent.ConflictRetried conflict) {
                undone.add(conflict.request().key());
            }
        };
        List<Idempotency> processes = List.of(
                engine().with(PATIENT).with(listener),
                otherEngine().with(PATIENT).with(listener));

        List<List<String>> answers = others.together(threads, thread -> () -> {
            List<String> mine = new ArrayList<>();
            for (int i = 0; i < keys; i++) {
                int number = i;
                KeyedRequest request = request(key("client", "POST /storm", prefix + i), "contents");
                mine.add(processes
                        .get(thread % 2)
                        .execute(request, TEXT, execution -> {
                            runs[number]++;
                            return Completion.remember(number + " by " + thread);
                        })
                        .match(
                                done -> {
                                    executed.incrementAndGet(number);
                                    return done.value();
                                },
                                Outcome.Replayed::value,
                                Object::toString));
            }
            return mine;
        });

        for (int i = 0; i < keys; i++) {
            assertThat(executed.get(i)).isEqualTo(1);
            assertThat(runs[i])
                    .isBetween(1, 1 + Collections.frequency(undone, key("client", "POST /storm", prefix + i)));
        }
        assertThat(answers.stream().distinct()).hasSize(1);
        assertThat(answers.get(0)).allMatch(answer -> answer.contains(" by "));
    }
}

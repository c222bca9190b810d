package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.BatchResult;
import io.counterfoil.idempotency.Creation;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.RecordStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The behaviour of the engine in transactional mode, on every {@link ClaimStore}. */
public abstract class TransactionalModeContract extends EngineContract {

    /** For a subclass; JUnit makes an instance for each test. */
    protected TransactionalModeContract() {}

    /** {@return the store under test; the same instance throughout a test} */
    protected abstract ClaimStore store();

    /** {@return another store on the same data, as in another process; the same instance if the data is in it} */
    protected abstract ClaimStore otherStore();

    @Override
    final Idempotency engine() {
        return configured(Idempotency.builder(store()).timer(timer).build());
    }

    @Override
    final Idempotency otherEngine() {
        return configured(Idempotency.builder(otherStore()).timer(timer).build());
    }

    @Override
    final RecordStore records() {
        return store();
    }

    @Override
    final CommitMode mode() {
        return CommitMode.OWN_TRANSACTION;
    }

    /** Each step, of requests whose result is known after the work and of those whose result is known before it. */
    static Stream<Arguments> steps() {
        return Step.OF_A_TRANSACTION.stream()
                .flatMap(step -> Stream.of(false, true).map(known -> arguments(step, known)));
    }

    /** An action with this result. */
    private static Action<String, RuntimeException> remembering(String value, boolean known) {
        Completion<String> completion = Completion.remember(value);
        return new Action<>() {
            @Override
            public Completion<String> run(Execution execution) {
                return completion;
            }

            @Override
            public Optional<Completion<String>> known() {
                return known ? Optional.of(completion) : Optional.empty();
            }
        };
    }

    @ParameterizedTest
    @MethodSource("steps")
    @Tag("RQ-13")
    void processThatCrashesAtAStep_leavesNothingOrEverything(Step step, boolean known) {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency dying = Idempotency.builder(new SteppedClaimStore(store(), new Crash(step)))
                .timer(timer)
                .build();

        assertThatThrownBy(() -> dying.execute(request, TEXT, remembering("first execution", known)))
                .isInstanceOf(Crash.ProcessCrashed.class);

        boolean committed = step == Step.AFTER_COMMIT;
        assertThat(records().find(request.key()).isPresent()).isEqualTo(committed);
        Outcome<String> next = otherEngine().execute(request, TEXT, remembering("second execution", known));
        if (committed) {
            assertReplayed(next, "first execution");
        } else {
            assertThat(next).isEqualTo(new Outcome.Executed<>("second execution", Outcome.Stored.RESULT, mode()));
        }
        assertReplayed(
                engine().execute(request, TEXT, unreached()), committed ? "first execution" : "second execution");
    }

    /** How an engine executes several requests in one unit. */
    private enum Together {
        ONE_ACTION_EACH {
            @Override
            List<Outcome<String>> execute(Idempotency engine, List<KeyedRequest> requests, String value) {
                return ended(engine.executeAll(
                        requests.stream()
                                .map(request ->
                                        new BatchRequest<String>(request, execution -> Completion.remember(value)))
                                .toList(),
                        TEXT,
                        A_LONG_TIME));
            }
        },
        ONE_ACTION_FOR_ALL {
            @Override
            List<Outcome<String>> execute(Idempotency engine, List<KeyedRequest> requests, String value) {
                return ended(engine.executeTogether(requests, TEXT, free -> value));
            }
        };

        private static final Duration A_LONG_TIME = Duration.ofDays(1);

        abstract List<Outcome<String>> execute(Idempotency engine, List<KeyedRequest> requests, String value);

        private static List<Outcome<String>> ended(List<BatchResult<String>> results) {
            return results.stream()
                    .filter(BatchResult.Ended.class::isInstance)
                    .map(result -> ((BatchResult.Ended<String>) result).outcome())
                    .toList();
        }
    }

    static Stream<Arguments> stepsTogether() {
        return Step.OF_A_TRANSACTION.stream()
                .flatMap(step -> Stream.of(Together.values()).map(together -> arguments(step, together)));
    }

    /** Three requests, one of them passed twice, beside a duplicate of a request that was executed before. */
    @ParameterizedTest
    @MethodSource("stepsTogether")
    @Tag("RQ-13")
    void batchThatCrashesAtAStep_leavesNothingOrEverything(Step step, Together together) {
        assumeTrue(store().hasParts(), "only a store whose units several requests can share");
        List<KeyedRequest> requests =
                Stream.generate(() -> request(freshKey(), "contents")).limit(3).toList();
        KeyedRequest before = request(freshKey(), "contents");
        engine().execute(before, TEXT, remembering("before", false));
        List<KeyedRequest> batch = List.of(requests.get(0), before, requests.get(1), requests.get(0), requests.get(2));
        Idempotency dying = Idempotency.builder(new SteppedClaimStore(store(), new Crash(step)))
                .timer(timer)
                .build();

        assertThatThrownBy(() -> together.execute(dying, batch, "first execution"))
                .isInstanceOf(Crash.ProcessCrashed.class);

        boolean committed = step == Step.AFTER_COMMIT;
        for (KeyedRequest each : requests) {
            assertThat(records().find(each.key()).isPresent()).isEqualTo(committed);
        }
        assertThat(together.execute(otherEngine(), batch, "second execution")).hasSize(4);
        for (KeyedRequest each : requests) {
            assertReplayed(
                    engine().execute(each, TEXT, unreached()), committed ? "first execution" : "second execution");
        }
        assertReplayed(engine().execute(before, TEXT, unreached()), "before");
    }

    @ParameterizedTest
    @MethodSource("steps")
    @Tag("RQ-12")
    @Tag("RQ-13")
    void processPausedAtAStep_blocksNoDuplicateInsideAUnit(Step step, boolean known) throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        List<Outcome<String>> meanwhile = new ArrayList<>();
        Idempotency sleepy = Idempotency.builder(new SteppedClaimStore(store(), (reached, key) -> {
                    if (reached == step) {
                        meanwhile.add(inOtherThread(() ->
                                otherEngine().with(IMPATIENT).execute(request, TEXT, remembering("other", known))));
                    }
                }))
                .timer(timer)
                .build();

        // By a clock that stands still, no time for retries passes.
        Outcome<String> own = sleepy.toBuilder()
                .policy(IMPATIENT)
                .waiting(Pause.REAL, () -> 0L)
                .build()
                .execute(request, TEXT, remembering("own", known));

        switch (step) {
            case BEFORE_CLAIM -> {
                assertThat(meanwhile.get(0)).isInstanceOf(Outcome.Executed.class);
                assertReplayed(own, "other");
            }
            case AFTER_COMMIT -> assertReplayed(meanwhile.get(0), "own");
            default -> {
                assertThat(meanwhile.get(0)).isInstanceOf(Outcome.InProgress.class);
                assertThat(own).isInstanceOf(Outcome.Executed.class);
            }
        }
    }

    @Test
    @Tag("RQ-13")
    void actionThatEndsOtherwiseThanItSaid_isUndone() {
        KeyedRequest request = request(freshKey(), "contents");
        Action<String, RuntimeException> wrong = new Action<>() {
            @Override
            public Completion<String> run(Execution execution) {
                return Completion.refuse("closed");
            }

            @Override
            public Optional<Completion<String>> known() {
                return Optional.of(Completion.remember("done"));
            }
        };

        assertThatThrownBy(() -> engine().execute(request, TEXT, wrong))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(request.key().toString());

        assertThat(records().find(request.key())).isEmpty();
        assertThat(otherEngine().execute(request, TEXT, remembering("done", true)))
                .isEqualTo(new Outcome.Executed<>("done", Outcome.Stored.RESULT, mode()));
        assertReplayed(engine().execute(request, TEXT, unreached()), "done");
    }

    private <T> T inOtherThread(Callable<T> work) {
        try {
            return others.run(work);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    @Tag("RQ-13")
    void exceptionOfTheWork_isPropagated_andFreesTheKey() {
        KeyedRequest request = request(freshKey(), "contents");
        IOException failure = new IOException("disk full");

        assertThatThrownBy(() -> engine().<String, IOException>execute(request, TEXT, execution -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(otherEngine().execute(request, TEXT, execution -> Completion.remember("second attempt")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-13")
    void resultThatCannotBeEncoded_rollsTheWorkBack() {
        KeyedRequest request = request(freshKey(), "contents");
        PayloadCodec<String> broken = PayloadCodec.of(
                1,
                text -> {
                    throw new IllegalArgumentException("unencodable");
                },
                String::new);

        assertThatThrownBy(() -> engine().execute(request, broken, execution -> Completion.remember("lost")))
                .hasMessage("unencodable");

        assertThat(otherEngine().execute(request, TEXT, execution -> Completion.remember("second attempt")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-13")
    void insideAnOuterUnit_theWorkJoinsIt_andReportsIt() {
        assumeTrue(
                store().<Boolean, RuntimeException>within(claims -> store().joins()),
                "only a store whose units join outer ones");
        KeyedRequest kept = request(freshKey(), "contents");
        KeyedRequest lost = request(freshKey(), "contents");
        Outcome<String> expected =
                new Outcome.Executed<>("once", Outcome.Stored.RESULT, CommitMode.CALLERS_TRANSACTION);

        Outcome<String> joined =
                store().within(outer -> engine().execute(kept, TEXT, execution -> Completion.remember("once")));
        assertThatThrownBy(() -> store().within(outer -> {
                    assertThat(engine().execute(lost, TEXT, execution -> Completion.remember("once")))
                            .isEqualTo(expected);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");

        assertThat(joined).isEqualTo(expected);
        assertReplayed(otherEngine().execute(kept, TEXT, unreached()), "once");
        assertThat(otherEngine().execute(lost, TEXT, execution -> Completion.remember("again")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-12")
    void insideAnOuterUnit_duplicatesDoNotWait() throws Exception {
        assumeTrue(
                store().<Boolean, RuntimeException>within(claims -> store().joins()),
                "only a store whose units join outer ones");
        KeyedRequest request = request(freshKey(), "contents");

        engine().<String, Exception>execute(request, TEXT, execution -> {
            Outcome<String> duplicate = others.run(() -> otherStore()
                    .within(outer -> otherEngine().toBuilder()
                            .policy(PATIENT)
                            .waiting(noPause(), System::nanoTime)
                            .build()
                            .execute(request, TEXT, unreached())));
            assertThat(duplicate).isInstanceOf(Outcome.InProgress.class);
            return Completion.remember("once");
        });
    }

    @Test
    @Tag("RQ-13")
    void execution_hasTheTokenOfItsClaim_andIsNeverLost() {
        KeyedRequest request = request(freshKey(), "contents");
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            otherEngine().execute(request, TEXT, execution -> {
                tokens.add(execution.token());
                assertThat(execution.lease().key()).isEqualTo(request.key());
                assertThat(execution.isLost()).isFalse();
                return Completion.forget(execution.phase("phase", TEXT, () -> "ran"));
            });
        }

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @Tag("LG-2")
    @Tag("LG-3")
    void concurrentCreations_createEachObjectOnce() throws Exception {
        String scope = freshKey().requestId().value();
        Map<DataKey, String> objects = new ConcurrentHashMap<>();
        int keys = 10;
        int[] creations = new int[keys];
        List<DataKeys> processes = List.of(new DataKeys(store(), PATIENT), new DataKeys(otherStore(), PATIENT));

        List<List<String>> answers = others.together(8, thread -> () -> {
            List<String> mine = new ArrayList<>();
            for (int i = 0; i < keys; i++) {
                int number = i;
                DataKey key = new DataKey("thing", scope, new RequestId("object-" + i));
                Creation<String> creation = processes
                        .get(thread % 2)
                        .createOnce(key, () -> Optional.ofNullable(objects.get(key)), () -> {
                            creations[number]++;
                            objects.put(key, "by " + thread);
                            return "by " + thread;
                        });
                mine.add(creation.value());
            }
            return mine;
        });

        assertThat(creations).containsOnly(1);
        assertThat(answers.stream().distinct()).hasSize(1);
    }
}

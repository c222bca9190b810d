package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recovery points: work that goes on where another left off. */
@Timeout(300)
@Tag("RQ-13")
class PhasesTest {

    private static final String LONGEST_NAME = "\u00e9".repeat(Execution.MAX_PHASE_NAME);

    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
    private final Idempotency engine = Idempotency.builder(
                    (LeaseStore) store, LeasePolicy.DEFAULT.withOnExpiry(OnExpiry.RERUN))
            .timer(new ManualScheduler())
            .build();
    private final KeyedRequest request = request(freshKey(), "contents");
    private final List<String> ran = new ArrayList<>();

    private String run(Execution execution, String name) {
        return execution.phase(name, TEXT, () -> {
            ran.add(name);
            return "result of " + name + " in run " + ran.size();
        });
    }

    @Test
    void manyPhases_areEachRunOnce_overManyLives() {
        List<String> phases = IntStream.range(0, 20).mapToObj(i -> "phase " + i).toList();
        for (int life = 1; life < 20; life += 3) {
            int until = life;
            assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                        phases.subList(0, until).forEach(phase -> run(execution, phase));
                        throw new IllegalStateException("died at work");
                    }))
                    .hasMessage("died at work");
        }

        engine.execute(request, TEXT, execution -> {
            phases.forEach(phase -> run(execution, phase));
            return Completion.remember("done");
        });

        assertThat(ran).isEqualTo(phases);
    }

    @Test
    void resultsOfPhases_comeBackByteForByte() {
        byte[] bytes = new byte[500_000];
        bytes[499_999] = -1;
        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    execution.phase("bytes", PayloadCodec.BYTES, () -> bytes);
                    execution.phase(LONGEST_NAME, TEXT, () -> "\ud83d\ude00 e\u0301\u0000");
                    execution.phase(
                            "empty", PayloadCodec.of(32767, text -> new byte[0], kept -> "x" + kept.length), () -> "");
                    throw new IllegalStateException("died at work");
                }))
                .hasMessage("died at work");

        engine.execute(request, TEXT, execution -> {
            assertThat(execution.phase("bytes", PayloadCodec.BYTES, unreachable()))
                    .isEqualTo(bytes);
            assertThat(execution.phase(LONGEST_NAME, TEXT, unreachable())).isEqualTo("\ud83d\ude00 e\u0301\u0000");
            assertThat(execution.phase(
                            "empty",
                            PayloadCodec.of(32767, (String text) -> new byte[0], kept -> "x" + kept.length),
                            unreachable()))
                    .isEqualTo("x0");
            return Completion.remember("done");
        });
    }

    private static <T> Execution.Phase<T, RuntimeException> unreachable() {
        return () -> {
            throw new AssertionError("the phase ran again");
        };
    }

    @Test
    void phaseThatThrows_isHandedOn_andRunsAgain() {
        IOException failure = new IOException("disk full");
        assertThatThrownBy(() -> engine.<String, IOException>execute(request, TEXT, execution -> {
                    run(execution, "one");
                    execution.<String, IOException>phase("two", TEXT, () -> {
                        throw failure;
                    });
                    return Completion.remember("unreached");
                }))
                .isSameAs(failure);

        engine.execute(request, TEXT, execution -> {
            run(execution, "one");
            return Completion.remember(run(execution, "two"));
        });

        assertThat(ran).containsExactly("one", "two");
    }

    @Test
    @Tag("RQ-15")
    void nameOutOfItsLimits_isRefused_beforeThePhaseRuns() {
        Idempotency transactional = Idempotency.on((ClaimStore) store);
        for (Idempotency mode : List.of(engine, transactional)) {
            mode.execute(request(freshKey(), "contents"), TEXT, execution -> {
                for (String name : List.of("", LONGEST_NAME + "x")) {
                    assertThatThrownBy(() -> run(execution, name))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("1 to 100")
                            .hasMessageContaining("not " + name.length());
                }
                return Completion.remember("done");
            });
        }

        assertThat(ran).isEmpty();
    }

    @Test
    @Tag("RQ-15")
    void resultOverTheLimit_isRefused_andAllOthersAreKept() {
        int mebibyte = 1 << 20;
        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    run(execution, "one");
                    assertThatThrownBy(() -> execution.phase("large", PayloadCodec.BYTES, () -> new byte[mebibyte]))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("large")
                            .hasMessageContaining(Integer.toString(mebibyte));
                    run(execution, "two");
                    throw new IllegalStateException("died at work");
                }))
                .hasMessage("died at work");

        engine.execute(request, TEXT, execution -> Completion.remember(run(execution, "one") + run(execution, "two")));

        assertThat(ran).containsExactly("one", "two");
    }

    @Test
    @Tag("RQ-15")
    void resultsUpToTheLimit_areKept() {
        // Their count, the length and the text of the name, the format and the length of the bytes.
        int overhead = 4 + 2 + 5 + 2 + 4;

        engine.execute(request, TEXT, execution -> {
            assertThat(execution.phase("large", PayloadCodec.BYTES, () -> new byte[(1 << 20) - overhead]))
                    .hasSize((1 << 20) - overhead);
            return Completion.remember("done");
        });
    }

    @Test
    void phaseInOneTransactionWithItsRequest_givesItsResult() {
        Outcome<String> outcome = Idempotency.on((ClaimStore) store)
                .execute(request, TEXT, execution -> Completion.remember(run(execution, "one")));

        assertThat(outcome)
                .isEqualTo(new Outcome.Executed<>(
                        "result of one in run 1", Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION));
    }

    @Test
    void progressWithoutResults_isRead() {
        Lease lease = ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();
        store.save(lease, new Payload(1, new byte[4]));
        store.abandon(lease);

        engine.execute(request, TEXT, execution -> Completion.remember(run(execution, "one")));

        assertThat(ran).containsExactly("one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,1",
                "1,2,3",
                "1,0,0,0,1",
                "1,0,0,0,1,0,1,97,0,1,0,0,0,2,98",
                "1,0,0,0,1,0,1,97,0,1,-1,-1,-1,-1",
                "1,-1,-1,-1,-1",
                "1,0,0,0,0,7",
                "1,0,0,0,1,0,1,97,0,1,0,0,0,0,7",
                "2,0,0,0,0"
            })
    void progressThatCannotBeRead_isRefused_beforeAnyWork(String formatAndBytes) {
        int[] numbers = Arrays.stream(formatAndBytes.split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
        byte[] bytes = new byte[numbers.length - 1];
        IntStream.range(1, numbers.length).forEach(i -> bytes[i - 1] = (byte) numbers[i]);
        Lease lease = ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();
        store.save(lease, new Payload(numbers[0], bytes));
        store.abandon(lease);

        assertThatThrownBy(() -> engine.execute(request, TEXT, unreached()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(numbers[0] == 1 ? "damaged" : "format 2");
    }

    @Test
    void progressOfThisForm_isRead() {
        Lease lease = ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();
        store.save(lease, new Payload(1, new byte[] {0, 0, 0, 1, 0, 1, 'a', 0, 1, 0, 0, 0, 2, 'h', 'i'}));
        store.abandon(lease);

        Outcome<String> outcome = engine.execute(
                request, TEXT, execution -> Completion.remember(execution.phase("a", TEXT, unreachable())));

        assertThat(outcome).isEqualTo(new Outcome.Executed<>("hi", Outcome.Stored.RESULT, CommitMode.LEASE));
        assertReplayed(engine.execute(request, TEXT, unreached()), "hi");
    }
}

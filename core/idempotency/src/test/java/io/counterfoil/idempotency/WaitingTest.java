package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine's budget, by a clock that moves only when it pauses. */
@Timeout(300)
class WaitingTest {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<IdempotencyEvent> events = new ArrayList<>();
    private final KeyedRequest request = request(freshKey(), "contents");
    private final LoggedClaimStore store =
            new LoggedClaimStore(new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"))));

    /** An engine as another process has it. */
    private Idempotency process() {
        return Idempotency.on(store)
                .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(LIMIT)))
                .toBuilder()
                .listener(events::add)
                .waiting(
                        (atMost, end) -> {
                            pauses.add(atMost);
                            nanos.addAndGet(atMost.toNanos());
                            return false;
                        },
                        nanos::get)
                .build();
    }

    @Test
    @Tag("RQ-12")
    void duplicateInAnotherProcess_pollsWithGrowingBoundedPauses() {
        Outcome<String> original = process().execute(request, TEXT, execution -> {
            assertThat(process().execute(request, TEXT, unreached())).isInstanceOf(Outcome.InProgress.class);
            return Completion.remember("once");
        });

        assertThat(original)
                .isEqualTo(new Outcome.Executed<>("once", Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION));
        assertThat(Duration.ofNanos(nanos.get())).as("waited").isEqualTo(LIMIT);
        assertThat(pauses).hasSizeBetween(18, 40);
        for (int i = 0; i < pauses.size() - 1; i++) {
            Duration longest = Duration.ofMillis(Math.min(4L << Math.min(i, 10), 128));
            assertThat(pauses.get(i)).isBetween(longest.dividedBy(2), longest);
        }
        assertThat(store.calls).filteredOn("claim"::equals).hasSize(pauses.size() + 2);
        assertThat(events)
                .filteredOn(IdempotencyEvent.Waited.class::isInstance)
                .containsExactly(new IdempotencyEvent.Waited(request, LIMIT));
    }

    @Test
    @Tag("RQ-12")
    void pauses_areNotAlikeInAllProcesses() {
        process().execute(request, TEXT, execution -> {
            for (int i = 0; i < 20; i++) {
                process().execute(request, TEXT, unreached());
            }
            return Completion.remember("once");
        });

        assertThat(pauses.stream()
                        .filter(pause -> pause.compareTo(Duration.ofMillis(4)) <= 0)
                        .distinct())
                .hasSizeGreaterThan(10);
    }

    @Test
    @Tag("RQ-12")
    void duplicateInTheSameProcess_waitsInMemory_asLongAsTheLimit() {
        Idempotency engine = process();

        engine.execute(request, TEXT, execution -> {
            store.calls.clear();
            assertThat(engine.execute(request, TEXT, unreached())).isInstanceOf(Outcome.InProgress.class);
            return Completion.remember("once");
        });

        assertThat(pauses).containsExactly(LIMIT);
        assertThat(store.calls).as("one look when the time was over").containsExactly("find", "complete");
    }

    @Test
    @Tag("RQ-12")
    void retryAfter_isTheRestOfTheLease_whereThatIsShorter() {
        InMemoryStore leases = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
        ManualScheduler timer = new ManualScheduler();
        LeasePolicy policy = LeasePolicy.DEFAULT.withDuration(Duration.ofMillis(400));
        IdempotencyPolicy impatient =
                IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO));

        Idempotency.builder(leases, policy).timer(timer).build().execute(request, TEXT, execution -> {
            Idempotency duplicate =
                    Idempotency.builder(leases, policy).timer(timer).build().with(impatient);
            assertThat(duplicate.execute(request, TEXT, unreached()))
                    .isEqualTo(new Outcome.InProgress<>(Duration.ofMillis(400)));
            assertThat(duplicate
                            .with(impatient.withDuplicates(
                                    duplicates -> duplicates.withRetryAfter(Duration.ofMillis(300))))
                            .execute(request, TEXT, unreached()))
                    .isEqualTo(new Outcome.InProgress<>(Duration.ofMillis(300)));
            return Completion.remember("once");
        });
    }

    @Test
    @Tag("RQ-13")
    void unitThatLosesConflicts_isRunAgainAsAWhole() {
        AtomicInteger runs = new AtomicInteger();
        store.conflict(8);

        Outcome<String> outcome =
                process().execute(request, TEXT, execution -> Completion.remember("run " + runs.incrementAndGet()));

        assertThat(outcome)
                .isEqualTo(new Outcome.Executed<>("run 9", Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION));
        assertThat(events)
                .filteredOn(IdempotencyEvent.ConflictRetried.class::isInstance)
                .hasSize(8);
        assertThat(pauses).hasSize(8);
    }

    @Test
    @Tag("RQ-13")
    void unitThatTookLong_isRunAgainAfterItsFirstConflict() {
        AtomicInteger runs = new AtomicInteger();
        store.conflict(3);

        assertThatThrownBy(() -> process().execute(request, TEXT, execution -> {
                    runs.incrementAndGet();
                    nanos.addAndGet(Duration.ofSeconds(6).toNanos());
                    return Completion.remember("done");
                }))
                .isInstanceOf(LoggedClaimStore.LostConflict.class);

        assertThat(runs).as("two within ten seconds after the first conflict").hasValue(3);
    }

    @Test
    @Tag("RQ-13")
    void unitThatLosesTooManyConflicts_fails_andLeavesTheKeyFree() {
        store.conflict(4);
        Idempotency engine =
                process().with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withConflictRetries(3)));

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> Completion.remember("lost")))
                .isInstanceOf(LoggedClaimStore.LostConflict.class);

        assertThat(events)
                .filteredOn(IdempotencyEvent.ConflictRetried.class::isInstance)
                .hasSize(3);
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("next")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-13")
    void conflictInsideAnOuterUnit_isTheOuterOnesToRunAgain() {
        store.join();
        store.conflict(1);

        assertThatThrownBy(() -> process().execute(request, TEXT, execution -> Completion.remember("lost")))
                .isInstanceOf(LoggedClaimStore.LostConflict.class);

        assertThat(events).isEmpty();
        assertThat(pauses).isEmpty();
    }

    @Test
    @Tag("RQ-13")
    void otherFailure_isNoConflict_andNothingRunsAgain() {
        AtomicInteger runs = new AtomicInteger();

        assertThatThrownBy(() -> process().execute(request, TEXT, execution -> {
                    throw new IllegalStateException("run " + runs.incrementAndGet());
                }))
                .hasMessage("run 1");

        assertThat(runs).hasValue(1);
    }

    @Test
    @Tag("RQ-12")
    void duplicate_insideAnOuterUnit_doesNotWait() {
        process().execute(request, TEXT, execution -> {
            store.join();
            assertThat(process().execute(request, TEXT, unreached())).isInstanceOf(Outcome.InProgress.class);
            return Completion.remember("once");
        });

        assertThat(pauses).isEmpty();
    }
}

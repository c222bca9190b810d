package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the engine holds a lease, and what it does when the store fails under it. */
@Timeout(300)
@Tag("RQ-13")
class HeartbeatTest {

    private static final Duration THIRD = Duration.ofSeconds(10);

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final LeaseStoreWithFaults store = new LeaseStoreWithFaults(new InMemoryStore(clock));
    private final ManualScheduler timer = new ManualScheduler();
    private final Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();
    private final KeyedRequest request = request(freshKey(), "contents");
    private final Idempotency engine = engine(OnExpiry.UNKNOWN);
    private final TestThreads others = new TestThreads();

    @AfterEach
    void stopOthers() {
        others.close();
    }

    private Idempotency engine(OnExpiry onExpiry) {
        return Idempotency.builder(store, LeasePolicy.DEFAULT.withOnExpiry(onExpiry))
                .timer(timer)
                .build()
                .with(events::add)
                .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)));
    }

    private void pass(Duration time) {
        clock.advance(time);
        timer.advance(time);
    }

    private long renewals() {
        return store.calls.stream().filter("renew"::equals).count();
    }

    private Lease stolen(Execution execution) {
        clock.advance(Duration.ofSeconds(30));
        Lease thief =
                store.takeOver(execution.lease().key(), Duration.ofDays(1)).orElseThrow();
        assertThat(thief.token()).isGreaterThan(execution.token());
        return thief;
    }

    @Test
    void lease_isRenewedEachThird_untilTheExecutionEnds() {
        engine.execute(request, TEXT, execution -> {
            pass(THIRD.minusNanos(1));
            assertThat(renewals()).isZero();
            pass(Duration.ofNanos(1));
            assertThat(renewals()).isEqualTo(1);
            pass(THIRD.multipliedBy(2));
            assertThat(renewals()).isEqualTo(3);
            return Completion.remember("once");
        });

        assertThat(timer.waiting()).isZero();
        assertThat(events).hasOnlyElementsOfType(IdempotencyEvent.Executed.class);
    }

    @Test
    void failureOfOneRenewal_isTold_andTheNextBeatMakesItGood() {
        StoreException failure = new StoreException("gone for lunch");

        engine.execute(request, TEXT, execution -> {
            store.fail("renew", failure);
            pass(THIRD);
            assertThat(events)
                    .containsExactly(new IdempotencyEvent.RenewalFailed(execution.lease(), Optional.of(failure)));
            assertThat(execution.isLost()).isFalse();
            pass(THIRD);
            pass(THIRD.multipliedBy(2));
            assertThat(store.lease(request, THIRD, true)).as("still held").isNotInstanceOf(Claim.Acquired.class);
            return Completion.remember("once");
        });

        assertThat(renewals()).isEqualTo(4);
    }

    @Test
    void leaseThatAnotherHas_isToldOnce_andLeftAlone() {
        List<Lease> lost = new ArrayList<>();

        Outcome<String> outcome = engine.execute(request, TEXT, execution -> {
            lost.add(execution.lease());
            stolen(execution);
            assertThat(execution.isLost()).isFalse();
            timer.advance(THIRD);
            assertThat(execution.isLost()).isTrue();
            timer.advance(THIRD.multipliedBy(5));
            return Completion.remember("too late");
        });

        assertThat(outcome).isInstanceOf(Outcome.InProgress.class);
        assertThat(renewals()).isEqualTo(1);
        assertThat(events)
                .containsExactly(
                        new IdempotencyEvent.RenewalFailed(lost.get(0), Optional.empty()),
                        new IdempotencyEvent.FencedOff(lost.get(0)),
                        new IdempotencyEvent.Rejected(request, (Outcome.Rejected<?>) outcome));
    }

    @Test
    void beatUnderWay_whenTheWorkEnds_isNoLoss() throws Exception {
        CountDownLatch beating = new CountDownLatch(1);
        CountDownLatch recorded = new CountDownLatch(1);
        LeaseStoreWithFaults slow = new LeaseStoreWithFaults(store) {
            @Override
            public boolean renew(Lease lease, Duration duration) {
                beating.countDown();
                awaitUnchecked(recorded);
                return super.renew(lease, duration);
            }
        };
        List<Future<?>> beats = new ArrayList<>();

        Idempotency.builder(slow, LeasePolicy.DEFAULT)
                .timer(timer)
                .build()
                .with(events::add)
                .<String, Exception>execute(request, TEXT, execution -> {
                    beats.add(others.start(() -> {
                        timer.advance(THIRD);
                        return null;
                    }));
                    TestThreads.await(beating);
                    return Completion.remember("once");
                });
        recorded.countDown();
        TestThreads.result(beats.get(0));

        assertThat(renewals()).isEqualTo(1);
        assertThat(events)
                .containsExactly(new IdempotencyEvent.Executed(request, Outcome.Stored.RESULT, CommitMode.LEASE));
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            TestThreads.await(latch);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void forgottenCompletion_underALostLease_isToldAsFencedOff() {
        List<Lease> lost = new ArrayList<>();

        Outcome<String> outcome = engine.execute(request, TEXT, execution -> {
            lost.add(execution.lease());
            stolen(execution);
            return Completion.forget("not now");
        });

        assertThat(outcome).isEqualTo(new Outcome.Executed<>("not now", Outcome.Stored.NOTHING, CommitMode.LEASE));
        assertThat(events).contains(new IdempotencyEvent.FencedOff(lost.get(0)));
    }

    @Test
    void workThatThrows_underALostLease_isHandedOn_andToldAsFencedOff() {
        List<Lease> lost = new ArrayList<>();
        IllegalStateException death = new IllegalStateException("died at work");

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    lost.add(execution.lease());
                    stolen(execution);
                    throw death;
                }))
                .isSameAs(death);

        assertThat(events)
                .containsExactly(
                        new IdempotencyEvent.FencedOff(lost.get(0)),
                        new IdempotencyEvent.ActionFailed(request, CommitMode.LEASE, Optional.of(death)));
    }

    @Test
    void takeover_isTold() {
        IllegalStateException death = new IllegalStateException("died at work");
        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    throw death;
                }))
                .isSameAs(death);
        List<Lease> second = new ArrayList<>();

        engine(OnExpiry.RERUN).execute(request, TEXT, execution -> {
            second.add(execution.lease());
            return Completion.remember("second life");
        });

        assertThat(events)
                .containsExactly(
                        new IdempotencyEvent.ActionFailed(request, CommitMode.LEASE, Optional.of(death)),
                        new IdempotencyEvent.LeaseTakenOver(request, second.get(0)),
                        new IdempotencyEvent.Executed(request, Outcome.Stored.RESULT, CommitMode.LEASE));
    }

    @Test
    void storeThatFailsToAbandon_doesNotHideWhyTheWorkThrew() {
        StoreException gone = new StoreException("gone for lunch");
        store.fail("abandon", gone);

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    throw new IllegalStateException("died at work");
                }))
                .hasMessage("died at work")
                .hasSuppressedException(gone);

        assertThat(engine.execute(request, TEXT, unreached())).isInstanceOf(Outcome.InProgress.class);
        clock.advance(Duration.ofSeconds(30));
        assertThat(engine.execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    void failedCompletion_leavesUnknownOutcome_afterLeaseExpiry() {
        StoreException gone = new StoreException("gone for lunch");
        store.fail("complete", gone);

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> Completion.remember("lost")))
                .isSameAs(gone);

        assertThat(timer.waiting()).as("hearts still beating").isZero();
        clock.advance(Duration.ofSeconds(30));
        assertThat(engine.execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    void timerThatTakesNoMore_endsTheLease_beforeAnyWork() {
        timer.shutdown();

        assertThatThrownBy(() -> engine.execute(request, TEXT, unreached()))
                .isInstanceOf(RejectedExecutionException.class);

        assertThat(store.calls).containsExactly("lease", "abandon");
    }

    @Test
    void answerThatCannotBeEncoded_endsTheLeaseAtOnce() {
        PayloadCodec<String> broken = PayloadCodec.of(
                1,
                text -> {
                    throw new IllegalArgumentException("unencodable");
                },
                bytes -> "");

        assertThatThrownBy(() -> engine.execute(request, broken, execution -> Completion.remember("x")))
                .hasMessage("unencodable");

        assertThat(engine.execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    void outcomeThatCannotBeEncoded_isSaidAgain_atOnce() {
        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    throw new IllegalStateException("died at work");
                }))
                .hasMessage("died at work");
        UnknownOutcomes outcomes = new UnknownOutcomes(store, IdempotencyPolicy.DEFAULT);
        PayloadCodec<String> broken = PayloadCodec.of(
                1,
                text -> {
                    throw new IllegalArgumentException("unencodable");
                },
                bytes -> "");

        assertThatThrownBy(() -> outcomes.happened(request.key(), broken, "x")).hasMessage("unencodable");

        assertThat(outcomes.happened(request.key(), TEXT, "it happened")).isTrue();
        assertReplayed(engine.execute(request, TEXT, unreached()), "it happened");
    }

    @Test
    @Tag("RQ-4")
    void outcomeThatIsSaid_isKeptAsThePolicySays() {
        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    throw new IllegalStateException("died at work");
                }))
                .hasMessage("died at work");
        IdempotencyPolicy hour = IdempotencyPolicy.DEFAULT.withRetention(
                records -> records.withNamed(Retention.of(Duration.ofHours(1))));
        new UnknownOutcomes(store, hour).happened(request.key(), TEXT, "it happened");

        clock.advance(Duration.ofHours(1));

        assertThat(store.purge(10)).isEqualTo(1);
    }
}

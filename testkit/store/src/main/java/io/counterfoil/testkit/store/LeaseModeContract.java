package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.LeaseLostException;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The behaviour of the engine in lease mode, on every {@link LeaseStore}. */
public abstract class LeaseModeContract extends UnknownOutcomeScenarios {

    /** For a subclass; JUnit makes an instance for each test. */
    protected LeaseModeContract() {}

    static Stream<Step> steps() {
        return Step.OF_A_LEASE.stream();
    }

    @ParameterizedTest
    @MethodSource("steps")
    @Tag("RQ-13")
    void processThatCrashesAtAStep_hasAtMostOneEffect_underUnknown(Step step) {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency dying = on(new SteppedLeaseStore(store(), new Crash(step)), OnExpiry.UNKNOWN);
        assertThatThrownBy(() -> dying.execute(request, TEXT, work("first execution")))
                .isInstanceOf(Crash.ProcessCrashed.class);

        Outcome<String> before = otherEngine().with(IMPATIENT).execute(request, TEXT, work("second execution"));
        letTimePass(LEASE);
        Outcome<String> after = otherEngine().with(IMPATIENT).execute(request, TEXT, work("third execution"));

        switch (step) {
            case BEFORE_LEASE -> {
                assertThat(before)
                        .isEqualTo(executed("shipped in the second execution, charged in the second execution"));
                assertReplayed(after, "shipped in the second execution, charged in the second execution");
            }
            case AFTER_COMPLETE -> {
                assertReplayed(before, "shipped in the first execution, charged in the first execution");
                assertReplayed(after, "shipped in the first execution, charged in the first execution");
            }
            default -> {
                assertThat(before).isInstanceOf(Outcome.InProgress.class);
                assertThat(after).isInstanceOf(Outcome.UnknownOutcome.class);
            }
        }
        assertThat(effects.stream().map(effect -> effect.split(" ", 2)[0])).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("steps")
    @Tag("RQ-13")
    void processThatCrashesAtAStep_isRerun_fromTheLastSavedPhase(Step step) {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency dying = on(new SteppedLeaseStore(store(), new Crash(step)), OnExpiry.RERUN);
        assertThatThrownBy(() -> dying.execute(request, TEXT, work("first execution")))
                .isInstanceOf(Crash.ProcessCrashed.class);
        letTimePass(LEASE);

        Outcome<String> after = on(otherStore(), OnExpiry.RERUN).execute(request, TEXT, work("second execution"));

        switch (step) {
            case BEFORE_LEASE, AFTER_LEASE, BEFORE_SAVE ->
                assertThat(after)
                        .isEqualTo(executed("shipped in the second execution, charged in the second execution"));
            case AFTER_SAVE, BEFORE_COMPLETE ->
                assertThat(after)
                        .isEqualTo(executed("shipped in the second execution, charged in the first execution"));
            default -> assertReplayed(after, "shipped in the first execution, charged in the first execution");
        }
        assertThat(effects)
                .contains(after.match(Outcome.Executed::value, Outcome.Replayed::value, Object::toString)
                        .split(", "));
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_RELEASE", "AFTER_RELEASE", "BEFORE_ABANDON", "AFTER_ABANDON"})
    @Tag("RQ-13")
    void crashDuringRelease_leavesAFreeKeyOrAnUnknownOutcome(Step step) {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency dying = on(new SteppedLeaseStore(store(), new Crash(step)), OnExpiry.UNKNOWN);
        assertThatThrownBy(() -> dying.execute(request, TEXT, execution -> {
                    if (step == Step.BEFORE_ABANDON || step == Step.AFTER_ABANDON) {
                        throw new IllegalStateException("no response");
                    }
                    return Completion.forget("not now");
                }))
                .isInstanceOf(Crash.ProcessCrashed.class);

        Outcome<String> before = otherEngine().with(IMPATIENT).execute(request, TEXT, work("second execution"));
        letTimePass(LEASE);
        Outcome<String> after = otherEngine().with(IMPATIENT).execute(request, TEXT, work("third execution"));

        if (step == Step.AFTER_RELEASE) {
            assertThat(before).isInstanceOf(Outcome.Executed.class);
            assertThat(after).isInstanceOf(Outcome.Replayed.class);
        } else {
            assertThat(before)
                    .isInstanceOf(step == Step.AFTER_ABANDON ? Outcome.UnknownOutcome.class : Outcome.InProgress.class);
            assertThat(after).isInstanceOf(Outcome.UnknownOutcome.class);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_TAKE_OVER", "AFTER_TAKE_OVER", "BEFORE_COMPLETE", "AFTER_COMPLETE"})
    @Tag("RQ-13")
    void operatorsProcessThatCrashes_leavesTheOutcomeUnknownOrSettled(Step step) {
        KeyedRequest request = unknown();
        UnknownOutcomes dying =
                new UnknownOutcomes(new SteppedLeaseStore(store(), new Crash(step)), IdempotencyPolicy.DEFAULT);
        assertThatThrownBy(() -> dying.happened(request.key(), TEXT, "it happened"))
                .isInstanceOf(Crash.ProcessCrashed.class);
        letTimePass(LEASE);

        Outcome<String> after = otherEngine().execute(request, TEXT, unreached());

        if (step == Step.AFTER_COMPLETE) {
            assertReplayed(after, "it happened");
        } else {
            assertThat(after).isInstanceOf(Outcome.UnknownOutcome.class);
        }
    }

    @Test
    @Tag("RQ-13")
    void ownerPausedPastItsLease_returnsTheNextOwnersResult() {
        KeyedRequest request = request(freshKey(), "contents");
        List<Long> tokens = new ArrayList<>();

        Outcome<String> former = on(store(), OnExpiry.RERUN).with(PATIENT).execute(request, TEXT, execution -> {
            tokens.add(execution.token());
            letTimePass(LEASE);
            on(otherStore(), OnExpiry.RERUN).execute(request, TEXT, successor -> {
                tokens.add(successor.token());
                return Completion.remember("successor");
            });
            return Completion.remember("former");
        });

        assertReplayed(former, "successor");
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
        assertReplayed(engine().execute(request, TEXT, unreached()), "successor");
    }

    @Test
    @Tag("RQ-13")
    void ownerPausedPastItsLease_isStoppedAtItsNextPhase() {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> former = on(store(), OnExpiry.RERUN).with(PATIENT).execute(request, TEXT, execution -> {
            letTimePass(LEASE);
            on(otherStore(), OnExpiry.RERUN).execute(request, TEXT, successor -> Completion.remember("successor"));
            assertThat(execution.isLost()).as("not asked yet").isFalse();
            assertThatThrownBy(() -> execution.phase("late", TEXT, () -> "late"))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining(Long.toString(execution.token()));
            assertThat(execution.isLost()).isTrue();
            return Completion.remember(execution.phase("even later", TEXT, () -> "former"));
        });

        assertReplayed(former, "successor");
    }

    @Test
    @Tag("RQ-13")
    void longWork_keepsItsLease_whileHeartbeatsContinue() {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> outcome = on(store(), OnExpiry.RERUN).execute(request, TEXT, execution -> {
            for (int i = 0; i < 30; i++) {
                letTimePass(LEASE.dividedBy(3));
                timer.advance(LEASE.dividedBy(3));
                assertThat(on(otherStore(), OnExpiry.RERUN).with(IMPATIENT).execute(request, TEXT, unreached()))
                        .isInstanceOf(Outcome.InProgress.class);
            }
            assertThat(execution.isLost()).isFalse();
            return Completion.remember("once");
        });

        assertThat(outcome).isEqualTo(executed("once"));
        assertThat(timer.waiting()).as("running heartbeats").isZero();
    }

    @Test
    @Tag("RQ-13")
    void heartbeat_reportsALostLeaseToTheWork() {
        KeyedRequest request = request(freshKey(), "contents");

        on(store(), OnExpiry.RERUN).execute(request, TEXT, execution -> {
            letTimePass(LEASE);
            on(otherStore(), OnExpiry.RERUN).execute(request, TEXT, successor -> Completion.remember("successor"));
            timer.advance(LEASE.dividedBy(3));
            assertThat(execution.isLost()).isTrue();
            return Completion.remember("former");
        });
    }

    @Test
    @Tag("RQ-13")
    void completedPhase_isNotRerunByTheSameWork() {
        engine().execute(request(freshKey(), "contents"), TEXT, execution -> {
            Execution.Phase<String, RuntimeException> charge = () -> effect("charged");
            String first = execution.phase("charge", TEXT, charge);
            return Completion.remember(first + execution.phase("charge", TEXT, charge));
        });

        assertThat(effects).containsExactly("charged");
    }
}

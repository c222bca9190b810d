package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Resolution;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests whose lease has expired, settled by an operator, a resolver or the policy. */
abstract class UnknownOutcomeScenarios extends EngineContract {

    static final Duration LEASE = Duration.ofHours(1);

    /** The external effects of the work. */
    final List<String> effects = new ArrayList<>();

    UnknownOutcomeScenarios() {}

    /** {@return the store under test; the same instance throughout a test} */
    protected abstract LeaseStore store();

    /** {@return another store on the same data, as in another process; the same instance if the data is in it} */
    protected abstract LeaseStore otherStore();

    @Override
    final Idempotency engine() {
        return on(store(), OnExpiry.UNKNOWN);
    }

    @Override
    final Idempotency otherEngine() {
        return on(otherStore(), OnExpiry.UNKNOWN);
    }

    final Idempotency on(LeaseStore store, OnExpiry onExpiry) {
        return configured(Idempotency.builder(store, new LeasePolicy(LEASE, onExpiry))
                .timer(timer)
                .build());
    }

    @Override
    final RecordStore records() {
        return store();
    }

    @Override
    final CommitMode mode() {
        return CommitMode.LEASE;
    }

    /** Work of two phases, each with an effect. */
    final Action<String, RuntimeException> work(String run) {
        return execution -> {
            String charged = execution.phase("charge", TEXT, () -> effect("charged in the " + run));
            return Completion.remember(effect("shipped in the " + run) + ", " + charged);
        };
    }

    final String effect(String effect) {
        effects.add(effect);
        return effect;
    }

    static Outcome<String> executed(String value) {
        return new Outcome.Executed<>(value, Outcome.Stored.RESULT, CommitMode.LEASE);
    }

    /** A request whose owner crashed during execution and whose lease has expired. */
    final KeyedRequest unknown() {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency dying = on(new SteppedLeaseStore(store(), new Crash(Step.BEFORE_COMPLETE)), OnExpiry.UNKNOWN);
        assertThatThrownBy(() -> dying.execute(request, TEXT, work("first execution")))
                .isInstanceOf(Crash.ProcessCrashed.class);
        letTimePass(LEASE);
        return request;
    }

    @Test
    @Tag("RQ-13")
    void unknownOutcome_staysUnknown_untilResolved() {
        KeyedRequest request = unknown();
        UnknownOutcomes outcomes = new UnknownOutcomes(otherStore(), IdempotencyPolicy.DEFAULT);
        assertThat(otherEngine().execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
        assertThat(engine().execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);

        assertThat(outcomes.happened(request.key(), TEXT, "it happened")).isTrue();

        assertReplayed(engine().execute(request, TEXT, unreached()), "it happened");
        assertThat(outcomes.happened(request.key(), TEXT, "otherwise"))
                .as("twice")
                .isFalse();
        assertThat(outcomes.didNotHappen(request.key())).as("then not").isFalse();
        assertReplayed(engine().execute(request, TEXT, unreached()), "it happened");
    }

    @Test
    @Tag("RQ-13")
    void unknownOutcome_isExecutedAgain_afterRelease() {
        KeyedRequest request = unknown();

        assertThat(new UnknownOutcomes(otherStore(), IdempotencyPolicy.DEFAULT).didNotHappen(request.key()))
                .isTrue();

        assertThat(engine().execute(request, TEXT, execution -> Completion.remember("second execution")))
                .isEqualTo(executed("second execution"));
    }

    @Test
    @Tag("RQ-13")
    void knownOutcome_cannotBeSettled() {
        KeyedRequest request = request(freshKey(), "contents");
        UnknownOutcomes outcomes = new UnknownOutcomes(otherStore(), IdempotencyPolicy.DEFAULT);
        assertThat(outcomes.didNotHappen(request.key())).as("of a missing key").isFalse();

        engine().execute(request, TEXT, execution -> {
            assertThat(outcomes.happened(request.key(), TEXT, "too early")).isFalse();
            assertThat(outcomes.didNotHappen(request.key())).isFalse();
            return Completion.remember("once");
        });

        assertReplayed(otherEngine().execute(request, TEXT, unreached()), "once");
    }

    @ParameterizedTest
    @EnumSource(OnExpiry.class)
    @Tag("RQ-13")
    void exceptionOfTheWork_isPropagated_andAbandonsTheLease(OnExpiry onExpiry) {
        KeyedRequest request = request(freshKey(), "contents");
        IOException failure = new IOException("no response");
        assertThatThrownBy(() -> on(store(), onExpiry).<String, IOException>execute(request, TEXT, execution -> {
                    throw failure;
                }))
                .isSameAs(failure);

        Outcome<String> next = on(otherStore(), onExpiry).execute(request, TEXT, work("second execution"));

        assertThat(next)
                .isEqualTo(
                        onExpiry == OnExpiry.RERUN
                                ? executed("shipped in the second execution, charged in the second execution")
                                : new Outcome.UnknownOutcome<>());
    }

    @ParameterizedTest
    @EnumSource(OnExpiry.class)
    @Tag("RQ-13")
    void resolverWithAResult_settlesTheOutcomeOnce(OnExpiry onExpiry) {
        KeyedRequest request = unknown();
        List<Long> asked = new ArrayList<>();
        Action<String, RuntimeException> resolved = EngineScenarios.<String>unreached()
                .resolvedBy(execution -> {
                    asked.add(execution.token());
                    return Resolution.happened("found in the books");
                });

        Outcome<String> answer = on(otherStore(), onExpiry).execute(request, TEXT, resolved);

        assertThat(answer.match(Outcome.Executed::value, Outcome.Replayed::value, Object::toString))
                .isEqualTo("found in the books");
        assertReplayed(engine().execute(request, TEXT, resolved), "found in the books");
        assertThat(asked).hasSize(1);
    }

    @Test
    @Tag("RQ-13")
    void resolverThatDenies_letsTheWorkRun() {
        KeyedRequest request = unknown();

        Outcome<String> answer = otherEngine()
                .execute(request, TEXT, work("second execution").resolvedBy(execution -> Resolution.didNotHappen()));

        assertThat(answer).isEqualTo(executed("shipped in the second execution, charged in the first execution"));
    }

    @ParameterizedTest
    @EnumSource(OnExpiry.class)
    @Tag("RQ-13")
    void undecidedResolver_leavesTheDecisionToThePolicy(OnExpiry onExpiry) {
        KeyedRequest request = unknown();
        Action<String, RuntimeException> undecided =
                work("second execution").resolvedBy(execution -> Resolution.undecided());

        Outcome<String> answer = on(otherStore(), onExpiry).execute(request, TEXT, undecided);

        assertThat(answer)
                .isEqualTo(
                        onExpiry == OnExpiry.RERUN
                                ? executed("shipped in the second execution, charged in the first execution")
                                : new Outcome.UnknownOutcome<>());
        Outcome<String> later = engine().execute(
                        request,
                        TEXT,
                        EngineScenarios.<String>unreached().resolvedBy(e -> Resolution.happened("later")));
        assertThat(later.match(Outcome.Executed::value, Outcome.Replayed::value, Object::toString))
                .isEqualTo(
                        onExpiry == OnExpiry.RERUN
                                ? "shipped in the second execution, charged in the first execution"
                                : "later");
    }

    @Test
    @Tag("RQ-13")
    void resolverException_isPropagated_andTheOutcomeStaysUnknown() {
        KeyedRequest request = unknown();
        IllegalStateException failure = new IllegalStateException("the books are closed");

        assertThatThrownBy(() -> otherEngine()
                        .execute(request, TEXT, work("second execution").resolvedBy(execution -> {
                            throw failure;
                        })))
                .isSameAs(failure);

        assertThat(engine().execute(request, TEXT, unreached())).isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    @Tag("RQ-13")
    void resolver_isNotCalledForANewRequest() {
        Outcome<String> first = engine().execute(
                        request(freshKey(), "contents"),
                        TEXT,
                        work("first execution").resolvedBy(execution -> {
                            throw new AssertionError("asked");
                        }));

        assertThat(first).isInstanceOf(Outcome.Executed.class);
    }
}

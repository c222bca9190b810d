package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leases on a store that may lose what it has acknowledged. */
@Timeout(300)
@Tag("BM-3")
@Tag("BM-4")
class FirstClaimTest {

    private final LeaseStore reliable = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
    private final LeaseStore losing = losing(reliable);
    private final KeyedRequest request = request(freshKey(), "contents");
    private final List<String> asked = new ArrayList<>();

    /** A store that says so, and keeps its writes. */
    private static LeaseStore losing(LeaseStore store) {
        return (LeaseStore) Proxy.newProxyInstance(
                FirstClaimTest.class.getClassLoader(),
                new Class<?>[] {LeaseStore.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("lossOfWrites")
                                ? Optional.of("fsync is off: set it to on")
                                : method.invoke(store, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private static Idempotency engine(LeaseStore store, LeasePolicy policy) {
        return Idempotency.builder(store, policy).timer(new ManualScheduler()).build();
    }

    private static LeasePolicy asking(OnExpiry onExpiry) {
        return LeasePolicy.DEFAULT.withFirstClaim(FirstClaim.ASK_RESOLVER).withOnExpiry(onExpiry);
    }

    private Action<String, Exception> resolvedAs(Resolution<String> resolution, Action<String, Exception> work) {
        return work.resolvedBy(execution -> {
            asked.add("asked");
            return resolution;
        });
    }

    @Test
    void storeThatLosesWrites_isRejected_beforeAnythingRuns() {
        Idempotency engine = engine(losing, LeasePolicy.DEFAULT);

        assertThatIllegalStateException()
                .isThrownBy(engine::verify)
                .withMessageContaining("fsync is off: set it to on")
                .withMessageContaining("ASK_RESOLVER");
        assertThatIllegalStateException()
                .isThrownBy(() -> engine.execute(request, TEXT, unreached()))
                .withMessageContaining("fsync is off");
        engine(reliable, LeasePolicy.DEFAULT).verify();
        assertThat(engine(reliable, LeasePolicy.DEFAULT)
                        .execute(request, TEXT, execution -> Completion.remember("first")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void trustedStore_isNotChecked() {
        Idempotency engine = engine(losing, LeasePolicy.DEFAULT.withFirstClaim(FirstClaim.TRUST_STORE));

        engine.verify();
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("first")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void lostRecord_isResolved_andNotExecutedAgain() throws Exception {
        Idempotency engine = engine(losing, asking(OnExpiry.UNKNOWN));

        Outcome<String> outcome =
                engine.execute(request, TEXT, resolvedAs(Resolution.happened("of the lost record"), unreachable()));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Executed.class,
                        executed -> assertThat(executed.value()).isEqualTo("of the lost record"));
        assertReplayed(engine.execute(request, TEXT, unreached()), "of the lost record");
    }

    @Test
    void requestThatDidNotHappen_isExecuted() throws Exception {
        Idempotency engine = engine(losing, asking(OnExpiry.UNKNOWN));

        engine.execute(request, TEXT, resolvedAs(Resolution.didNotHappen(), execution -> Completion.remember("first")));

        assertThat(asked).hasSize(1);
        assertReplayed(engine.execute(request, TEXT, resolvedAs(Resolution.undecided(), unreachable())), "first");
        assertThat(asked).as("a replay asks nothing").hasSize(1);
    }

    @Test
    void undecidedRequest_isSettledByThePolicyOfExpiry() throws Exception {
        assertThat(engine(losing, asking(OnExpiry.UNKNOWN))
                        .execute(request, TEXT, resolvedAs(Resolution.undecided(), unreachable())))
                .isInstanceOf(Outcome.UnknownOutcome.class);

        KeyedRequest other = request(freshKey(), "contents");
        assertThat(engine(losing, asking(OnExpiry.RERUN))
                        .execute(
                                other,
                                TEXT,
                                resolvedAs(Resolution.undecided(), execution -> Completion.remember("again"))))
                .isInstanceOf(Outcome.Executed.class);
    }

    /** The failure shows that this execution has had no effect, and nothing about an earlier one. */
    @Test
    void failureWithoutEffect_afterAnUndecidedRequest_isUnknown() {
        ConnectException refused = new ConnectException("refused");
        LeasePolicy unknown = asking(OnExpiry.RERUN).withNoEffectOn(Set.of(ConnectException.class));
        Idempotency engine = engine(losing, unknown);
        Action<String, Exception> failing = execution -> {
            throw refused;
        };

        assertThatThrownBy(() -> engine.execute(request, TEXT, resolvedAs(Resolution.undecided(), failing)))
                .isSameAs(refused);
        assertThat(engine(reliable, LeasePolicy.DEFAULT).execute(request, TEXT, unreached()))
                .isInstanceOf(Outcome.UnknownOutcome.class);

        KeyedRequest other = request(freshKey(), "contents");
        assertThatThrownBy(() -> engine.execute(other, TEXT, resolvedAs(Resolution.didNotHappen(), failing)))
                .isSameAs(refused);
        assertThat(engine(reliable, LeasePolicy.DEFAULT)
                        .execute(other, TEXT, execution -> Completion.remember("first")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void workWithoutAResolver_isRejected() {
        assertThatIllegalStateException()
                .isThrownBy(() -> engine(losing, asking(OnExpiry.RERUN)).execute(request, TEXT, unreached()))
                .withMessageContaining("Action.resolvedBy");
    }

    private static Action<String, Exception> unreachable() {
        return execution -> {
            throw new AssertionError("executed");
        };
    }
}

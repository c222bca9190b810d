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
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures that are known to mean that nothing has happened, under a lease. */
@Timeout(300)
@Tag("RQ-13")
class NoEffectTest {

    private static final LeasePolicy POLICY =
            LeasePolicy.DEFAULT.withNoEffectOn(Set.of(ConnectException.class, IllegalStateException.class));

    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
    private final Idempotency engine = engine(POLICY);
    private final KeyedRequest request = request(freshKey(), "contents");

    private Idempotency engine(LeasePolicy policy) {
        return Idempotency.builder((LeaseStore) store, policy)
                .timer(new ManualScheduler())
                .build();
    }

    private void fails(Idempotency failing, Action<String, Exception> action, Exception failure) {
        assertThatThrownBy(() -> failing.execute(request, TEXT, action)).isSameAs(failure);
    }

    private static Action<String, Exception> throwing(Exception failure) {
        return execution -> {
            throw failure;
        };
    }

    @Test
    void failureWithoutEffect_givesTheKeyUp_andTheNextTryExecutes() throws Exception {
        for (Exception failure : new Exception[] {
            new ConnectException("refused"), new UncheckedIOException(new ConnectException("as a cause"))
        }) {
            fails(engine, throwing(failure), failure);
        }

        Outcome<String> retry = engine.execute(request, TEXT, execution -> Completion.remember("done"));

        assertThat(retry).isInstanceOf(Outcome.Executed.class);
        assertReplayed(engine.execute(request, TEXT, unreached()), "done");
    }

    @Test
    void causes_areFollowedTo49_andInACircleNotForever() {
        Exception inCircle = new IOException("broke off");
        inCircle.initCause(new IOException(inCircle));

        assertThat(POLICY.hasNoEffect(refusedUnder(49))).isTrue();
        assertThat(POLICY.hasNoEffect(refusedUnder(50))).isFalse();
        assertThat(POLICY.hasNoEffect(inCircle)).isFalse();
    }

    private static Throwable refusedUnder(int others) {
        Throwable failure = new ConnectException("refused");
        for (int i = 0; i < others; i++) {
            failure = new IOException(failure);
        }
        return failure;
    }

    @Test
    void anyOtherFailure_leavesTheOutcomeUnknown() {
        Exception failure = new IOException("broke off");
        fails(engine, throwing(failure), failure);

        assertThat(engine.<String, RuntimeException>execute(request, TEXT, unreached()))
                .isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    void failureAfterAPhase_leavesUnknownOutcome() {
        Exception failure = new ConnectException("of the second phase");
        fails(
                engine,
                execution -> {
                    execution.phase("first", TEXT, () -> "an effect");
                    throw failure;
                },
                failure);

        assertThat(engine.<String, RuntimeException>execute(request, TEXT, unreached()))
                .isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    void phaseResultTooLargeToStore_leavesUnknownOutcome() {
        KeyedRequest large = request(freshKey(), "contents");
        assertThatThrownBy(() -> engine.execute(large, TEXT, execution -> {
                    execution.phase("large", PayloadCodec.BYTES, () -> new byte[2 << 20]);
                    return Completion.remember("unreached");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(engine.<String, RuntimeException>execute(large, TEXT, unreached()))
                .isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    void resultEncodingFailure_leavesUnknownOutcome() {
        PayloadCodec<String> broken = new PayloadCodec<>() {
            @Override
            public Payload encode(String value) {
                throw new IllegalStateException("not encoded");
            }

            @Override
            public String decode(Payload payload) {
                return "";
            }
        };
        assertThatThrownBy(() -> engine.execute(request, broken, execution -> Completion.remember("an effect")))
                .hasMessage("not encoded");

        assertThat(engine.<String, RuntimeException>execute(request, TEXT, unreached()))
                .isInstanceOf(Outcome.UnknownOutcome.class);
    }

    @Test
    void noEffectFailure_afterTakeover_leavesUnknownOutcome() {
        Exception broken = new IOException("broke off");
        fails(engine(POLICY.withOnExpiry(OnExpiry.RERUN)), throwing(broken), broken);
        Exception refused = new ConnectException("refused");
        fails(engine(POLICY.withOnExpiry(OnExpiry.RERUN)), throwing(refused), refused);

        assertThat(engine.<String, RuntimeException>execute(request, TEXT, unreached()))
                .isInstanceOf(Outcome.UnknownOutcome.class);
    }
}

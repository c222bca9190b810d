package io.counterfoil.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.ManualScheduler;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The engines under test and shared helpers of the scenarios. */
@Timeout(600)
abstract class EngineScenarios {

    static final IdempotencyPolicy IMPATIENT =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO));
    static final IdempotencyPolicy PATIENT =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ofMinutes(10)));

    final TestThreads others = new TestThreads();

    /** Renews the leases and writes the counts of all engines of a test when the test advances it. */
    final ManualScheduler timer = new ManualScheduler();

    EngineScenarios() {}

    /**
     * As {@link RecordStoreContract#letTimePass}.
     *
     * @param time how much later it is; positive
     */
    protected abstract void letTimePass(Duration time);

    /**
     * {@return whether a store reports other contents under a key in progress at once, as a mismatch; otherwise it reports "in progress", until the
     * key has a record} True unless overridden.
     */
    protected boolean recognisesContentsInProgress() {
        return true;
    }

    /**
     * {@return an engine under test with further settings, for example with a cache of replays; unchanged unless overridden}
     *
     * @param engine as the scenarios made it
     */
    protected Idempotency configured(Idempotency engine) {
        return engine;
    }

    /** Creates an engine with the default policy, as in one process. */
    abstract Idempotency engine();

    /** Creates an engine on another instance of the store, as in another process. */
    abstract Idempotency otherEngine();

    abstract RecordStore records();

    abstract CommitMode mode();

    @AfterEach
    final void stopOthers() {
        others.close();
    }

    static <T> Action<T, RuntimeException> unreached() {
        return execution -> {
            throw new AssertionError("executed a second time");
        };
    }

    static Pause noPause() {
        return (atMost, end) -> {
            throw new AssertionError("waited " + atMost);
        };
    }

    static <T> Outcome.Replayed<T> replay(Outcome<T> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Replayed.class);
        return (Outcome.Replayed<T>) outcome;
    }

    static IdempotencyRecord replayed(Outcome<?> outcome) {
        return replay(outcome).record();
    }

    static <T> void assertReplayed(Outcome<T> outcome, T answer) {
        assertThat(replay(outcome).value()).isEqualTo(answer);
    }
}

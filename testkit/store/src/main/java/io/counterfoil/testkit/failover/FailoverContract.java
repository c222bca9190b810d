package io.counterfoil.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.thread.TestThreads;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a replicated store keeps through fail-overs under load: no acknowledged effect is lost, none takes place twice, and a key that is sent again
 * gets the same result, or "unknown outcome".
 *
 * <p>Subclasses bind a {@link ReplicatedStore}, the same for all tests, and close it after the last one.
 */
public abstract class FailoverContract {

    private static final int PAIRS = 4;

    /** For a subclass; JUnit makes an instance for each test. */
    protected FailoverContract() {}

    /**
     * {@return the store; the same at each call}
     *
     * @throws Exception when the store cannot be started or reached
     */
    protected abstract ReplicatedStore store() throws Exception;

    /** {@return the strikes that the store must survive: all} */
    protected Set<Strike> strikes() {
        return EnumSet.allOf(Strike.class);
    }

    /** {@return how often each of them happens in each mode: once} */
    protected int rounds() {
        return 1;
    }

    /** {@return how many intentions are answered before each strike and after the last one: 100} */
    protected int intentions() {
        return 100;
    }

    /**
     * Receives each report before the contract judges it; does nothing unless overridden.
     *
     * @param report of one load
     * @param strikes how many strikes there were during that load
     */
    protected void reported(FailoverReport report, int strikes) {}

    @ParameterizedTest
    @EnumSource(LoadMode.class)
    @Tag("BM-3")
    void failovers_loseAndDoubleNothing(LoadMode mode) throws Exception {
        ReplicatedStore store = store();
        int struck = 0;
        try (FailoverLoad load = FailoverLoad.start(store, mode, PAIRS)) {
            for (int round = 0; round < rounds(); round++) {
                for (Strike strike : strikes()) {
                    load.awaitAnswered(intentions());
                    store.strike(strike);
                    struck++;
                }
            }
            load.awaitAnswered(intentions());
            FailoverReport report = load.end(TestThreads.LIMIT);

            reported(report, struck);
            assertThat(report.faults()).isEmpty();
        }
    }
}

package io.counterfoil.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.failover.FailoverLoad.Mode;
import io.counterfoil.testkit.failover.ReplicatedStore.Strike;
import io.counterfoil.testkit.failover.StoreInMemory.Loss;
import io.counterfoil.testkit.thread.TestThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The audit finds what a store that loses acknowledged writes does. */
@Tag("BM-3")
class FailoverLoadTest {

    private static final int INTENTIONS = 50;

    @Test
    void lossOfRecordsAndEffects_isReportedAsLost() throws Exception {
        FailoverReport report = struck(new StoreInMemory(Loss.RECORDS_AND_EFFECTS), Mode.TRANSACTIONAL);

        assertThat(report.lost()).isNotEmpty();
        assertThat(report.answeredTwice()).isNotEmpty();
        assertThat(report.faults()).first().asString().contains("lost, among them");
    }

    @Test
    void lossOfRecords_isReportedAsDoubled() throws Exception {
        FailoverReport report = struck(new StoreInMemory(Loss.RECORDS), Mode.TRANSACTIONAL);

        assertThat(report.doubled()).isNotEmpty();
        assertThat(report.lost()).isEmpty();
    }

    @Test
    void lossOfLeaseRecords_isReportedAsDoubled_despiteTheResolver() throws Exception {
        FailoverReport report = struck(new StoreInMemory(Loss.RECORDS), Mode.LEASE_WITH_RESOLVER);

        assertThat(report.doubled()).isNotEmpty();
        assertThat(report.lost()).isEmpty();
        assertThat(report.toString()).startsWith("LEASE_WITH_RESOLVER: acknowledged ");
    }

    private static FailoverReport struck(StoreInMemory store, Mode mode) throws Exception {
        try (FailoverLoad load = FailoverLoad.start(store, mode, 1)) {
            load.awaitAnswered(INTENTIONS);
            store.strike(Strike.KILL);
            load.awaitAnswered(INTENTIONS);
            return load.end(TestThreads.LIMIT);
        }
    }
}

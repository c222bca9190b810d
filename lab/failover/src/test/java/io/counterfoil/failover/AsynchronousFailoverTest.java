package io.counterfoil.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.failover.PostgresCluster.Replication;
import io.counterfoil.testkit.failover.FailoverLoad;
import io.counterfoil.testkit.failover.FailoverReport;
import io.counterfoil.testkit.failover.LoadMode;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.thread.TestThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PostgreSQL whose standbys follow asynchronously loses acknowledged commits, and the audit reports it. */
@Tag("BM-3")
@Timeout(14_400)
class AsynchronousFailoverTest {

    private static final int PAIRS = 4;
    private static final int INTENTIONS = 100;

    @Test
    void failovers_loseAcknowledgedCommits_withTheirRecords() throws Exception {
        try (PostgresCluster store = PostgresCluster.start(Replication.ASYNCHRONOUS);
                FailoverLoad load = FailoverLoad.start(store, LoadMode.TRANSACTIONAL, PAIRS)) {
            int kills = Depth.of("kills", 1);
            for (int kill = 0; kill < kills; kill++) {
                load.awaitAnswered(INTENTIONS);
                store.strike(Strike.KILL);
            }
            load.awaitAnswered(INTENTIONS);
            FailoverReport report = load.end(TestThreads.LIMIT);

            System.out.printf("Asynchronous replication, %s strikes, %s%n", kills, report);
            assertThat(report.lost()).isNotEmpty();
            assertThat(report.doubled()).isEmpty();
        }
    }
}

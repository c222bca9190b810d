package io.counterfoil.benchmarks.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.failover.PostgresCluster;
import io.counterfoil.failover.PostgresCluster.Replication;
import io.counterfoil.testkit.failover.FailoverLoad;
import io.counterfoil.testkit.failover.FailoverReport;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.thread.TestThreads;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Other libraries under the load of the contract of fail-overs, on PostgreSQL with quorum commit whose primary is killed: each as the quick start of
 * its documentation shows it, and with its record in the transaction of the effect. It reports what was lost and doubled, and judges the audit alone.
 */
@Timeout(14_400)
@SoakOnly("kills")
class PeersFailoverTest {

    private static final int PAIRS = 4;
    private static final int INTENTIONS = 100;

    enum Peer {
        DBOS("DBOS Transact, runStep"),
        DBOS_IN_TRANSACTION("DBOS Transact, txStep"),
        CAMEL("Camel, idempotent consumer"),
        CAMEL_IN_TRANSACTION("Camel, idempotent consumer in a transaction"),
        SPRING_INTEGRATION("Spring Integration, idempotent receiver"),
        SPRING_INTEGRATION_IN_TRANSACTION("Spring Integration, idempotent receiver in a transaction");

        private final String title;

        Peer(String title) {
            this.title = title;
        }

        /** Creates the tables that the peer does not create itself. */
        void createTables(DataSource pool) {
            switch (this) {
                case DBOS, DBOS_IN_TRANSACTION -> {}
                case CAMEL, CAMEL_IN_TRANSACTION -> CamelService.createTable(pool);
                case SPRING_INTEGRATION, SPRING_INTEGRATION_IN_TRANSACTION ->
                    SpringIntegrationService.createTables(pool);
            }
        }

        PeerService start(DataSource pool) {
            return switch (this) {
                case DBOS -> new DbosService(pool, false);
                case DBOS_IN_TRANSACTION -> new DbosService(pool, true);
                case CAMEL -> new CamelService(pool, false);
                case CAMEL_IN_TRANSACTION -> new CamelService(pool, true);
                case SPRING_INTEGRATION -> new SpringIntegrationService(pool, false);
                case SPRING_INTEGRATION_IN_TRANSACTION -> new SpringIntegrationService(pool, true);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void failovers_areAudited(Peer peer) throws Exception {
        try (PostgresCluster cluster = PostgresCluster.start(Replication.QUORUM)) {
            peer.createTables(cluster.pool(0));
            try (PeerTarget target = new PeerTarget(cluster, peer::start);
                    FailoverLoad load = FailoverLoad.start(peer.title, target, PAIRS)) {
                int kills = Depth.of("kills", 1);
                for (int kill = 0; kill < kills; kill++) {
                    load.awaitAnswered(INTENTIONS);
                    cluster.strike(Strike.KILL);
                }
                load.awaitAnswered(INTENTIONS);
                FailoverReport report = load.end(TestThreads.LIMIT);

                System.out.printf("%s, %d strikes, %s%n", getClass().getSimpleName(), kills, report);
                assertAudited(report, target.acknowledged(), cluster.effects());
            }
        }
    }

    /** Each acknowledged intention is counted, and either has an effect or is reported as lost; each one with more effects is reported as doubled. */
    private static void assertAudited(FailoverReport report, Set<String> acknowledged, Map<String, Integer> effects) {
        assertThat(report.acknowledged()).isEqualTo(acknowledged.size());
        Set<String> found = new HashSet<>(effects.keySet());
        found.addAll(report.lost());
        assertThat(found).containsAll(acknowledged);
        assertThat(acknowledged).containsAll(report.lost());
        assertThat(report.doubled())
                .containsExactlyInAnyOrderElementsOf(effects.entrySet().stream()
                        .filter(effect -> effect.getValue() > 1)
                        .map(Map.Entry::getKey)
                        .toList());
    }
}

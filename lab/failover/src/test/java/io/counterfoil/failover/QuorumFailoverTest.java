package io.counterfoil.failover;

import io.counterfoil.testkit.failover.Strike;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** PostgreSQL whose commits are confirmed by one of two standbys. */
@Tag("BM-3")
@Timeout(14_400)
class QuorumFailoverTest extends ClusterContract {

    QuorumFailoverTest() {
        super(() -> PostgresCluster.start(PostgresCluster.Replication.QUORUM), EnumSet.allOf(Strike.class));
    }
}

package io.counterfoil.failover;

import io.counterfoil.failover.GaleraCluster.Writers;
import io.counterfoil.testkit.failover.ReplicatedStore.Strike;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** MariaDB with Galera, all services on one node as long as it can be reached. */
@Tag("BM-3")
@Timeout(14_400)
@EnabledIfSystemProperty(named = "soak.kills", matches = "\\d+", disabledReason = "a part of ./soak failover alone")
class GaleraOneWriterFailoverTest extends ClusterContract {

    GaleraOneWriterFailoverTest() {
        super(() -> GaleraCluster.start(Writers.ONE), EnumSet.of(Strike.KILL, Strike.FREEZE));
    }
}

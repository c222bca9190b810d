package io.counterfoil.failover;

import io.counterfoil.failover.GaleraCluster.Writers;
import io.counterfoil.testkit.failover.ReplicatedStore.Strike;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** MariaDB with Galera, each service on another node. */
@Tag("BM-3")
@Timeout(14_400)
@EnabledIfSystemProperty(named = "soak.kills", matches = "\\d+", disabledReason = "a part of ./soak failover alone")
class GaleraSeveralWritersFailoverTest extends ClusterContract {

    GaleraSeveralWritersFailoverTest() {
        super(() -> GaleraCluster.start(Writers.SEVERAL), EnumSet.of(Strike.KILL, Strike.FREEZE));
    }
}

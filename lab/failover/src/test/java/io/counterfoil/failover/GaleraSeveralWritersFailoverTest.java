package io.counterfoil.failover;

import io.counterfoil.failover.GaleraCluster.Writers;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** MariaDB with Galera, each service on another node. */
@Tag("BM-3")
@Timeout(14_400)
@SoakOnly("kills")
class GaleraSeveralWritersFailoverTest extends ClusterContract {

    GaleraSeveralWritersFailoverTest() {
        super(() -> GaleraCluster.start(Writers.SEVERAL), EnumSet.allOf(Strike.class));
    }
}

package io.counterfoil.failover;

import io.counterfoil.failover.GaleraCluster.Writers;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** MariaDB with Galera, all services on one node as long as it can be reached. */
@Tag("BM-3")
@Timeout(14_400)
@SoakOnly("kills")
class GaleraOneWriterFailoverTest extends ClusterContract {

    GaleraOneWriterFailoverTest() {
        super(() -> GaleraCluster.start(Writers.ONE), EnumSet.allOf(Strike.class));
    }
}

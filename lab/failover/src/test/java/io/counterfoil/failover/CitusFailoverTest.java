package io.counterfoil.failover;

import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Citus whose coordinator and workers have a standby each. */
@Tag("BM-1")
@Tag("BM-3")
@Timeout(14_400)
@SoakOnly("kills")
class CitusFailoverTest extends ClusterContract {

    CitusFailoverTest() {
        super(CitusCluster::start, EnumSet.allOf(Strike.class));
    }
}

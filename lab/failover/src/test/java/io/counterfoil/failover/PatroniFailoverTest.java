package io.counterfoil.failover;

import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** PostgreSQL under Patroni and etcd, in synchronous mode. */
@Tag("BM-3")
@Timeout(14_400)
@SoakOnly("kills")
class PatroniFailoverTest extends ClusterContract {

    PatroniFailoverTest() {
        super(PatroniCluster::start, EnumSet.allOf(Strike.class));
    }
}

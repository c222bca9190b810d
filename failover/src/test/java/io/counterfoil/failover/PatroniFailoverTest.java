package io.counterfoil.failover;

import io.counterfoil.testkit.failover.ReplicatedStore.Strike;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** PostgreSQL under Patroni and etcd, in synchronous mode. */
@Tag("BM-3")
@Timeout(14_400)
@EnabledIfSystemProperty(named = "soak.kills", matches = "\\d+", disabledReason = "a part of ./soak failover alone")
class PatroniFailoverTest extends ClusterContract {

    PatroniFailoverTest() {
        super(PatroniCluster::start, EnumSet.allOf(Strike.class));
    }
}

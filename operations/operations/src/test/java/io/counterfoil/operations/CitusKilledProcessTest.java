package io.counterfoil.operations;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.RestartableCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Each process on another node of a cluster, whose nodes are killed too. */
@Tag("BM-1")
@SoakOnly("kills")
class CitusKilledProcessTest extends KilledProcessContract {

    private final RestartableCitus cluster = RestartableCitus.start(2);

    @AfterEach
    void stopCluster() {
        cluster.close();
    }

    @Override
    Site site() {
        return Site.of(CitusDialect.BY_KEY, cluster.nodes().get(0).dataSource());
    }

    @Override
    List<Database> nodes() {
        return cluster.nodes();
    }

    @Override
    void disturb(int killed) {
        cluster.killAndRestart(killed % nodes().size());
    }
}

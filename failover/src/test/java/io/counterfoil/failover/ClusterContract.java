package io.counterfoil.failover;

import io.counterfoil.testkit.failover.FailoverContract;
import io.counterfoil.testkit.failover.FailoverReport;
import io.counterfoil.testkit.failover.ReplicatedStore;
import io.counterfoil.testkit.soak.Depth;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The contract on one cluster for all modes; each kind of strike comes once, or as often as {@code -Dsoak.kills} says. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ClusterContract extends FailoverContract {

    private final Callable<ReplicatedStore> start;

    private @Nullable ReplicatedStore running;

    ClusterContract(Callable<ReplicatedStore> start) {
        this.start = start;
    }

    @Override
    protected final ReplicatedStore store() throws Exception {
        ReplicatedStore store = running;
        if (store == null) {
            store = start.call();
            running = store;
        }
        return store;
    }

    @Override
    protected final int rounds() {
        return Depth.of("kills", 1);
    }

    @Override
    protected final void reported(FailoverReport report, int strikes) {
        System.out.printf("%s, %d strikes, %s%n", getClass().getSimpleName(), strikes, report);
        Depth.report("kills", strikes);
        Depth.report("intentions", report.acknowledged());
        Depth.report("lost", report.lost().size());
        Depth.report("doubled", report.doubled().size());
    }

    @AfterAll
    void stop() throws Exception {
        if (running != null) {
            running.close();
        }
    }
}

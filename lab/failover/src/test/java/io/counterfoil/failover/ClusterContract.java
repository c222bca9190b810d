package io.counterfoil.failover;

import io.counterfoil.testkit.failover.FailoverContract;
import io.counterfoil.testkit.failover.FailoverReport;
import io.counterfoil.testkit.failover.ReplicatedStore;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.soak.Depth;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The contract on one cluster for all modes. The build kills a node once in each mode, of the clusters that the tests themselves promote; with {@code -Dsoak.kills=5} every kind of strike that the
 * cluster supports comes five times in each.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ClusterContract extends FailoverContract {

    private static final int ONE_KILL_ALONE = 0;

    private final Callable<ReplicatedStore> start;
    private final Set<Strike> supported;

    private @Nullable ReplicatedStore running;

    ClusterContract(Callable<ReplicatedStore> start, Set<Strike> supported) {
        this.start = start;
        this.supported = supported;
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
    protected final Set<Strike> strikes() {
        return Depth.of("kills", ONE_KILL_ALONE) == ONE_KILL_ALONE ? EnumSet.of(Strike.KILL) : supported;
    }

    @Override
    protected final int rounds() {
        return Depth.of("kills", 1);
    }

    @Override
    protected final void reported(FailoverReport report, int strikes) {
        System.out.printf("%s, %s strikes, %s%n", getClass().getSimpleName(), strikes, report);
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

package io.counterfoil.ledger.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.launch.Serve;
import io.counterfoil.ledger.process.LedgerJvm;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.launch.OwnProgram;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.RestartableCitus;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.soak.SoakOnly;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The demo against a service whose data are on a cluster of Citus, while the cluster's nodes are killed in turn. */
@Timeout(3600)
@Tag("BM-1")
@SoakOnly("kills")
@Isolated("its clients log by the logging of the JVM, which an application that starts meanwhile sets anew")
class CitusDemoTest {

    private static final int KILLS = Depth.of("kills", 6);
    private static final int CLIENTS = 8;
    private static final int TRANSFERS = Depth.of("transfers", 1000);
    private static final int WORKERS = 2;
    private static final long SEED = Depth.seed(CitusDemoTest.class);

    @TempDir
    static Path directory;

    private static RestartableCitus cluster;
    private static ServiceProcess service;

    @BeforeAll
    static void start() throws Exception {
        cluster = RestartableCitus.start(WORKERS);
        Database coordinator = cluster.nodes().get(0);
        service = ServiceProcess.start(
                LedgerJvm.archived(OwnProgram.command(
                        Serve.class,
                        List.of(
                                "-Dlogging.file.name=" + directory.resolve("service.log"),
                                "-Dlogging.threshold.console=OFF"))),
                new ConnectionSettings(coordinator.jdbcUrl(), coordinator.user(), coordinator.password()),
                directory);
    }

    @AfterAll
    static void stop() {
        if (service != null) {
            service.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void nodesKilledAtRandomInstants_nothingIsLostOrDoubled() throws Exception {
        int[] kills = {0};
        Killer killer = new Killer(() -> cluster.killAndRestart(kills[0]++ % (WORKERS + 1)), KILLS, SEED);

        Report report = new Demo(TRANSFERS, CLIENTS, SEED)
                .run(
                        service.url(),
                        killer,
                        () -> Progress.start(new PrintWriter(Writer.nullWriter()), false, TRANSFERS, killer));

        Depth.report("kills", report.kills());
        Depth.report("intentions", report.audit().intentions());
        Depth.report("lost", report.audit().lost());
        Depth.report("doubled", report.audit().doubled());
        assertThat(report.unexplained()).isEmpty();
        assertThat(report.audit().lost()).isZero();
        assertThat(report.audit().doubled()).isZero();
        assertThat(report.audit().unexpected()).isZero();
        assertThat(report.audit().effects()).isEqualTo(report.audit().executed());
        assertThat(report.audit().balanceFound()).isEqualTo(report.audit().balanceExpected());
        assertThat(report.kills()).isEqualTo(KILLS);
    }
}

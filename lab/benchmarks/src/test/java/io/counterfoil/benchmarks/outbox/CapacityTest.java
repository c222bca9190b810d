package io.counterfoil.benchmarks.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.engine.Database;
import io.counterfoil.benchmarks.load.ServerTime;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class CapacityTest {

    @Test
    void drain_handlesEachEventOnce_andCountsItsStatements() throws Exception {
        try (Database database = Database.start(Path.of(System.getProperty("java.io.tmpdir")));
                HikariDataSource watching = database.pool("watching", 1);
                Contestant ours = new Ours(database.countedPool("ours", 2));
                Contestant namastack = new Namastack(database.countedPool("namastack", 8))) {
            ServerTime server = new ServerTime(watching);

            Capacity.Drain drained = new Capacity(ours, Duration.ZERO, Duration.ZERO).drain(1_000, server);
            Capacity.Drain peers = new Capacity(namastack, Duration.ZERO, Duration.ZERO).drain(200, server);

            assertThat(ours.handled()).isEqualTo(1_000);
            assertThat(namastack.handled()).isEqualTo(200);
            // Two pages: a lock, a read, a removal and the commit of each.
            assertThat(drained.statements()).isBetween(0.001, 0.1);
            assertThat(peers.statements()).isGreaterThan(1);
        }
    }
}

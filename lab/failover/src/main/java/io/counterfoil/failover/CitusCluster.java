package io.counterfoil.failover;

import io.counterfoil.testkit.database.Directories;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.failover.Strike;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A coordinator and two workers of Citus, each of them a primary and a standby that confirms its commits. Services reach the coordinator; records and
 * effects are in different shards. This class is the orchestrator: it strikes the workers and the coordinator in turn, promotes the standby
 * without the time that a detection takes, rebuilds the struck node as its standby, and announces the new primary with {@code citus_update_node}.
 */
final class CitusCluster extends JdbcCluster {

    private static final int WORKERS = 2;
    private static final int COORDINATOR = 0;
    private static final int LOCK_MILLIS = 1000;

    private final Path directory;
    private final List<Pair> groups = new ArrayList<>();

    private int strikes;

    /** What Citus calls a group: the nodes with the same data. */
    private static final class Pair {

        private PostgresNode primary;
        private PostgresNode standby;

        Pair(PostgresNode primary, PostgresNode standby) {
            this.primary = primary;
            this.standby = standby;
        }

        void start() throws IOException, InterruptedException, SQLException {
            primary.initialize(List.of(
                    "shared_preload_libraries = 'citus'",
                    "citus.shard_count = 4",
                    "citus.node_conninfo = 'sslmode=prefer'",
                    "citus.local_hostname = '127.0.0.1'",
                    "citus.recover_2pc_interval = '1s'",
                    "max_prepared_transactions = 200",
                    "max_connections = 200",
                    "shared_buffers = '32MB'",
                    "wal_level = logical",
                    "wal_keep_size = '512MB'",
                    "wal_retrieve_retry_interval = '100ms'",
                    "synchronous_standby_names = 'ANY 1 (%s, %s)'".formatted(primary.name(), standby.name())));
            primary.start();
            standby.follow(primary);
            awaitStandby();
            primary.execute("CREATE EXTENSION citus");
        }

        void failOver(Strike strike) throws IOException, InterruptedException, SQLException {
            PostgresNode struck = primary;
            struck.strike(strike);
            standby.execute("SELECT pg_promote(true, 120)");
            primary = standby;
            standby = struck;
            struck.retire(strike);
            struck.follow(primary);
            awaitStandby();
        }

        private void awaitStandby() throws IOException, InterruptedException {
            Programs.await(
                    "the standby of " + primary.name(),
                    () -> "1"
                            .equals(primary.query(
                                    "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")));
        }
    }

    private CitusCluster(Path programs, Path directory) throws IOException {
        this.directory = directory;
        for (int group = 0; group <= WORKERS; group++) {
            groups.add(new Pair(
                    new PostgresNode("g%sa".formatted(group), programs, directory),
                    new PostgresNode("g%sb".formatted(group), programs, directory)));
        }
    }

    static CitusCluster start() throws IOException, InterruptedException, SQLException {
        return started(new CitusCluster(TestCitus.directory(), Programs.directory("citus-cluster")));
    }

    @Override
    void startAll() throws IOException, InterruptedException, SQLException {
        for (Pair group : groups) {
            group.start();
        }
        coordinator()
                .execute("SELECT citus_set_coordinator_host('127.0.0.1', "
                        + coordinator().port() + ")");
        for (Pair worker : groups.subList(1, groups.size())) {
            coordinator().execute("SELECT citus_add_node('127.0.0.1', " + worker.primary.port() + ")");
        }
        createTables();
    }

    private PostgresNode coordinator() {
        return groups.get(COORDINATOR).primary;
    }

    @Override
    List<String> effectTable() {
        return List.of(
                "CREATE TABLE effect (intention varchar(100) NOT NULL)",
                "SELECT create_distributed_table('effect', 'intention', colocate_with => 'none')");
    }

    /** What is prepared on a worker that was struck can be committed later than its transaction was confirmed. */
    @Override
    String beforeCounting() {
        return "SELECT recover_prepared_transactions()";
    }

    @Override
    String url(int service) {
        Pair coordinator = groups.get(COORDINATOR);
        return PostgresNode.url(List.of(coordinator.primary, coordinator.standby));
    }

    @Override
    public void strike(Strike strike) throws IOException, InterruptedException, SQLException {
        // Another one for the same kind of strike in each round.
        int group = (1 + strikes + strikes / groups.size()) % groups.size();
        strikes++;
        groups.get(group).failOver(strike);
        // Refused where the coordinator still has a connection to the former primary.
        Programs.await("the nodes to know the new primary", () -> {
            coordinator()
                    .execute(
                            "SELECT citus_update_node(nodeid, '127.0.0.1', %s, true, %s) FROM pg_dist_node WHERE groupid = %s"
                                    .formatted(groups.get(group).primary.port(), LOCK_MILLIS, group));
            coordinator().execute(beforeCounting());
            return true;
        });
    }

    @Override
    public void close() throws IOException {
        super.close();
        try {
            for (Pair group : groups) {
                for (PostgresNode node : List.of(group.primary, group.standby)) {
                    node.kill();
                    node.close();
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while Citus was stopped");
        }
        Directories.remove(directory);
    }
}

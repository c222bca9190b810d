package io.counterfoil.failover;

import io.counterfoil.testkit.database.Directories;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.failover.Strike;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A primary and two standbys of the PostgreSQL on the class path. This class is their orchestrator: it promotes the standby that has received
 * most, without the time that a detection takes, and rebuilds the struck node as a standby.
 */
public final class PostgresCluster extends JdbcCluster {

    /** When a commit is confirmed. */
    public enum Replication {
        /** When one of the standbys has it on disk: {@code ANY 1 (…)}. */
        QUORUM,
        /** When the primary has it; the standbys follow. A killed primary has not sent its last {@value #UNSENT} effects. */
        ASYNCHRONOUS
    }

    private static final int NODES = 3;

    /** More than there are services' threads: some of them are acknowledged. */
    private static final int UNSENT = 20;

    private final Path directory;
    private final Replication replication;
    private final List<PostgresNode> nodes = new ArrayList<>();

    private PostgresNode primary;

    private PostgresCluster(Path directory, Replication replication) throws IOException {
        this.directory = directory;
        this.replication = replication;
        for (int node = 1; node <= NODES; node++) {
            nodes.add(new PostgresNode("n" + node, TestPostgres.programs(), directory));
        }
        this.primary = nodes.get(0);
    }

    /** Starts the three nodes. */
    public static PostgresCluster start(Replication replication)
            throws IOException, InterruptedException, SQLException {
        return started(new PostgresCluster(Programs.directory("postgres-cluster"), replication));
    }

    @Override
    void startAll() throws IOException, InterruptedException, SQLException {
        primary.initialize(List.of(
                "max_connections = 100",
                "shared_buffers = '32MB'",
                "wal_keep_size = '512MB'",
                "wal_retrieve_retry_interval = '100ms'",
                "synchronous_standby_names = '"
                        + (replication == Replication.QUORUM ? "ANY 1 (n1, n2, n3)" : "")
                        + "'"));
        primary.start();
        for (PostgresNode standby : standbys()) {
            standby.follow(primary);
        }
        awaitStandbys();
        createTables();
    }

    private List<PostgresNode> standbys() {
        return nodes.stream().filter(node -> node != primary).toList();
    }

    @Override
    String url(int service) {
        return PostgresNode.url(nodes);
    }

    @Override
    public void strike(Strike strike) throws IOException, InterruptedException, SQLException {
        PostgresNode struck = primary;
        if (strike == Strike.KILL && replication == Replication.ASYNCHRONOUS) {
            struck.relay().cut();
            long before = effectsOn(struck);
            Programs.await("effects that no standby has", () -> effectsOn(struck) >= before + UNSENT);
        }
        struck.strike(strike);
        promote();
        struck.retire(strike);
        struck.follow(primary);
        awaitStandbys();
    }

    /**
     * Promotes the standby that has received most. The standbys are disconnected first: what one of them would receive from a frozen or cut off
     * primary after the comparison, that primary could still acknowledge.
     */
    private void promote() throws IOException, InterruptedException, SQLException {
        List<PostgresNode> candidates = standbys();
        for (PostgresNode standby : candidates) {
            standby.disconnect();
        }
        PostgresNode first = candidates.get(0);
        PostgresNode second = candidates.get(1);
        long ahead = received(first) - received(second);
        primary = ahead >= 0 ? first : second;
        primary.execute("SELECT pg_promote(true, 120)");
        (ahead >= 0 ? second : first).followInstead(primary);
    }

    private static long received(PostgresNode standby) throws SQLException {
        return Long.parseLong(
                String.valueOf(standby.query("SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint")));
    }

    private static long effectsOn(PostgresNode node) throws SQLException {
        return Long.parseLong(String.valueOf(node.query("SELECT count(*) FROM effect")));
    }

    private void awaitStandbys() throws IOException, InterruptedException {
        Programs.await(
                "two standbys of " + primary.name(),
                () -> "2".equals(primary.query("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")));
    }

    @Override
    public void close() throws IOException {
        super.close();
        try {
            for (PostgresNode node : nodes) {
                node.kill();
                node.close();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while PostgreSQL was stopped");
        }
        Directories.remove(directory);
    }
}

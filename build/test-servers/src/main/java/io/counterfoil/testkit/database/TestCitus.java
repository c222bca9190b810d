package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One real cluster of Citus for all tests of a JVM: a coordinator and two workers, started at the first use on free ports of 127.0.0.1, stopped
 * when the JVM ends. Tables have {@value #SHARDS} shards.
 *
 * <p>The programs are those of the machine's PostgreSQL, as Debian installs it, where that has the extension. Elsewhere the test that asked is
 * reported as skipped, with the reason.
 *
 * <p>Thread-safe.
 */
public final class TestCitus {

    /** How many shards a distributed table has. */
    public static final int SHARDS = 4;

    private static final int WORKERS = 2;
    static final int MAX_CONNECTIONS = 200;

    static final String OPTIONS = " -c shared_preload_libraries=citus -c max_prepared_transactions=" + MAX_CONNECTIONS
            + " -c wal_level=logical -c citus.shard_count=" + SHARDS
            + " -c citus.node_conninfo=sslmode=prefer -c citus.local_hostname=127.0.0.1";

    private static final Object LOCK = new Object();

    private static @Nullable List<PostgresServer> nodes;

    private TestCitus() {}

    /**
     * A new, empty database on every node, the coordinator first; the first call starts the servers too.
     *
     * @throws TestAbortedException when the machine has no PostgreSQL with Citus
     * @throws UncheckedIOException when a server cannot be started; nothing is left behind, and the next call tries again
     * @throws IllegalStateException when a server refuses
     */
    public static List<Database> freshDatabase() {
        synchronized (LOCK) {
            List<PostgresServer> running = running();
            List<Database> databases =
                    running.stream().map(PostgresServer::freshDatabase).toList();
            databases.forEach(database -> execute(database, "CREATE EXTENSION citus"));
            Database coordinator = databases.get(0);
            execute(
                    coordinator,
                    "SELECT citus_set_coordinator_host('127.0.0.1', "
                            + running.get(0).port() + ")");
            for (PostgresServer worker : running.subList(1, running.size())) {
                execute(coordinator, "SELECT citus_add_node('127.0.0.1', " + worker.port() + ")");
            }
            return databases;
        }
    }

    /** Connections to the nodes of a cluster in turn. */
    public static DataSource anyOf(List<Database> nodes) {
        return new NextNode(nodes.stream()
                .map(node -> node.reusing("any node").dataSource())
                .toList());
    }

    @SuppressWarnings("serial") // never serialized
    private static final class NextNode extends PGSimpleDataSource {

        private final List<DataSource> nodes;
        private final AtomicInteger next = new AtomicInteger();

        NextNode(List<DataSource> nodes) {
            this.nodes = nodes;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return nodes.get(Math.floorMod(next.getAndIncrement(), nodes.size()))
                    .getConnection();
        }
    }

    private static void execute(Database database, String sql) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException refused) {
            throw new IllegalStateException(sql, refused);
        }
    }

    private static List<PostgresServer> running() {
        List<PostgresServer> started = nodes;
        if (started == null) {
            try {
                started = start(programs());
            } catch (IOException refused) {
                throw new UncheckedIOException("Citus cannot be started", refused);
            }
            nodes = started;
        }
        return started;
    }

    /**
     * The directory of the programs of PostgreSQL with Citus, which must not be modified.
     *
     * @throws TestAbortedException when the machine has no PostgreSQL with Citus
     * @throws UncheckedIOException if they cannot be prepared
     */
    public static Path directory() {
        return programs().programs();
    }

    /** Those of the machine; a test that asks for them is skipped where there are none. */
    static PostgresPrograms programs() {
        try {
            return PostgresPrograms.withCitus()
                    .orElseThrow(() ->
                            new TestAbortedException("this machine's PostgreSQL does not have the extension Citus"));
        } catch (IOException refused) {
            throw new UncheckedIOException("the programs of PostgreSQL with Citus cannot be prepared", refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Citus was looked for", interrupted);
        }
    }

    private static List<PostgresServer> start(PostgresPrograms programs) throws IOException {
        List<PostgresServer> started = new ArrayList<>();
        try {
            for (int node = 0; node <= WORKERS; node++) {
                started.add(PostgresServer.start(programs, MAX_CONNECTIONS, OPTIONS));
            }
        } catch (IOException refused) {
            stop(started);
            throw refused;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started), "counterfoil-citus-stop"));
        return List.copyOf(started);
    }

    private static void stop(List<PostgresServer> started) {
        for (PostgresServer node : started) {
            try {
                node.stop();
            } catch (IOException left) {
                throw new UncheckedIOException("Citus left something behind", left);
            }
        }
    }
}

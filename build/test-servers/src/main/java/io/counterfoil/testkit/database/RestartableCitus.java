package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * A private cluster of Citus of one test: a coordinator and two workers, with one empty database. Its nodes can be killed and restarted, its
 * shards moved, and workers added. The programs and settings are those of {@link TestCitus}; a transaction that was prepared on a node
 * which was killed is settled within about a second, and not a minute.
 *
 * <p>The databases are thread-safe; the other methods must not be called concurrently.
 */
public final class RestartableCitus implements AutoCloseable {

    private static final String OPTIONS =
            TestCitus.OPTIONS + " -c citus.recover_2pc_interval=1s -c shared_buffers=32MB";

    private static final String LOOPBACK = "'127.0.0.1', ";

    private final PostgresPrograms programs;
    private final String options;
    private final List<PostgresServer> servers = new ArrayList<>();
    private final List<Database> nodes = new ArrayList<>();

    private RestartableCitus(PostgresPrograms programs, String options) {
        this.programs = programs;
        this.options = options;
    }

    /**
     * Starts a cluster on free ports of 127.0.0.1.
     *
     * @param workers how many
     * @throws TestAbortedException when the machine has no PostgreSQL with Citus
     * @throws UncheckedIOException if it does not start; nothing is left behind
     */
    public static RestartableCitus start(int workers) {
        return start(workers, "-c fsync=off");
    }

    /**
     * The same with other settings of the nodes, which replace these; by default a commit is not flushed to the disk.
     *
     * @param settings as options of the program
     */
    public static RestartableCitus start(int workers, String settings) {
        RestartableCitus cluster = new RestartableCitus(TestCitus.programs(), OPTIONS + " " + settings);
        try {
            cluster.addServer();
            cluster.ask("SELECT citus_set_coordinator_host(" + LOOPBACK + cluster.portOf(0) + ")");
            for (int worker = 1; worker <= workers; worker++) {
                cluster.addNode();
            }
            return cluster;
        } catch (RuntimeException refused) {
            cluster.closeAfter(refused);
            throw refused;
        }
    }

    private void closeAfter(RuntimeException refused) {
        try {
            close();
        } catch (UncheckedIOException left) {
            refused.addSuppressed(left);
        }
    }

    private void addServer() {
        try {
            servers.add(PostgresServer.start(programs, TestCitus.MAX_CONNECTIONS, options));
        } catch (IOException refused) {
            throw new UncheckedIOException("a node of Citus did not start", refused);
        }
        Database node = servers.get(servers.size() - 1).freshDatabase();
        nodes.add(node);
        ask(node, "CREATE EXTENSION citus");
    }

    private int portOf(int node) {
        return servers.get(node).port();
    }

    /** The database as each node leads to it, the coordinator first. */
    public List<Database> nodes() {
        return List.copyOf(nodes);
    }

    /** Adds an empty worker to the cluster. */
    public void addNode() {
        addServer();
        ask("SELECT citus_add_node(" + LOOPBACK + portOf(servers.size() - 1) + ")");
    }

    /** Moves shards until every worker has as many as the others; returns when the last has been moved. */
    public void rebalance() {
        ask("SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')");
        ask("SELECT citus_rebalance_wait()");
    }

    /**
     * Moves a shard of a table, with those that are colocated with it, from the worker that has it to another one.
     *
     * @param number which shard, counted from 0 in the order of the table's shards
     */
    public void moveShard(String table, int number) {
        String move = ask("""
                SELECT format('SELECT citus_move_shard_placement(%%s, %%L, %%s, %%L, %%s, ''force_logical'')', shardid, nodename, nodeport, nodename,
                  (SELECT n.nodeport FROM pg_dist_node n WHERE n.shouldhaveshards AND n.nodeport <> s.nodeport ORDER BY n.nodeport LIMIT 1))
                FROM citus_shards s WHERE table_name = '%s'::regclass ORDER BY shardid OFFSET %s LIMIT 1""".formatted(table, number % TestCitus.SHARDS));
        if (move.isEmpty()) {
            throw new IllegalStateException("there is no shard %s of %s".formatted(number, table));
        }
        ask(move);
    }

    /**
     * Kills all processes of a node, and restarts it; returns when it accepts connections, and what was prepared on it has been committed or
     * rolled back.
     *
     * @param node 0 for the coordinator, 1 and more for workers
     */
    public void killAndRestart(int node) {
        try {
            servers.get(node).killAndRestart();
        } catch (IOException refused) {
            throw new UncheckedIOException("node %s of Citus did not restart".formatted(node), refused);
        }
        settle();
    }

    /** Commits or rolls back what was prepared by transactions whose end is decided. */
    public void settle() {
        ask("SELECT recover_prepared_transactions()");
    }

    private String ask(String sql) {
        return ask(nodes.get(0), sql);
    }

    /** Asked again where a connection that the coordinator kept to a killed node breaks. */
    private static String ask(Database node, String sql) {
        SQLException broken = new SQLException();
        for (int attempt = 0; attempt < 3; attempt++) {
            try (Connection connection = node.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                if (!statement.execute(sql)) {
                    return "";
                }
                try (ResultSet row = statement.getResultSet()) {
                    return row.next() ? String.valueOf(row.getString(1)) : "";
                }
            } catch (SQLException refused) {
                refused.setNextException(broken);
                broken = refused;
            }
        }
        throw new IllegalStateException(sql, broken);
    }

    /** Stops the nodes and deletes their data. */
    @Override
    public void close() {
        UncheckedIOException left = null;
        for (PostgresServer server : servers) {
            try {
                server.stop();
            } catch (IOException refused) {
                left = new UncheckedIOException("cannot stop a node of Citus and delete its data", refused);
            }
        }
        servers.clear();
        if (left != null) {
            throw left;
        }
    }
}

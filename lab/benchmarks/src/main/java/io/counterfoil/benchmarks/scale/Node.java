package io.counterfoil.benchmarks.scale;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.testkit.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A node of a cluster, and what it has done since {@link #start}. Linux alone. */
final class Node implements AutoCloseable {

    /** Microseconds of a tick of {@code /proc/PID/stat}. */
    private static final long TICK_MICROS = 10_000;

    private static final int USER_TIME = 11;

    private final Database database;
    private final HikariDataSource pool;
    private Work before = new Work(0, 0, 0);

    /**
     * What was done.
     *
     * @param statements with those that begin, prepare and end transactions
     * @param walBytes written to the log
     * @param cpuMicros of all the server's processes
     */
    record Work(double statements, double walBytes, double cpuMicros) {

        Work plus(Work other) {
            return new Work(statements + other.statements, walBytes + other.walBytes, cpuMicros + other.cpuMicros);
        }

        Work minus(Work other) {
            return new Work(statements - other.statements, walBytes - other.walBytes, cpuMicros - other.cpuMicros);
        }

        Work each(long operations) {
            return new Work(statements / operations, walBytes / operations, cpuMicros / operations);
        }
    }

    Node(Database database, int connections) {
        this.database = database;
        this.pool = new HikariDataSource();
        // The statistics are read on a connection of their own, so that the pool's need no warm-up.
        pool.setJdbcUrl(database.jdbcUrl() + "?socketTimeout=60&prepareThreshold=1");
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(connections);
    }

    HikariDataSource pool() {
        return pool;
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long ask(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Counts from here. */
    void start() throws SQLException, IOException {
        before = work();
    }

    /** Since {@link #start}. */
    Work done() throws SQLException, IOException {
        return work().minus(before);
    }

    private Work work() throws SQLException, IOException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT coalesce((SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
                            WHERE d.datname = current_database()), 0),
                          pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'), split_part(pg_read_file('postmaster.pid'), E'\\n', 1)""")) {
            row.next();
            return new Work(row.getDouble(1), row.getDouble(2), cpuMicros(row.getLong(3)));
        }
    }

    /** Those of processes that have ended are in the parent's. */
    private static double cpuMicros(long server) throws IOException {
        double ticks = 0;
        List<Long> children = ProcessHandle.of(server).stream()
                .flatMap(ProcessHandle::children)
                .map(ProcessHandle::pid)
                .toList();
        for (long child : children) {
            ticks += ticks(child, 2);
        }
        return (ticks + ticks(server, 4)) * TICK_MICROS;
    }

    private static long ticks(long process, int fields) throws IOException {
        Path file = Path.of("/proc", Long.toString(process), "stat");
        if (!Files.exists(file)) {
            return 0;
        }
        String text = Files.readString(file);
        // The name of the program is in parentheses, and may contain spaces.
        String[] values = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = 0;
        for (int field = 0; field < fields; field++) {
            ticks += Long.parseLong(values[USER_TIME + field]);
        }
        return ticks;
    }

    @Override
    public void close() {
        pool.close();
    }
}

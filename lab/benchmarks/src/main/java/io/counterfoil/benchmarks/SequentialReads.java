package io.counterfoil.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Checks that the tables of a schema are analysed, and that requests find their rows by indexes: PostgreSQL counts the
 * rows that sequential scans have read. Without it, a plan that was made for a small table measures itself.
 */
public final class SequentialReads {

    /** Rows of sequential scans that a request may have read, on average. */
    private static final double MOST = 1;

    private static final long WAIT_SECONDS = 60;

    private static final String TABLES = "SELECT relname FROM pg_stat_user_tables WHERE schemaname = current_schema()";
    private static final String READ =
            "SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE schemaname = current_schema()";
    private static final String SESSIONS =
            "SELECT pid FROM pg_stat_activity WHERE application_name = current_setting('application_name')"
                    + " AND pid <> pg_backend_pid()";

    private final HikariDataSource pool;
    private final long before;

    private SequentialReads(HikariDataSource pool, long before) {
        this.pool = pool;
        this.before = before;
    }

    /**
     * Analyses the tables of a pool's schema, and counts from now on.
     *
     * @param pool a HikariCP, whose connections have an {@code ApplicationName} of their own
     */
    public static SequentialReads analysed(DataSource pool) throws SQLException {
        HikariDataSource hikari = pool.unwrap(HikariDataSource.class);
        try (Connection connection = hikari.getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : texts(statement, TABLES)) {
                statement.execute("ANALYZE " + table);
            }
            return new SequentialReads(hikari, read(statement));
        }
    }

    /**
     * Checks the number of rows that were read since. Replaces the pool's connections, since a session may keep its
     * counts to itself until it ends.
     *
     * @throws IllegalStateException if there are more than one for each request
     */
    public void requireFew(String name, long requests) throws SQLException, InterruptedException {
        long read = readByAll() - before;
        if (read > MOST * requests) {
            throw new IllegalStateException(
                    "%s: sequential scans have read %,d rows for %,d requests".formatted(name, read, requests));
        }
    }

    private long readByAll() throws SQLException, InterruptedException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            List<String> sessions = texts(statement, SESSIONS);
            pool.getHikariPoolMXBean().softEvictConnections();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
            while (texts(statement, SESSIONS).stream().anyMatch(sessions::contains)) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException("sessions of the pool have not ended");
                }
                TimeUnit.MILLISECONDS.sleep(5);
            }
            return read(statement);
        }
    }

    private static long read(Statement statement) throws SQLException {
        statement.execute("SELECT pg_stat_force_next_flush()");
        return Long.parseLong(texts(statement, READ).get(0));
    }

    private static List<String> texts(Statement statement, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                found.add(row.getString(1));
            }
        }
        return found;
    }
}

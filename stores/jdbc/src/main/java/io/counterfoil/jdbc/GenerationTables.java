package io.counterfoil.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The partitions of {@code counterfoil_record}, on a connection that commits each statement. Whoever changes them does so under a
 * lock that ends with its transaction, and not with a session, which a pooler may hand to somebody else. Used by one thread.
 */
final class GenerationTables {

    private static final long TURN = 0x7475726eL;

    private static final String BOUNDS =
            "SELECT pg_get_expr(part.relpartbound, part.oid), part.oid::regclass::text FROM pg_inherits link"
                    + " JOIN pg_class part ON part.oid = link.inhrelid"
                    + " WHERE link.inhparent = to_regclass('counterfoil_record')";

    private static final Pattern BOUND = Pattern.compile("FOR VALUES FROM \\('(\\d+)'\\) TO \\('(\\d+)'\\)");

    private static final String NOW = new PostgreSqlDialect().time();

    private static final String DELETE_OTHERS = "DELETE FROM counterfoil_record_other WHERE ctid = ANY (ARRAY("
            + "SELECT ctid FROM counterfoil_record_other WHERE expires_at <= " + NOW
            + " LIMIT ? FOR UPDATE SKIP LOCKED))";

    private final Connection connection;
    private final int lockMillis;

    GenerationTables(Connection connection, int lockMillis) {
        this.connection = connection;
        this.lockMillis = lockMillis;
    }

    long now() throws SQLException {
        return Queries.number(connection, "SELECT " + NOW);
    }

    /**
     * Those that are there.
     *
     * @throws IllegalStateException when the table is not partitioned
     */
    List<Generation> generations() throws SQLException {
        List<Generation> generations = new ArrayList<>();
        int partitions = 0;
        try (PreparedStatement query = connection.prepareStatement(BOUNDS);
                ResultSet row = query.executeQuery()) {
            for (; row.next(); partitions++) {
                Matcher bound = BOUND.matcher(String.valueOf(row.getString(1)));
                if (bound.matches()) {
                    long from = Long.parseLong(bound.group(1));
                    generations.add(new Generation(from, Long.parseLong(bound.group(2)), row.getString(2)));
                }
            }
        }
        if (partitions == 0) {
            throw new IllegalStateException(
                    "counterfoil_record is not in generations: it is missing, or the plain table is there."
                            + " JdbcGenerations.create() makes it where it is missing");
        }
        return generations;
    }

    /**
     * Made beside the partitioned table and attached when it is whole: that is the step that needs a lock.
     *
     * @return false when another process has made it
     */
    boolean make(Generation generation) throws SQLException {
        String table = generation.table();
        return change(
                table,
                false,
                "CREATE TABLE " + table + " (LIKE counterfoil_record INCLUDING ALL)",
                "ALTER TABLE counterfoil_record ATTACH PARTITION " + table + " FOR VALUES FROM (" + generation.from()
                        + ") TO (" + generation.to() + ")");
    }

    /**
     * Drops it, with all its records.
     *
     * @return false when another process has dropped it
     */
    boolean drop(Generation generation) throws SQLException {
        return change(generation.table(), true, "DROP TABLE " + generation.table());
    }

    private boolean change(String table, boolean isThere, String... statements) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = " + lockMillis);
            statement.execute("SELECT pg_advisory_xact_lock(" + TURN + ")");
            boolean due = isThere == exists(table);
            for (int i = 0; due && i < statements.length; i++) {
                statement.execute(statements[i]);
            }
            connection.commit();
            return due;
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private boolean exists(String table) throws SQLException {
        return Queries.number(connection, "SELECT (to_regclass('" + table + "') IS NOT NULL)::int") == 1;
    }

    int deleteOthers(int limit) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE_OTHERS)) {
            delete.setInt(1, limit);
            return delete.executeUpdate();
        }
    }
}

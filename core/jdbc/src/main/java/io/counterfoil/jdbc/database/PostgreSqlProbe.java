package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.SqlQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** Whether a database that has PostgreSQL's protocol does what PostgreSQL does, as far as claims and purges rely on it. */
final class PostgreSqlProbe {

    /** The upper half of the number of the lock that is tried; the lower half is the session's own. */
    private static final long LOCK = 0x636f756eL;

    /**
     * Tries a lock, and finds it among those that are held: where locks are accepted and do nothing, it is not there. Then reads the place of
     * a row. One round trip; the lock ends with the transaction.
     */
    private static final String PROBE = """
            SELECT CASE WHEN pg_try_advisory_xact_lock(%1$s::bigint * 4294967296 + pg_backend_pid()) THEN EXISTS (
                     SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()
                        AND classid::bigint = %1$s AND objid::bigint = pg_backend_pid()) ELSE false END
               AND (SELECT ctid FROM pg_class LIMIT 1) IS NOT NULL""".formatted(LOCK);

    /** Undefined function, column and table, feature not supported, internal error. */
    private static final Set<String> NOT_THERE = Set.of("42883", "42703", "42P01", "0A000", "XX000");

    private static final String STATEMENT_POOLING = "statement pooling";

    private PostgreSqlProbe() {}

    static boolean hasProtocol(Connection connection) throws SQLException {
        return "PostgreSQL".equals(connection.getMetaData().getDatabaseProductName());
    }

    /** @throws IllegalStateException when the connection has no transactions */
    static boolean isPostgreSql(Connection connection) throws SQLException {
        try {
            return connection.getAutoCommit() ? inItsOwnTransaction(connection) : inATransaction(connection);
        } catch (SQLException failure) {
            if (String.valueOf(failure.getMessage()).contains(STATEMENT_POOLING)) {
                throw new IllegalStateException(
                        "the connections go through a pooler in statement mode, which has no transactions: set its pool_mode to"
                                + " transaction, with prepareThreshold=0 in the JDBC URL, or to session",
                        failure);
            }
            throw failure;
        }
    }

    private static boolean inItsOwnTransaction(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            boolean found = isPostgreSqlHere(connection);
            connection.rollback();
            return found;
        } finally {
            if (!connection.isClosed()) {
                connection.setAutoCommit(true);
            }
        }
    }

    /** A statement that fails would end the transaction that it is in. */
    private static boolean inATransaction(Connection connection) throws SQLException {
        try (Statement savepoint = connection.createStatement()) {
            savepoint.execute("SAVEPOINT counterfoil_probe");
            boolean found = isPostgreSqlHere(connection);
            if (!found) {
                savepoint.execute("ROLLBACK TO SAVEPOINT counterfoil_probe");
            }
            savepoint.execute("RELEASE SAVEPOINT counterfoil_probe");
            return found;
        }
    }

    private static boolean isPostgreSqlHere(Connection connection) throws SQLException {
        try {
            return SqlQueries.isTrue(connection, PROBE);
        } catch (SQLException failure) {
            if (NOT_THERE.contains(PostgreSqlText.state(failure))) {
                return false;
            }
            throw failure;
        }
    }
}

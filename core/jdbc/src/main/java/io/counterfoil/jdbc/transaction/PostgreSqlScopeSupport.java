package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL: a statement that fails aborts its transaction, unless there is a savepoint before it, which the driver's {@code autosave} sets in the
 * statement's own round trip. Constraints can be deferred to the commit; which there are is read again once a minute.
 */
final class PostgreSqlScopeSupport implements ScopeSupport {

    private static final long READ_AGAIN = Duration.ofMinutes(1).toNanos();

    private static final String DEFERRABLE =
            "SELECT count(*), coalesce(string_agg(quote_ident(n.nspname) || '.' || quote_ident(c.conname), ', ')"
                    + " FILTER (WHERE c.condeferred), '') FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace"
                    + " WHERE c.condeferrable";

    private volatile @Nullable Constraints known;

    private record Constraints(boolean any, String deferred, long readAt) {}

    @Override
    public void autosave(Connection connection, boolean on) {
        PostgreSqlDriver.of(connection).ifPresent(own -> own.autosave(on));
    }

    @Override
    public boolean hasFailed(Connection connection) {
        return PostgreSqlDriver.of(connection)
                .filter(PostgreSqlDriver.OwnConnection::hasFailed)
                .isPresent();
    }

    @Override
    public boolean hasDeferrable(Connection connection) throws SQLException {
        Constraints constraints = known;
        if (constraints == null || System.nanoTime() - constraints.readAt() > READ_AGAIN) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(DEFERRABLE)) {
                row.next();
                constraints = new Constraints(row.getLong(1) > 0, row.getString(2), System.nanoTime());
                known = constraints;
            }
        }
        return constraints.any();
    }

    @Override
    public String deferred() {
        Constraints constraints = known;
        return constraints == null ? "" : constraints.deferred();
    }

    @Override
    public boolean hasReadOnlyScopes() {
        return true;
    }

    /** Its savepoints go only with a transaction that the work has ended. */
    @Override
    public boolean isUnknownSavepoint(SQLException failure) {
        return false;
    }
}

package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Finds out at the end of a part of a transaction what its commit would: a statement that has failed and was ignored, and on PostgreSQL a deferred
 * constraint that is violated. Takes a round trip only where there are constraints that can be deferred. Thread-safe.
 */
final class PartCheck {

    private final @Nullable JoiningDataSource joining;
    private volatile @Nullable ScopeSupport support;

    /** @param joining the data source whose connections take part in the transactions; null where none do */
    PartCheck(@Nullable JoiningDataSource joining) {
        this.joining = joining;
    }

    /** @throws SQLException when the commit would be refused: with its SQLState */
    void check(Connection connection) throws SQLException {
        ScopeSupport database = support(connection);
        if (database.hasFailed(connection)) {
            throw new SQLException(
                    "a statement of the work had failed, and the work continued", CommitRefusedException.ABORTED);
        }
        if (database.hasDeferrable(connection)) {
            String deferred = database.deferred();
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET CONSTRAINTS ALL IMMEDIATE"
                        + (deferred.isEmpty() ? "" : "; SET CONSTRAINTS " + deferred + " DEFERRED"));
            }
        }
    }

    private ScopeSupport support(Connection connection) throws SQLException {
        ScopeSupport known = support;
        if (known == null) {
            known = joining == null ? ScopeSupport.of(connection) : joining.support(connection);
            support = known;
        }
        return known;
    }
}

package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/** What differs between databases about transactions inside a transaction. Thread-safe. */
interface ScopeSupport {

    /** That of the database which a connection leads to. */
    static ScopeSupport of(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().startsWith("PostgreSQL")
                ? new PostgreSqlScopeSupport()
                : new StatementScopeSupport();
    }

    /** Switches on or off that a statement which fails is undone alone, where the database would undo its whole transaction. */
    void autosave(Connection connection, boolean on);

    /** Whether a statement of the transaction has failed, so that it can only be rolled back. */
    boolean hasFailed(Connection connection);

    /** Whether there are constraints that may be checked at the commit. */
    boolean hasDeferrable(Connection connection) throws SQLException;

    /** Those of them that are checked at the commit unless a transaction says otherwise, as the list of {@code SET CONSTRAINTS}; empty for none. */
    String deferred();

    /** Whether a scope can be read-only although the unit is not. */
    boolean hasReadOnlyScopes();

    /** Whether a statement failed because its savepoint is not there. */
    boolean isUnknownSavepoint(SQLException failure);
}

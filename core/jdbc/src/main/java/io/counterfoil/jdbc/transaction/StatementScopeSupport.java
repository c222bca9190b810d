package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/** MariaDB, MySQL and H2: a statement that fails is undone alone, and no constraint is deferred. */
final class StatementScopeSupport implements ScopeSupport {

    private static final int MYSQL_NO_SAVEPOINT = 1305;
    private static final int H2_NO_SAVEPOINT = 90063;

    @Override
    public void autosave(Connection connection, boolean on) {
        // The database does so by itself.
    }

    @Override
    public boolean hasFailed(Connection connection) {
        return false;
    }

    @Override
    public boolean hasDeferrable(Connection connection) {
        return false;
    }

    @Override
    public String deferred() {
        return "";
    }

    /** Their drivers take a read-only connection for a hint. */
    @Override
    public boolean hasReadOnlyScopes() {
        return false;
    }

    @Override
    public boolean isUnknownSavepoint(SQLException failure) {
        return failure.getErrorCode() == MYSQL_NO_SAVEPOINT || failure.getErrorCode() == H2_NO_SAVEPOINT;
    }
}

package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Which database a store's connections lead to: known from the first one on. Thread-safe. */
final class Database {

    /** Deeper than any chain of causes that is not a ring. */
    private static final int DEEPEST_CAUSE = 50;

    /** SQLState of a transaction that lost a conflict, in SQL itself; whatever else a database has for it. */
    static final String SERIALIZATION_FAILURE = "40001";

    private volatile @Nullable ClaimStatements known;

    /** @throws IllegalStateException when the database is none of those that records are kept in */
    ClaimStatements statements(Connection connection) {
        ClaimStatements statements = known;
        if (statements == null) {
            try {
                statements = ClaimStatements.of(connection);
            } catch (SQLException failure) {
                throw new StoreException("detecting the database", failure);
            }
            known = statements;
        }
        return statements;
    }

    /** Whether a failure, or anything that caused it, is a conflict with another transaction. */
    boolean isConflict(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof RecordConflictException
                    || (cause instanceof SQLException refused && isConflict(refused))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private boolean isConflict(SQLException failure) {
        ClaimStatements statements = known;
        return SERIALIZATION_FAILURE.equals(failure.getSQLState())
                || (statements != null && statements.isConflict(failure));
    }
}

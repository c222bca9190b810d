package io.counterfoil.jdbc.record;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Which database a store's connections lead to: known from the first one on. Thread-safe. */
public final class DetectedDatabase {

    /** Deeper than any chain of causes that is not a ring. */
    private static final int DEEPEST_CAUSE = 50;

    /** SQLState of a transaction that lost a conflict, in SQL itself; whatever else a database has for it. */
    public static final String SERIALIZATION_FAILURE = "40001";

    private volatile @Nullable Database known;

    /**
     * The database that a connection leads to.
     *
     * @throws IllegalStateException when it is none of those that records are kept in
     */
    public Database of(Connection connection) {
        Database database = known;
        if (database == null) {
            try {
                database = Database.of(Dialects.of(connection));
            } catch (SQLException failure) {
                throw new StoreException("detecting the database", failure);
            }
            known = database;
        }
        return database;
    }

    /** Whether a failure, or anything that caused it, is a conflict with another transaction. */
    public boolean isConflict(Throwable failure) {
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
        Database database = known;
        return SERIALIZATION_FAILURE.equals(failure.getSQLState())
                || (database != null && database.locks().isConflict(failure));
    }
}

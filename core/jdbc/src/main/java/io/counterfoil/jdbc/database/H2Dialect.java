package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.DatabaseChecks;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.locks.SlotLocks;
import io.counterfoil.jdbc.locks.TransactionNumberCheck;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** H2: the standard's form in everything but its time and its error codes. */
final class H2Dialect extends SqlDialect {

    private static final int DUPLICATE_KEY = 23505;
    private static final int LOCK_TIMEOUT = 50200;
    private static final int DEADLOCK = 40001;
    private static final int CONCURRENT_UPDATE = 90131;

    H2Dialect() {
        super("h2", "H2");
    }

    /** Its transactions are recognised by their numbers: it releases savepoints that do not exist. */
    @Override
    public KeyLocks locks() {
        return SlotLocks.on(this).withCheck(new TransactionNumberCheck("CAST(TRANSACTION_ID() AS BIGINT)"));
    }

    @Override
    public DatabaseChecks checks() {
        return new WriteDelay();
    }

    @Override
    public String now() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)";
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_KEY;
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CONCURRENT_UPDATE;
    }

    /**
     * The delay of a database in files, 500 ms by default: a commit is acknowledged, and is in the file only then. A database in memory
     * ({@code jdbc:h2:mem:}) is not named. It has no setting that would keep its commits, and loses all records together with the process
     * that has them, which is what an application chooses that way, most often for its tests.
     */
    private static final class WriteDelay implements DatabaseChecks {

        /** There are two rows where the delay was set by a statement: the delay that was set once, and the present one, which is 500 after a restart. */
        private static final String QUERY = "SELECT max(CAST(setting_value AS BIGINT)) FROM information_schema.settings"
                + " WHERE setting_name = 'WRITE_DELAY' AND DATABASE_PATH() IS NOT NULL";

        @Override
        public List<String> lossOfCommits(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(QUERY)) {
                row.next();
                long millis = row.getLong(1);
                return millis == 0
                        ? List.of()
                        : List.of(
                                "WRITE_DELAY is %s (milliseconds), so a process that is killed loses its last commits: add WRITE_DELAY=0 to the JDBC URL"
                                        .formatted(millis));
            }
        }
    }
}

package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** H2: the common form in everything but its time and its error codes. */
final class H2Dialect extends SqlDialect {

    private static final int DUPLICATE_KEY = 23505;
    private static final int LOCK_TIMEOUT = 50200;
    private static final int DEADLOCK = 40001;
    private static final int CONCURRENT_UPDATE = 90131;

    /** There are two rows where the delay was set by a statement: the delay that was set once, and the present one, which is 500 after a restart. */
    private static final String WRITE_DELAY =
            "SELECT max(CAST(setting_value AS BIGINT)) FROM information_schema.settings"
                    + " WHERE setting_name = 'WRITE_DELAY' AND DATABASE_PATH() IS NOT NULL";

    H2Dialect() {
        super("h2", "H2");
    }

    /**
     * The delay of a database in files, 500 ms by default: a commit is acknowledged, and is in the file only then. A database in memory
     * ({@code jdbc:h2:mem:}) is not named. It has no setting that would keep its commits, and loses all records together with the process
     * that has them, which is what an application chooses that way, most often for its tests.
     */
    @Override
    public List<String> lossOfCommits(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(WRITE_DELAY)) {
            row.next();
            long millis = row.getLong(1);
            return millis == 0
                    ? List.of()
                    : List.of(
                            "WRITE_DELAY is %s (milliseconds), so a process that is killed loses its last commits: add WRITE_DELAY=0 to the JDBC URL"
                                    .formatted(millis));
        }
    }

    @Override
    public String now() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)";
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_KEY;
    }

    /** It releases savepoints that there are not. */
    @Override
    public Optional<String> transactionNumber() {
        return Optional.of("CAST(TRANSACTION_ID() AS BIGINT)");
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CONCURRENT_UPDATE;
    }
}

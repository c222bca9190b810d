package io.counterfoil.jdbc.dialect;

import java.sql.SQLException;
import java.util.Optional;

/** H2: the common form in everything but its time and its error codes. */
final class H2Dialect extends SqlDialect {

    private static final int DUPLICATE_KEY = 23505;
    private static final int LOCK_TIMEOUT = 50200;
    private static final int DEADLOCK = 40001;
    private static final int CONCURRENT_UPDATE = 90131;

    H2Dialect() {
        super("h2", "H2");
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

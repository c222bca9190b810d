package io.counterfoil.jdbc.transaction;

import java.sql.Connection;

/** JDBC's isolation levels. */
final class IsolationLevel {

    private IsolationLevel() {}

    /** Whether a transaction of this level reads what its first statement saw. */
    static boolean keepsSnapshot(int level) {
        return level == Connection.TRANSACTION_REPEATABLE_READ || level == Connection.TRANSACTION_SERIALIZABLE;
    }

    /** Its name in SQL, for messages. */
    static String name(int level) {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
            case Connection.TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
            case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
            case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> "level " + level;
        };
    }
}

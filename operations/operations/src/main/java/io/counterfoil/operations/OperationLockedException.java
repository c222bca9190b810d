package io.counterfoil.operations;

import java.sql.SQLException;

/** Another transaction has the row locked. */
final class OperationLockedException extends SQLException {

    private static final long serialVersionUID = 1L;

    OperationLockedException(SQLException cause) {
        super("the row is locked", cause.getSQLState(), cause);
    }
}

package io.counterfoil.jdbc.insert;

import java.sql.SQLException;

/**
 * The row with the key could not be read, though it was just inserted, or just kept another from being inserted. The message
 * names it and the likely cause.
 */
public final class RowNotVisibleException extends SQLException {

    private static final long serialVersionUID = 1L;

    /** SQL's state for no data. */
    private static final String NO_DATA = "02000";

    private RowNotVisibleException(String message) {
        super(message, NO_DATA);
    }

    static RowNotVisibleException inserted(SqlName table) {
        return new RowNotVisibleException(
                ("a row was inserted into %s, but there is none with its key: the database stored"
                                + " the key as another value (shortened, rounded), or a trigger changed it, or the row was deleted"
                                + " at once")
                        .formatted(table.text()));
    }

    static RowNotVisibleException found(SqlName table, int attempts) {
        return new RowNotVisibleException(
                ("in %s attempts no row could be inserted into %s, and none with its key be read:"
                                + " it is repeatedly deleted and inserted, or hidden by row-level security, or a trigger or rule prevents the insert")
                        .formatted(attempts, table.text()));
    }
}

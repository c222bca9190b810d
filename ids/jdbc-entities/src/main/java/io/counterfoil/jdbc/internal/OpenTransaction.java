package io.counterfoil.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done in several statements must have a transaction, or half of it may last. */
public final class OpenTransaction {

    private OpenTransaction() {}

    /**
     * Refuses a connection that commits by itself.
     *
     * @throws IllegalStateException when it does
     */
    public static void require(Connection connection, String what) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    what + " takes several statements and needs a transaction, but auto-commit is on");
        }
    }
}

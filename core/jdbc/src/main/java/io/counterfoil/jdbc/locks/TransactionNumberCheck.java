package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Recognises a transaction by its number. */
public final class TransactionNumberCheck implements TransactionCheck {

    private final String query;

    /**
     * Recognises a transaction by its number.
     *
     * @param expression the number of the transaction, once it has changed something
     */
    public TransactionNumberCheck(String expression) {
        this.query = "SELECT " + expression;
    }

    @Override
    public long begun(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void verify(Connection connection, long begun) throws SQLException {
        if (begun != begun(connection)) {
            throw CommitRefusedException.endedByTheWork();
        }
    }
}

package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Predicate;

/**
 * Recognises a transaction by the savepoint that its claim has set.
 *
 * @param isUnknownSavepoint whether a statement failed because its transaction has no savepoint of the name
 */
public record SavepointCheck(Predicate<SQLException> isUnknownSavepoint) implements TransactionCheck {

    private static final String RELEASE = "RELEASE SAVEPOINT " + KeyLocks.SAVEPOINT;

    /** Where an unknown savepoint has the standard's SQLState. */
    public SavepointCheck() {
        this(failure -> "3B001".equals(failure.getSQLState()));
    }

    @Override
    public boolean needsSavepoint() {
        return true;
    }

    @Override
    public void verify(Connection connection, long begun) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(RELEASE);
        } catch (SQLException failure) {
            if (isUnknownSavepoint.test(failure)) {
                throw CommitRefusedException.endedByTheWork(failure);
            }
            throw failure;
        }
    }
}

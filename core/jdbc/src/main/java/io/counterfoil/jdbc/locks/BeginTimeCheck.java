package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/** Recognises a transaction of PostgreSQL by the time of its begin, which the statement of the claim returns. */
final class BeginTimeCheck implements TransactionCheck {

    /** When the transaction began, in microseconds since 1970; an expression. */
    static final String BEGUN = "(date_part('epoch', transaction_timestamp()) * 1000000)::bigint";

    /** A division by zero in any other transaction than that one; stable, and so not evaluated before the statement is. */
    private static final String IS_SAME = "1 / CASE WHEN " + BEGUN + " = ? THEN 1 ELSE 0 END";

    private static final Optional<String> EXPRESSION = Optional.of(IS_SAME);

    private static final String VERIFY = "SELECT " + IS_SAME;

    private static final String VERIFY_AND_COMMIT = VERIFY + "; COMMIT";

    /** SQLState: division by zero. */
    private static final String OTHER_TRANSACTION = "22012";

    @Override
    public Optional<String> expression() {
        return EXPRESSION;
    }

    @Override
    public void verify(Connection connection, long begun) throws SQLException {
        if (begun != UNKNOWN) {
            try (PreparedStatement statement = connection.prepareStatement(VERIFY)) {
                statement.setLong(1, begun);
                statement.execute();
            } catch (SQLException failure) {
                throw explained(failure);
            }
        }
    }

    @Override
    public void verifyAndCommit(Connection connection, long begun) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(VERIFY_AND_COMMIT)) {
            statement.setLong(1, begun);
            statement.execute();
            Transactions.checkCommit(statement.getWarnings());
        }
    }

    @Override
    public SQLException explained(SQLException failure) {
        if (OTHER_TRANSACTION.equals(failure.getSQLState())) {
            throw CommitRefusedException.endedByTheWork(failure);
        }
        return failure;
    }
}

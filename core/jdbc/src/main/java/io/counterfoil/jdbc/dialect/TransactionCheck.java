package io.counterfoil.jdbc.dialect;

import io.counterfoil.jdbc.transaction.CommitRefusedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Checks that a transaction is still the one that claimed: the work may have ended that one, and begun another. Thread-safe. */
@FunctionalInterface
public interface TransactionCheck {

    /** What identifies a transaction where nothing does. */
    long UNKNOWN = 0;

    /**
     * Checks the transaction.
     *
     * @param connection the connection of the transaction to check
     * @param begun what identified the transaction that claimed, as in {@link ClaimLookup}
     * @throws SQLException when the database fails
     * @throws CommitRefusedException when it is not the one that claimed
     */
    void verify(Connection connection, long begun) throws SQLException;

    /**
     * {@return what identifies the transaction of a connection, which has changed something by now; by default {@link #UNKNOWN}}
     *
     * @param connection the connection, in the transaction
     * @throws SQLException when the database fails
     */
    default long begun(Connection connection) throws SQLException {
        return UNKNOWN;
    }

    /** {@return whether the check needs the savepoint {@link KeyLocks#SAVEPOINT}, set after the claim; by default false} */
    default boolean needsSavepoint() {
        return false;
    }

    /**
     * {@return an expression that is 1 in the transaction that claimed, and fails in every other; its one parameter is {@code begun};
     * empty, the default, where there is none} The statement that writes the record has it then, so that the check costs no round trip.
     */
    default Optional<String> expression() {
        return Optional.empty();
    }

    /**
     * {@return the failure of a statement that has the {@link #expression}, which was no failure of the check}
     *
     * @param failure what the statement failed with
     * @throws CommitRefusedException when it failed because the transaction is not the one that claimed
     */
    default SQLException explained(SQLException failure) {
        return failure;
    }

    /**
     * Checks the transaction as {@link #verify} does, as its last statement but the commit. The check may send the commit with it.
     *
     * @param connection the connection of the transaction to check
     * @param begun what identified the transaction that claimed, as in {@link ClaimLookup}
     * @throws SQLException when the database fails
     * @throws CommitRefusedException when the transaction is not the one that claimed
     */
    default void verifyAndCommit(Connection connection, long begun) throws SQLException {
        verify(connection, begun);
    }
}

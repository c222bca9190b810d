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
     * @param begun as in {@link ClaimLookup}
     * @throws CommitRefusedException when it is not the one that claimed
     */
    void verify(Connection connection, long begun) throws SQLException;

    /** {@return what identifies the transaction of a connection, which has changed something by now; by default nothing} */
    default long begun(Connection connection) throws SQLException {
        return UNKNOWN;
    }

    /** {@return whether the check needs the savepoint {@link KeyLocks#SAVEPOINT}, set behind the claim} By default no. */
    default boolean needsSavepoint() {
        return false;
    }

    /**
     * {@return an expression that is 1 in the transaction that claimed, and fails in every other; its one parameter is {@code begun}} The statement
     * that writes the record has it then, so that the check costs no round trip. Empty by default.
     */
    default Optional<String> expression() {
        return Optional.empty();
    }

    /**
     * {@return the failure of a statement that has the {@link #expression}}
     *
     * @throws CommitRefusedException when it failed because the transaction is not the one that claimed
     */
    default SQLException explained(SQLException failure) {
        return failure;
    }

    /** Checks the transaction, as its last statement but the commit, which may ride along with it. */
    default void verifyAndCommit(Connection connection, long begun) throws SQLException {
        verify(connection, begun);
    }
}

package io.counterfoil.jdbc.dialect;

import io.counterfoil.idempotency.store.KeyedRequest;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * {@link KeyLocks#look} as the beginning of a longer text of SQL, which fails where the key is not free, so that what follows is not run.
 * Thread-safe.
 */
public interface LookWithStatement {

    /** {@return the statements, the last of which ends with a semicolon} */
    String sql();

    /**
     * Sets the parameters of the look-up, the first ones of the statement.
     *
     * @param statement the statement whose text begins with {@link #sql}
     * @param request the request whose key is claimed
     * @return how many there are
     * @throws SQLException when the driver refuses a parameter
     */
    int bind(PreparedStatement statement, KeyedRequest request) throws SQLException;

    /**
     * Reads the results of the look-up after the statement was executed, and moves the statement to the result that follows.
     *
     * @param statement the statement, at its first result
     * @return who has the lock, and what is stored under the key
     * @throws SQLException when the results cannot be read
     */
    ClaimLookup read(PreparedStatement statement) throws SQLException;

    /**
     * {@return whether a statement failed because the key was locked, or there was a row with it}
     *
     * @param failure what the statement failed with
     */
    boolean isNotFree(SQLException failure);
}

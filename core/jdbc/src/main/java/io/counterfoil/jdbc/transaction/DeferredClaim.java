package io.counterfoil.jdbc.transaction;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A claim that is sent with the first statement of a unit's work, in one round trip. Where the key is not free its statements fail, so that the
 * database does not run what follows them. Used by the unit's thread.
 */
public interface DeferredClaim {

    /** {@return the statements that claim, as the beginning of a longer text} */
    String sql();

    /**
     * Sets the parameters of the claim, the first ones of the statement.
     *
     * @param statement the statement whose text begins with {@link #sql}
     * @return how many there are
     * @throws SQLException when the driver refuses a parameter
     */
    int bind(PreparedStatement statement) throws SQLException;

    /**
     * Reads the results of the claim after the statement was executed, and moves the statement to the result that follows.
     *
     * @param statement the statement, at its first result
     * @throws SQLException when the results cannot be read
     */
    void read(PreparedStatement statement) throws SQLException;

    /**
     * {@return whether the statement failed because the key was not free}
     *
     * @param failure what the statement failed with
     */
    boolean isNotFree(SQLException failure);

    /**
     * Claims by statements of its own.
     *
     * @throws SQLException when the key is not free (a conflict), or the driver failed
     */
    void send() throws SQLException;
}

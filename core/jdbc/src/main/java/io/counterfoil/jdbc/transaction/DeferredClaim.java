package io.counterfoil.jdbc.transaction;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A claim that is sent with the first statement of a unit's work, in one round trip. Where the key is not free its statements fail, so that the
 * database does not run what follows them. Used by the unit's thread.
 */
public interface DeferredClaim {

    /** {@return the statements that claim, as the begin of a longer text} */
    String sql();

    /**
     * Sets their parameters, the first ones of the statement.
     *
     * @return how many there are
     */
    int bind(PreparedStatement statement) throws SQLException;

    /** Reads their results, and moves the statement, which was executed, to the result of what follows them. */
    void read(PreparedStatement statement) throws SQLException;

    /** {@return whether the statement failed because the key was not free} */
    boolean isNotFree(SQLException failure);

    /**
     * Claims by itself.
     *
     * @throws SQLException when the key is not free (a conflict), or the driver failed
     */
    void send() throws SQLException;
}

package io.counterfoil.jdbc.dialect;

import io.counterfoil.idempotency.store.KeyedRequest;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** {@link KeyLocks#look} as the begin of a longer text of SQL, which fails where the key is not free, so that what follows is not run. Thread-safe. */
public interface LookWithStatement {

    /** {@return the statements, the last of which ends with a semicolon} */
    String sql();

    /**
     * Sets their parameters, the first ones of the statement.
     *
     * @return how many there are
     */
    int bind(PreparedStatement statement, KeyedRequest request) throws SQLException;

    /** Reads their results after the statement was executed, and moves it to the result that follows. */
    ClaimLookup read(PreparedStatement statement) throws SQLException;

    /** {@return whether a statement failed because the key was locked, or there was a row with it} */
    boolean isNotFree(SQLException failure);
}

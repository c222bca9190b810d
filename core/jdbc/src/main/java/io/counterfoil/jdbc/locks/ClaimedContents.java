package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.KeyHash;
import java.sql.Connection;
import java.sql.SQLException;

/** Shows other transactions for which contents the holder of a lock has claimed its key. Thread-safe. */
public interface ClaimedContents {

    /**
     * Shows the contents to other transactions.
     *
     * @param connection in the transaction that holds the lock of the key
     * @param claimed the key and the contents
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    void show(Connection connection, KeyHash claimed) throws SQLException;

    /**
     * {@return whether the holder of the key's lock has claimed the same key for other contents; false where that is unknown}
     *
     * @param connection has no transaction open, and has none afterwards
     * @param request the key, and the contents of the request that was rejected
     * @throws SQLException when the database fails
     */
    boolean isOther(Connection connection, KeyHash request) throws SQLException;
}

package io.counterfoil.jdbc.locks;

import io.counterfoil.jdbc.dialect.KeyHash;
import java.sql.Connection;
import java.sql.SQLException;

/** Shows other transactions for which contents the holder of a lock has claimed its key. Thread-safe. */
public interface ClaimedContents {

    /** Shows the contents; the transaction holds the lock of the key. */
    void show(Connection connection, KeyHash claimed) throws SQLException;

    /**
     * {@return whether the holder of the key's lock has claimed the same key for other contents; false where that is unknown} The connection has no
     * transaction open, and is left so.
     */
    boolean isOther(Connection connection, KeyHash request) throws SQLException;
}

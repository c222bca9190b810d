package io.counterfoil.jdbc.purge;

import java.sql.Connection;
import java.sql.SQLException;

/** Removes a batch of rows. */
@FunctionalInterface
public interface BatchRemoval {

    /**
     * Removes at most so many rows in the connection's transaction, and passes over those that another transaction has locked.
     *
     * @param connection the connection, in a transaction that commits afterwards
     * @param limit the maximum number of rows, at least 1
     * @return how many were removed; fewer than the limit when no more can be removed now
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    int remove(Connection connection, int limit) throws SQLException;
}

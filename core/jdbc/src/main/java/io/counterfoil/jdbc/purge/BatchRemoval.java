package io.counterfoil.jdbc.purge;

import java.sql.Connection;
import java.sql.SQLException;

/** Removes a batch of rows. */
@FunctionalInterface
public interface BatchRemoval {

    /**
     * Removes at most so many rows in the connection's transaction, and passes over those that another transaction has locked.
     *
     * @return how many; fewer than the limit when no more can be removed now
     * @throws SQLException the driver's
     */
    int remove(Connection connection, int limit) throws SQLException;
}

package io.counterfoil.jdbc.purge;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the current row of a result.
 *
 * @param <T> the type of what is read
 */
@FunctionalInterface
public interface RowReader<T> {

    /**
     * Reads the current row, and does not move on.
     *
     * @param row the result set, at the row
     * @return what was read of it
     * @throws SQLException when the driver fails
     */
    T read(ResultSet row) throws SQLException;
}

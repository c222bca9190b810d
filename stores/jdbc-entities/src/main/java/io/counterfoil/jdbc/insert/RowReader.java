package io.counterfoil.jdbc.insert;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Makes a value of a row. It reads the columns of the current row, and neither moves nor closes the result.
 *
 * @param <T> what a row is read as
 */
@FunctionalInterface
public interface RowReader<T> {

    /** The value of the current row. */
    T read(ResultSet row) throws SQLException;
}

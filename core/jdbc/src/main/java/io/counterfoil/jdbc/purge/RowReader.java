package io.counterfoil.jdbc.purge;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the current row of a result. */
@FunctionalInterface
public interface RowReader<T> {

    /** Reads the row, and does not move on. */
    T read(ResultSet row) throws SQLException;
}

package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/** One statement, with what is made of its result. */
@FunctionalInterface
public interface SingleStatement<T> {

    /** Runs it; the connection is not its to close. */
    T run(Connection connection) throws SQLException;
}

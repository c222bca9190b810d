package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * One statement, with what is made of its result.
 *
 * @param <T> the type of what is made of the result
 */
@FunctionalInterface
public interface SingleStatement<T> {

    /**
     * Executes the statement, and reads its result.
     *
     * @param connection the connection, which is not the statement's to close
     * @return what was made of the result
     * @throws SQLException when the statement fails
     */
    T run(Connection connection) throws SQLException;
}

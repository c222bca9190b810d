package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs single statements outside of any transaction of the caller's; for implementations of {@link Transactions}. */
public final class AutoCommit {

    private AutoCommit() {}

    /**
     * Runs the statement on a connection of its own, which commits it: no transaction is begun, and none is left open, also
     * where the data source hands out connections whose auto-commit is off. The connection goes back as it came.
     *
     * @param <T> the type of what the statement returns
     * @param dataSource where the connection comes from
     * @param statement the statement
     * @return what the statement returned
     * @throws SQLException what the statement threw, or the driver when there is no connection
     */
    public static <T> T run(DataSource dataSource, SingleStatement<T> statement) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            if (connection.getAutoCommit()) {
                return statement.run(connection);
            }
            return switchedOn(connection, statement);
        }
    }

    private static <T> T switchedOn(Connection connection, SingleStatement<T> statement) throws SQLException {
        connection.setAutoCommit(true);
        T result;
        try {
            result = statement.run(connection);
        } catch (Throwable failure) {
            try {
                connection.setAutoCommit(false);
            } catch (SQLException broken) {
                failure.addSuppressed(broken);
            }
            throw failure;
        }
        connection.setAutoCommit(false);
        return result;
    }
}

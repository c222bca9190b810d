package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Queries of one value, for dialects. */
public final class SqlQueries {

    private SqlQueries() {}

    /**
     * {@return the result of a query of one row with one boolean; false where there is no row}
     *
     * @param connection the connection; its transaction is not ended
     * @param query the query, without parameters
     * @throws SQLException when the query fails
     */
    public static boolean isTrue(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }
}

package io.counterfoil.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;

/** Whether a driver gives up waiting for its server. */
final class SocketTimeout {

    private SocketTimeout() {}

    /**
     * The advice to set it; empty where it is set, or the driver does not tell.
     *
     * @param line what to add to the JDBC URL
     * @param unit of the line
     */
    static List<String> advice(Connection connection, String line, String unit) throws SQLException {
        return isSet(connection)
                ? List.of()
                : List.of(
                        "the connections have no socketTimeout, so a request hangs for as long as a frozen server does not answer: add %s (%s; longer than the longest statement) to the JDBC URL"
                                .formatted(line, unit));
    }

    private static boolean isSet(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout() != 0;
        } catch (SQLFeatureNotSupportedException unknown) {
            return true;
        }
    }
}

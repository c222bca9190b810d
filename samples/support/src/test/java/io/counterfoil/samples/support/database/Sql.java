package io.counterfoil.samples.support.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One statement on a connection of its own. */
final class Sql {

    private Sql() {}

    /** The first column of the first row; empty where the statement has no result. */
    static String run(EmbeddedDatabase database, String statement) throws SQLException {
        return run(database.connection(), statement);
    }

    /** The same as this user. */
    static String run(ConnectionSettings settings, String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(settings.jdbcUrl(), settings.toProperties());
                Statement sql = connection.createStatement()) {
            if (!sql.execute(statement)) {
                return "";
            }
            try (ResultSet rows = sql.getResultSet()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}

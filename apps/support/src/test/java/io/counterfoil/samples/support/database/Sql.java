package io.counterfoil.samples.support.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs one statement on its own connection. */
final class Sql {

    private Sql() {}

    /** The first column of the first row; empty if the statement has no result. */
    static String run(EmbeddedDatabase database, String statement) throws SQLException {
        return run(database.connection(), statement);
    }

    /** Runs a statement as this user. */
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

package io.counterfoil.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Lets the store's time pass: it is the database's, so the records are made older instead. */
final class StoreTime {

    private StoreTime() {}

    static void letTwoDaysPass(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE counterfoil_record SET expires_at = expires_at - interval '2 days'");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

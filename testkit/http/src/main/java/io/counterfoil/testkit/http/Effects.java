package io.counterfoil.testkit.http;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Counts the committed effects of handlers; effects of a rolled-back handler do not count. Thread-safe. */
public interface Effects {

    /**
     * Records an effect in the unit of work of the calling thread, or immediately without one.
     *
     * @param name of the effect; one name may occur several times
     * @throws SQLException when the effect could not be written
     */
    void happen(String name) throws SQLException;

    /**
     * {@return the number of committed effects of one name}
     *
     * @param name of the effects
     * @throws SQLException when they cannot be read
     */
    long count(String name) throws SQLException;

    /**
     * {@return effects in a table {@code effects} of a database, which this method creates}
     *
     * @param work returns the connection of the calling thread's transaction, which is not closed; throws an {@link
     *     IllegalStateException} without a transaction
     * @param database for counting
     * @throws SQLException when the table cannot be created
     */
    static Effects inTransaction(Supplier<Connection> work, DataSource database) throws SQLException {
        return SqlEffects.create(work, database);
    }

    /**
     * {@return effects in a table {@code effects} of a database, which this method creates} Each effect commits in its own transaction, as an
     * external effect does.
     *
     * @param database gives the connections that write and count
     * @throws SQLException when the table cannot be created
     */
    static Effects external(DataSource database) throws SQLException {
        return SqlEffects.create(
                () -> {
                    throw new IllegalStateException("no transaction");
                },
                database);
    }

    /** Effects in portable SQL. */
    record SqlEffects(Supplier<Connection> work, DataSource database) implements Effects {

        private static Effects create(Supplier<Connection> work, DataSource database) throws SQLException {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE effects (name VARCHAR(200) NOT NULL)");
            }
            return new SqlEffects(work, database);
        }

        @Override
        public void happen(String name) throws SQLException {
            Connection joined;
            try {
                joined = work.get();
            } catch (IllegalStateException alone) {
                try (Connection own = database.getConnection()) {
                    insert(own, name);
                }
                return;
            }
            insert(joined, name);
        }

        private static void insert(Connection connection, String name) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effects VALUES (?)")) {
                insert.setString(1, name);
                insert.executeUpdate();
            }
        }

        @Override
        public long count(String name) throws SQLException {
            try (Connection connection = database.getConnection();
                    PreparedStatement select =
                            connection.prepareStatement("SELECT COUNT(*) FROM effects WHERE name = ?")) {
                select.setString(1, name);
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                    return rows.getLong(1);
                }
            }
        }
    }
}

package io.counterfoil.testkit.http;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** What handlers have done, counted where it would really be: a handler that is undone has done nothing. Thread-safe. */
public interface Effects {

    /** Something happens, as part of the calling thread's unit of work, or on its own where the thread is in none. */
    void happen(String name) throws SQLException;

    /** How often it has happened, as everybody sees it. */
    long count(String name) throws SQLException;

    /**
     * Effects in a table {@code effects} of a database, which is made now.
     *
     * @param work gives the connection of the transaction that the calling thread is in, which is not closed; throws an {@link
     *     IllegalStateException} where the thread is in none
     * @param database for counting
     */
    static Effects inTransaction(Supplier<Connection> work, DataSource database) throws SQLException {
        return SqlEffects.create(work, database);
    }

    /** The same, each effect in a transaction of its own: for work whose effect lies elsewhere. */
    static Effects elsewhere(DataSource database) throws SQLException {
        return SqlEffects.create(
                () -> {
                    throw new IllegalStateException("in no transaction");
                },
                database);
    }

    /** Plain SQL that every database knows. */
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

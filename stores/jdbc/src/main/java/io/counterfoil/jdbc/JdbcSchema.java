package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The table behind {@link JdbcClaimStore}. */
public final class JdbcSchema {

    /** Serializes those who create the table at the same time: IF NOT EXISTS alone does not. */
    private static final long CREATION_LOCK = 0x636f756e74657266L;

    private JdbcSchema() {}

    /** The statements that make the table, for those whose migrations are their own. */
    public static String script() {
        try (InputStream script = JdbcSchema.class.getResourceAsStream("postgresql.sql")) {
            if (script == null) {
                throw new IllegalStateException("postgresql.sql is missing beside " + JdbcSchema.class.getName());
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Makes the table in the connection's current schema where it is missing, in one transaction; several processes may
     * do so at once.
     *
     * @throws IllegalStateException when the database is not PostgreSQL
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            if (!product.equals("PostgreSQL")) {
                throw new IllegalStateException(
                        "records are kept in PostgreSQL, this data source leads to " + product + ": use another one");
            }
            if (!exists(connection)) {
                create(connection);
            }
        } catch (SQLException failure) {
            throw new StoreException("creating the table counterfoil_record", failure);
        }
    }

    /** Asked first, so that a database user without the right to create tables can start where they are. */
    private static boolean exists(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('counterfoil_record') IS NOT NULL")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static void create(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + CREATION_LOCK + ")");
            statement.execute(script());
            connection.commit();
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}

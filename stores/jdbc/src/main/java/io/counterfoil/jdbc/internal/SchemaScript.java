package io.counterfoil.jdbc.internal;

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

/**
 * The script that makes a table of ours on PostgreSQL: {@code postgresql.sql}, beside its class.
 *
 * @param beside the class
 * @param table the table's name
 * @param creationLock serializes those who create the table at the same time: IF NOT EXISTS alone does not
 */
public record SchemaScript(Class<?> beside, String table, long creationLock) {

    private static final String NAME = "postgresql.sql";

    /** The statements. */
    public String text() {
        try (InputStream script = beside.getResourceAsStream(NAME)) {
            if (script == null) {
                throw new IllegalStateException("%s is missing beside %s".formatted(NAME, beside.getName()));
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
    public void create(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            if (!product.equals("PostgreSQL")) {
                throw new IllegalStateException(
                        "%s is kept in PostgreSQL, this data source leads to %s: use another one"
                                .formatted(table, product));
            }
            if (!exists(connection)) {
                create(connection);
            }
        } catch (SQLException failure) {
            throw new StoreException("creating the table " + table, failure);
        }
    }

    /** Asked first, so that a database user without the right to create tables can start where they are. */
    private boolean exists(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('" + table + "') IS NOT NULL")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private void create(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + creationLock + ")");
            statement.execute(text());
            connection.commit();
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }
}

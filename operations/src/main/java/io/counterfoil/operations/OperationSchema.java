package io.counterfoil.operations;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.insert.SqlDialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** The tables behind {@link Operations}: the operations, and the queues of work and of callbacks. */
public final class OperationSchema {

    /** Made last, so that where it is, all are. */
    private static final String LAST_TABLE = "counterfoil_callback_queue";

    /** Serializes those who create the tables at the same time: IF NOT EXISTS alone does not. */
    private static final long CREATION_LOCK = 0x6f7065726174696fL;

    private static final int LOCK_SECONDS = 60;

    /** Of two who create at the same time on H2, which has no lock for it, one fails and finds the tables at its next try. */
    private static final int H2_TRIES = 5;

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");
    private static final Pattern END = Pattern.compile(";\\s*(?:\\R|\\z)");

    private OperationSchema() {}

    /** The statements that make the tables, for those whose migrations are their own. */
    public static String script(SqlDialect dialect) {
        String name = switch (dialect) {
            case POSTGRESQL -> "postgresql.sql";
            case MYSQL -> "mariadb.sql";
            case H2 -> "h2.sql";
        };
        try (InputStream script = OperationSchema.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException(name + " is missing beside " + OperationSchema.class.getName());
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Makes the tables in the connection's current schema where they are missing; several processes may do so at once. A user without the
     * right to create tables can call it where the tables are there.
     *
     * @throws IllegalArgumentException when the database is not PostgreSQL, MySQL, MariaDB or H2
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = SqlDialect.of(connection);
            if (!exist(connection, dialect)) {
                switch (dialect) {
                    case POSTGRESQL -> inTransaction(connection);
                    case MYSQL -> underNamedLock(connection);
                    case H2 -> untilItWorks(connection);
                }
            }
        } catch (SQLException failure) {
            throw new StoreException("creating the tables of operations", failure);
        }
    }

    private static boolean exist(Connection connection, SqlDialect dialect) throws SQLException {
        return ask(
                connection,
                switch (dialect) {
                    case POSTGRESQL -> "SELECT to_regclass('" + LAST_TABLE + "') IS NOT NULL";
                    case MYSQL -> tables("DATABASE()");
                    case H2 -> tables("CURRENT_SCHEMA");
                });
    }

    private static String tables(String schema) {
        return "SELECT count(*) > 0 FROM information_schema.tables WHERE table_schema = " + schema
                + " AND lower(table_name) = '" + LAST_TABLE + "'";
    }

    private static void inTransaction(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + CREATION_LOCK + ")");
            executeAll(statement, SqlDialect.POSTGRESQL);
            connection.commit();
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    private static void underNamedLock(Connection connection) throws SQLException {
        String lock = "'counterfoil-%x'".formatted(CREATION_LOCK);
        if (!ask(connection, "SELECT GET_LOCK(%s, %d) = 1".formatted(lock, LOCK_SECONDS))) {
            throw new SQLException("another process has been creating tables for " + LOCK_SECONDS
                    + " s: it holds the named lock " + lock);
        }
        try (Statement statement = connection.createStatement()) {
            executeAll(statement, SqlDialect.MYSQL);
        } finally {
            ask(connection, "SELECT RELEASE_LOCK(" + lock + ")");
        }
    }

    private static void untilItWorks(Connection connection) throws SQLException {
        for (int tries = 1; ; tries++) {
            try (Statement statement = connection.createStatement()) {
                executeAll(statement, SqlDialect.H2);
                return;
            } catch (SQLException failure) {
                if (tries == H2_TRIES) {
                    throw failure;
                }
            }
        }
    }

    private static void executeAll(Statement statement, SqlDialect dialect) throws SQLException {
        String bare = COMMENT.matcher(script(dialect)).replaceAll("");
        List<String> all = END.splitAsStream(bare).filter(sql -> !sql.isBlank()).toList();
        for (String sql : all) {
            statement.execute(sql);
        }
    }

    private static boolean ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }
}

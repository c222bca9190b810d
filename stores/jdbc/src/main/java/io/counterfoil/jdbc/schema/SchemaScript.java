package io.counterfoil.jdbc.schema;

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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that create tables, one for each supported database. A script can be run again: existing tables stay as they are.
 *
 * @param owner the class whose resources the scripts are, for messages
 * @param open opens a resource of that class; null where it is missing. A lambda of the owner's module: only that module sees its resources
 * @param table the table that the scripts create last
 * @param creationLock serializes concurrent creation, which IF NOT EXISTS alone does not
 * @param resources the names of the scripts, by database, as {@link Class#getResourceAsStream} takes them
 */
public record SchemaScript(
        Class<?> owner,
        Function<String, @Nullable InputStream> open,
        String table,
        long creationLock,
        Map<SqlDialect, String> resources) {

    private static final int LOCK_SECONDS = 60;

    /**
     * H2 has no lock for this: of concurrent creators one succeeds with a statement, and the others fail and find its table at their next
     * attempt. A creator may fail so at each statement, and more than once while rows are filled in.
     */
    private static final int H2_TRIES = 50;

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");
    private static final Pattern END = Pattern.compile(";\\s*(?:\\R|\\z)");

    /** Scripts of this module. */
    public SchemaScript(Class<?> owner, String table, long creationLock, Map<SqlDialect, String> resources) {
        this(owner, owner::getResourceAsStream, table, creationLock, resources);
    }

    /** Scripts of this module for PostgreSQL alone: {@code postgresql.sql}, beside its class. */
    public SchemaScript(Class<?> owner, String table, long creationLock) {
        this(owner, table, creationLock, Map.of(SqlDialect.POSTGRESQL, "postgresql.sql"));
    }

    /** The statements for PostgreSQL, with their comments. */
    public String text() {
        return text(SqlDialect.POSTGRESQL);
    }

    /**
     * The name of the script for a database.
     *
     * @throws IllegalStateException when there is none
     */
    public String resource(SqlDialect dialect) {
        return Optional.ofNullable(resources.get(dialect))
                .orElseThrow(() -> new IllegalStateException(table + " is not kept in " + dialect));
    }

    /**
     * The statements, with their comments.
     *
     * @throws IllegalStateException when there are none for that database
     */
    public String text(SqlDialect dialect) {
        String name = resource(dialect);
        try (InputStream script = open.apply(name)) {
            if (script == null) {
                throw new IllegalStateException("%s is missing beside %s".formatted(name, owner.getName()));
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Creates the tables in the connection's current schema where they are missing; several processes may do so at once. On
     * PostgreSQL it is one transaction. A user without the right to create tables can call it where they exist.
     *
     * @throws IllegalStateException when there is no script for the database
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void create(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = dialect(connection);
            if (!exists(connection, dialect)) {
                run(connection, dialect);
            }
        } catch (SQLException failure) {
            throw new StoreException("creating the table " + table, failure);
        }
    }

    /**
     * The database that a connection leads to.
     *
     * @throws IllegalStateException when it is none that there is a script for
     */
    public SqlDialect dialect(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return Arrays.stream(SqlDialect.values())
                .filter(dialect ->
                        resources.containsKey(dialect) && nameOf(dialect).contains(product))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("%s is kept in %s, this data source leads to %s: use another one"
                                .formatted(table, kept(), product)));
    }

    private String kept() {
        List<String> names = Arrays.stream(SqlDialect.values())
                .filter(resources::containsKey)
                .flatMap(dialect -> nameOf(dialect).stream())
                .toList();
        return String.join(", ", names);
    }

    /** The names under which drivers know a database. */
    private static List<String> nameOf(SqlDialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> List.of("PostgreSQL");
            case MYSQL -> List.of("MariaDB", "MySQL");
            case H2 -> List.of("H2");
        };
    }

    /** Queried first, so that a database user without the right to create tables can start where they exist. */
    private boolean exists(Connection connection, SqlDialect dialect) throws SQLException {
        String query = switch (dialect) {
            case POSTGRESQL -> "SELECT to_regclass('%s') IS NOT NULL".formatted(table);
            case MYSQL -> tables("DATABASE()", table);
            case H2 -> tables("CURRENT_SCHEMA", table.toUpperCase(Locale.ROOT));
        };
        return ask(connection, query);
    }

    private static String tables(String schema, String name) {
        return "SELECT count(*) > 0 FROM information_schema.tables WHERE table_schema = %s AND table_name = '%s'"
                .formatted(schema, name);
    }

    /** Runs the script, whatever is there. */
    private void run(Connection connection, SqlDialect dialect) throws SQLException {
        switch (dialect) {
            case POSTGRESQL -> inTransaction(connection, dialect);
            case MYSQL -> underNamedLock(connection, dialect);
            case H2 -> untilItWorks(connection, dialect);
        }
    }

    private void inTransaction(Connection connection, SqlDialect dialect) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + creationLock + ")");
            executeAll(statement, dialect);
            connection.commit();
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    private void underNamedLock(Connection connection, SqlDialect dialect) throws SQLException {
        String lock = "'counterfoil-%x'".formatted(creationLock);
        if (!ask(connection, "SELECT GET_LOCK(%s, %d) = 1".formatted(lock, LOCK_SECONDS))) {
            throw new SQLException("another process has been creating tables for " + LOCK_SECONDS
                    + " s: it holds the named lock " + lock);
        }
        try (Statement statement = connection.createStatement()) {
            executeAll(statement, dialect);
            commit(connection);
        } finally {
            ask(connection, "SELECT RELEASE_LOCK(" + lock + ")");
        }
    }

    private void untilItWorks(Connection connection, SqlDialect dialect) throws SQLException {
        for (int tries = 1; ; tries++) {
            try (Statement statement = connection.createStatement()) {
                executeAll(statement, dialect);
                commit(connection);
                return;
            } catch (SQLException failure) {
                if (tries == H2_TRIES) {
                    throw failure;
                }
            }
        }
    }

    private static void commit(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    private void executeAll(Statement statement, SqlDialect dialect) throws SQLException {
        for (String sql : statements(dialect)) {
            statement.execute(sql);
        }
    }

    /** The statements one by one, without comments: drivers differ in what they take at once. */
    private List<String> statements(SqlDialect dialect) {
        String bare = COMMENT.matcher(text(dialect)).replaceAll("");
        return END.splitAsStream(bare).filter(sql -> !sql.isBlank()).toList();
    }

    private static boolean ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }
}

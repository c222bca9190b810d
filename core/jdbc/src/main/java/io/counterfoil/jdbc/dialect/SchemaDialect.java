package io.counterfoil.jdbc.dialect;

import io.counterfoil.jdbc.transaction.VerifiedCommit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the creation and the check of tables ask of a database: which scripts there are, whether tables exist, how concurrent creators tolerate
 * one another, and the types of columns. What is not overridden is the standard's form. Immutable and thread-safe.
 */
public class SchemaDialect {

    /**
     * Without a lock for the creation of tables, of concurrent creators one succeeds with a statement, and the others fail and find its table
     * at their next attempt. A creator may fail so at each statement, and more than once while rows are filled in.
     */
    private static final int CREATION_ATTEMPTS = 50;

    private final List<String> scripts;

    /**
     * Uses the standard's form, and these scripts.
     *
     * @param scripts the names of the scripts, as in {@link #scripts}
     */
    public SchemaDialect(String... scripts) {
        this.scripts = List.of(scripts);
    }

    /**
     * {@return the names of the scripts that create the tables of a feature, in order} A feature has the first one, and of the others, where there
     * are any, one or more.
     */
    public final List<String> scripts() {
        return scripts;
    }

    /**
     * {@return whether a table exists in the connection's current schema}
     *
     * @param connection the connection; its transaction is not ended
     * @param table the table's name, in lower case
     * @throws SQLException when the database cannot be queried
     */
    public final boolean hasTable(Connection connection, String table) throws SQLException {
        return SqlQueries.isTrue(connection, tableExists(table));
    }

    /**
     * {@return those of these tables that do not exist in the connection's current schema, in their order} One statement; none without
     * tables.
     *
     * @param connection the connection; its transaction is not ended
     * @param tables the tables' names, in lower case
     * @throws SQLException when the database cannot be queried
     */
    public final List<String> missingTables(Connection connection, List<String> tables) throws SQLException {
        if (tables.isEmpty()) {
            return List.of();
        }
        String query = tables.stream()
                .map(table -> "(" + tableExists(table) + ")")
                .collect(Collectors.joining(", ", "SELECT ", ""));
        List<String> missing = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            for (int i = 0; i < tables.size(); i++) {
                if (!row.getBoolean(i + 1)) {
                    missing.add(tables.get(i));
                }
            }
        }
        return missing;
    }

    /**
     * {@return the query that is true where a table exists in the connection's current schema}
     *
     * @param table the table's name, in lower case
     */
    protected String tableExists(String table) {
        return countTables("CURRENT_SCHEMA", table.toUpperCase(Locale.ROOT));
    }

    /**
     * {@return the query that is true where a table exists, of the standard's information schema}
     *
     * @param schema an expression of the schema's name
     * @param name the table's name as the database stores it
     */
    protected static String countTables(String schema, String name) {
        return "SELECT count(*) > 0 FROM information_schema.tables WHERE table_schema = %s AND table_name = '%s'"
                .formatted(schema, name);
    }

    /**
     * Executes statements that create tables, and commits. Concurrent callers for one table are serialized, or tolerate one another.
     *
     * @param connection the connection; what was created before a failure may stay
     * @param table the last of the tables
     * @param statements each can be executed again: {@code CREATE TABLE IF NOT EXISTS …}
     * @throws SQLException when a statement or the commit fails
     */
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        createUnlocked(connection, statements);
    }

    /**
     * Creates tables without a lock, and commits: where another creator was faster with a statement, all of them are executed again, at
     * most 50 times.
     *
     * @param connection the connection; rolled back after a failure, unless it is in auto-commit mode
     * @param statements the statements, each of which can be executed again
     * @throws SQLException when a statement or the commit has failed as often
     */
    protected final void createUnlocked(Connection connection, List<String> statements) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                executeAndCommit(connection, statements);
                return;
            } catch (SQLException failure) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                if (attempt == CREATION_ATTEMPTS) {
                    throw failure;
                }
            }
        }
    }

    /**
     * Executes the statements, and commits where the connection does not do so by itself.
     *
     * @param connection the connection; its transaction stays open where a statement fails
     * @param statements the statements, in order
     * @throws SQLException when a statement or the commit fails
     */
    protected static void executeAndCommit(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        if (!connection.getAutoCommit()) {
            VerifiedCommit.commit(connection);
        }
    }

    /**
     * Checks tables that exist against the scripts of this dialect, where a database can have its tables in more than one way. Does nothing
     * by default.
     *
     * @param connection the connection; its transaction is not ended
     * @param statements the statements of the scripts
     * @throws SQLException when the database cannot be queried
     * @throws IllegalStateException when a table is there in another way; the message names it, and what to do
     */
    public void requireTablesOf(Connection connection, List<String> statements) throws SQLException {}

    /**
     * {@return the type of a column of text that is compared byte by byte}
     *
     * @param bytes how many bytes the text has at most
     */
    public ColumnType textType(int bytes) {
        return new ColumnType("varchar(" + bytes + ")", Set.of(Types.VARCHAR), bytes);
    }

    /**
     * {@return the type of a column of so many bytes}
     *
     * @param length how many bytes a value has
     */
    public ColumnType bytesType(int length) {
        return new ColumnType("varbinary(" + length + ")", Set.of(Types.VARBINARY), length);
    }

    /** {@return the type of a column of stored results} */
    public ColumnType payloadType() {
        return new ColumnType("blob", Set.of(Types.BLOB), 0);
    }

    /**
     * {@return the schema of the table that a statement means by its name alone; {@code null} where a database has no schemas}
     *
     * @param connection the connection; its transaction is not ended
     * @param table its name, in lower case
     * @throws SQLException when the database cannot be queried
     */
    public @Nullable String schemaOf(Connection connection, String table) throws SQLException {
        return connection.getSchema();
    }

    /**
     * {@return whether a table consists of others, which have the indexes; by default false}
     *
     * @param connection the connection; its transaction is not ended
     * @param table the table's name, in lower case
     * @throws SQLException when the database cannot be queried
     */
    public boolean isPartitioned(Connection connection, String table) throws SQLException {
        return false;
    }

    /**
     * {@return the collations of a table's columns, by the columns' names in lower case; none where the database has none of its own for a column}
     *
     * @param connection the connection; its transaction is not ended
     * @param table the table's name, in lower case
     * @throws SQLException when the database cannot be queried
     */
    public Map<String, String> collations(Connection connection, String table) throws SQLException {
        return Map.of();
    }

    /**
     * {@return the names of a table's indexes that exist and are not used, because their creation failed}
     *
     * @param connection the connection; its transaction is not ended
     * @param table the table's name, in lower case
     * @throws SQLException when the database cannot be queried
     */
    public Set<String> invalidIndexes(Connection connection, String table) throws SQLException {
        return Set.of();
    }

    /**
     * {@return what keeps those of these tables that exist from being used though they have all columns, each a sentence for a person; by
     * default none}
     *
     * @param connection the connection; its transaction is not ended
     * @param tables the tables' names, in lower case
     * @throws SQLException when the database cannot be queried
     */
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        return List.of();
    }
}

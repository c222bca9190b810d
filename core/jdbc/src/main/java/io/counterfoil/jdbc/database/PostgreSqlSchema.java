package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.ColumnType;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.dialect.SqlQueries;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The tables of PostgreSQL. */
class PostgreSqlSchema extends SchemaDialect {

    private static final String LOCK_TIMEOUT = "55P03";

    /** Writers queue behind a statement that waits for its lock; a limit of the session or the role is kept. */
    private static final String LIMIT_WAITS =
            "SELECT set_config('lock_timeout', '5s', true)" + " WHERE current_setting('lock_timeout') = '0'";

    PostgreSqlSchema(String script) {
        super(script);
    }

    @Override
    protected String tableExists(String table) {
        return "SELECT to_regclass('" + table + "') IS NOT NULL";
    }

    @Override
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try {
            try (Statement lock = connection.createStatement()) {
                lock.execute("SELECT pg_advisory_xact_lock(hashtextextended('" + table + "', 0))");
                lock.execute(LIMIT_WAITS);
            }
            executeAndCommit(connection, statements);
        } catch (SQLException failure) {
            connection.rollback();
            throw LOCK_TIMEOUT.equals(failure.getSQLState()) ? waited(failure) : failure;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    private static SQLException waited(SQLException failure) {
        return new SQLException(
                "an open transaction has held a table for longer than the lock timeout, so nothing was changed: repeat this later ("
                        + failure.getMessage() + ")",
                LOCK_TIMEOUT,
                failure);
    }

    @Override
    public ColumnType textType(int bytes) {
        return new ColumnType("text", Set.of(Types.VARCHAR), Integer.MAX_VALUE);
    }

    @Override
    public ColumnType bytesType(int length) {
        return new ColumnType("bytea", Set.of(Types.BINARY), length);
    }

    @Override
    public ColumnType payloadType() {
        return new ColumnType("bytea", Set.of(Types.BINARY), 0);
    }

    /** The first of the search path that has the table. */
    @Override
    public @Nullable String schemaOf(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT n.nspname FROM pg_class c JOIN pg_namespace n"
                        + " ON n.oid = c.relnamespace WHERE c.oid = to_regclass('" + table + "')")) {
            return row.next() ? row.getString(1) : connection.getSchema();
        }
    }

    @Override
    public boolean isPartitioned(Connection connection, String table) throws SQLException {
        return SqlQueries.isTrue(
                connection,
                "SELECT count(*) > 0 FROM pg_class WHERE oid = to_regclass('" + table + "') AND relkind = 'p'");
    }

    @Override
    public Map<String, String> collations(Connection connection, String table) throws SQLException {
        Map<String, String> collations = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT a.attname, c.collname FROM pg_attribute a"
                        + " JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = to_regclass('" + table
                        + "') AND a.attnum > 0 AND NOT a.attisdropped")) {
            while (row.next()) {
                collations.put(row.getString(1), row.getString(2));
            }
        }
        return collations;
    }

    /** {@code CREATE INDEX CONCURRENTLY} leaves such an index where it fails. */
    @Override
    public Set<String> invalidIndexes(Connection connection, String table) throws SQLException {
        Set<String> invalid = new TreeSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT c.relname FROM pg_index i"
                        + " JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass('" + table
                        + "') AND NOT i.indisvalid")) {
            while (row.next()) {
                invalid.add(row.getString(1));
            }
        }
        return invalid;
    }
}

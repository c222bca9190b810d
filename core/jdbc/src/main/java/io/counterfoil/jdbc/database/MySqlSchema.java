package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.ColumnType;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.dialect.SqlQueries;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of MySQL and MariaDB. */
final class MySqlSchema extends SchemaDialect {

    private static final int CREATION_LOCK_SECONDS = 60;
    private static final int LOCK_SECONDS = 5;
    private static final int LOCK_TIMEOUT = 1205;

    MySqlSchema(String script) {
        super(script);
    }

    @Override
    protected String tableExists(String table) {
        return countTables("DATABASE()", table);
    }

    @Override
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        String name = "'creating " + table + "'";
        if (!SqlQueries.isTrue(connection, "SELECT GET_LOCK(%s, %s) = 1".formatted(name, CREATION_LOCK_SECONDS))) {
            throw new SQLException("another process has been creating tables for " + CREATION_LOCK_SECONDS
                    + " s: it holds the named lock " + name);
        }
        try {
            limitWaits(connection, statements);
        } finally {
            SqlQueries.isTrue(connection, "SELECT RELEASE_LOCK(" + name + ")");
        }
    }

    /** Every statement on a table queues behind one that waits for its definition, by default for a day. */
    private static void limitWaits(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET @counterfoil_wait = @@SESSION.lock_wait_timeout");
            statement.execute("SET SESSION lock_wait_timeout = LEAST(@counterfoil_wait, " + LOCK_SECONDS + ")");
            try {
                executeAndCommit(connection, statements);
            } catch (SQLException failure) {
                throw failure.getErrorCode() == LOCK_TIMEOUT ? waited(failure) : failure;
            } finally {
                statement.execute("SET SESSION lock_wait_timeout = @counterfoil_wait");
            }
        }
    }

    private static SQLException waited(SQLException failure) {
        return new SQLException(
                "an open transaction has held a table for longer than the lock timeout, so this statement and later ones were not executed: repeat this later ("
                        + failure.getMessage() + ")",
                failure.getSQLState(),
                LOCK_TIMEOUT,
                failure);
    }

    @Override
    public Map<String, String> collations(Connection connection, String table) throws SQLException {
        Map<String, String> collations = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT column_name, collation_name FROM information_schema.columns"
                                + " WHERE table_schema = DATABASE() AND table_name = '" + table
                                + "' AND collation_name IS NOT NULL")) {
            while (row.next()) {
                collations.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2));
            }
        }
        return collations;
    }

    @Override
    public ColumnType textType(int bytes) {
        return new ColumnType("varbinary(" + bytes + ")", Set.of(Types.VARBINARY), bytes);
    }

    /** A longer {@code binary(n)} would come back longer than it went in. */
    @Override
    public ColumnType bytesType(int length) {
        return new ColumnType("binary(" + length + ")", Set.of(Types.BINARY), length);
    }

    @Override
    public ColumnType payloadType() {
        return new ColumnType("longblob", Set.of(Types.LONGVARBINARY, Types.BLOB), Integer.MAX_VALUE);
    }

    @Override
    public @Nullable String schemaOf(Connection connection, String table) {
        return null;
    }

    /** Tables of an engine without transactions. */
    @Override
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT table_name, engine FROM information_schema.tables"
                        + " WHERE table_schema = DATABASE() AND table_name IN ('" + String.join("', '", tables)
                        + "') AND engine <> 'InnoDB'")) {
            while (row.next()) {
                found.add("table " + row.getString(1) + " is kept by " + row.getString(2)
                        + ", and must be by InnoDB: it needs transactions");
            }
        }
        return found;
    }
}

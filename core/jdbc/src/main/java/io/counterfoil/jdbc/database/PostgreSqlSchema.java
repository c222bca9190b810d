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
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of PostgreSQL. */
class PostgreSqlSchema extends SchemaDialect {

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
            }
            executeAndCommit(connection, statements);
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
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

    /** Parts of a key that are compared by another collation than the bytes' own. */
    @Override
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        List<String> found = new ArrayList<>();
        for (String table : tables) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT a.attname, c.collname FROM pg_attribute a"
                            + " JOIN pg_collation c ON c.oid = a.attcollation"
                            + " JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)"
                            + " WHERE a.attrelid = to_regclass('" + table
                            + "') AND c.collname <> 'C' ORDER BY a.attnum")) {
                while (row.next()) {
                    found.add("column %s.%s has collation \"%s\" and must have \"C\""
                            .formatted(table, row.getString(1), row.getString(2)));
                }
            }
        }
        return found;
    }
}

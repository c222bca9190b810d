package io.counterfoil.jdbc.dialect;

import io.counterfoil.jdbc.transaction.VerifiedCommit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** PostgreSQL. */
class PostgreSqlDialect extends SqlDialect {

    private static final String UNIQUE_VIOLATION = "23505";

    PostgreSqlDialect() {
        this("postgresql", "PostgreSQL");
    }

    PostgreSqlDialect(String vendor, String... products) {
        super(vendor, products);
    }

    /** Recognised by what it does: other databases have its protocol, so its driver reports them by its name. */
    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return speaksPostgreSql(connection) && PostgreSqlProbe.isPostgreSql(connection);
    }

    @Override
    public List<String> lossOfCommits(Connection connection) throws SQLException {
        return PostgreSqlDurability.losses(connection);
    }

    @Override
    public List<String> connectionAdvice(Connection connection) throws SQLException {
        return PostgreSqlConnections.advice(connection);
    }

    static boolean speaksPostgreSql(Connection connection) throws SQLException {
        return "PostgreSQL".equals(connection.getMetaData().getDatabaseProductName());
    }

    /**
     * Any unique key may keep the row from being inserted. With the key alone as the conflict's target, two concurrent inserts of
     * one row would violate the other keys of the table. The query, and {@link #insertAgain}, show which key it was. The first
     * part inserts nothing: with it the database checks that the key is unique, as for every conflict target.
     */
    @Override
    public String insert(String into, String table, String key, String returned) {
        return "WITH counterfoil_key AS (INSERT INTO %s (%s) SELECT %s FROM %s WHERE false ON CONFLICT (%s) DO NOTHING) %s"
                        .formatted(table, key, key, table, key, into)
                + " ON CONFLICT DO NOTHING RETURNING " + returned;
    }

    @Override
    public String insertAgain(String into, String key, String returned) {
        return into + " ON CONFLICT (" + key + ") DO NOTHING RETURNING " + returned;
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return state(failure).equals("55P03");
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return Set.of("40001", "40P01").contains(state(failure));
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return state(failure).equals(UNIQUE_VIOLATION);
    }

    @Override
    public boolean survivesFailedStatements() {
        return false;
    }

    @Override
    public boolean returnsChangedRows() {
        return true;
    }

    @Override
    public String ignoringDuplicates(String insert, String key) {
        return insert + " ON CONFLICT (" + key + ") DO NOTHING";
    }

    @Override
    public String now() {
        return "(date_part('epoch', statement_timestamp()) * 1000000)::bigint";
    }

    @Override
    protected String tableExists(String table) {
        return "SELECT to_regclass('" + table + "') IS NOT NULL";
    }

    @Override
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(hashtextextended('" + table + "', 0))");
            executeAll(statement, statements);
            VerifiedCommit.commit(connection);
        } catch (SQLException failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    @Override
    public boolean hasAdvisoryLocks() {
        return true;
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
        return ask(
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

package io.counterfoil.jdbc.dialect;

import io.counterfoil.ids.text.UuidBytes;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * All that differs between the supported databases: detection, time, binding of UUIDs and texts, classes of errors, inserts that tolerate
 * duplicates, creation of tables. Answers questions and owns no flow; the statements of the claims are in {@code io.counterfoil.jdbc}.
 * Immutable and thread-safe.
 */
public enum SqlDialect {
    /** PostgreSQL; UUIDs and typed ids are {@code uuid}. Proved on PostgreSQL 18. */
    POSTGRESQL("postgresql", "PostgreSQL") {
        private static final String UNIQUE_VIOLATION = "23505";

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
        String tableExists(String table) {
            return "SELECT to_regclass('" + table + "') IS NOT NULL";
        }

        @Override
        public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_advisory_xact_lock(hashtextextended('" + table + "', 0))");
                executeAll(statement, statements);
                connection.commit();
            } catch (SQLException failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        }
    },

    /**
     * MySQL and MariaDB with InnoDB; UUIDs and typed ids are {@code binary(16)}. Proved on MariaDB 11.4. MySQL 8 is given the
     * same statements, and the same error number is read from it, but the tests do not run there.
     */
    MYSQL("mysql", "MariaDB, MySQL") {
        private static final int DUPLICATE_ENTRY = 1062;
        private static final int LOCK_WAIT_TIMEOUT = 1205;
        private static final int DEADLOCK = 1213;
        private static final int RECORD_CHANGED = 1020;

        private static final int LOCK_NOWAIT = 3572;
        private static final int CREATION_LOCK_SECONDS = 60;

        @Override
        public boolean isDuplicateKey(SQLException failure) {
            return failure.getErrorCode() == DUPLICATE_ENTRY;
        }

        @Override
        public String now() {
            return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))";
        }

        @Override
        String tableExists(String table) {
            return countTables("DATABASE()", table);
        }

        @Override
        public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
            String name = "'creating " + table + "'";
            if (!ask(connection, "SELECT GET_LOCK(%s, %d) = 1".formatted(name, CREATION_LOCK_SECONDS))) {
                throw new SQLException("another process has been creating tables for " + CREATION_LOCK_SECONDS
                        + " s: it holds the named lock " + name);
            }
            try (Statement statement = connection.createStatement()) {
                executeAll(statement, statements);
                commit(connection);
            } finally {
                ask(connection, "SELECT RELEASE_LOCK(" + name + ")");
            }
        }

        /** As UTF-8: every collation that both products know ignores trailing spaces. */
        @Override
        public Object toJdbc(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Optional<String> findText(ResultSet row, String column) throws SQLException {
            return Optional.ofNullable(row.getBytes(column)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }

        /** Under REPEATABLE READ, the default here, any other read would miss a row committed after the first one. */
        @Override
        public String currentRead() {
            return " LOCK IN SHARE MODE";
        }

        @Override
        public String delimited(String name) {
            return name.replace('"', '`');
        }

        @Override
        public boolean isLockTimeout(SQLException failure) {
            return failure.getErrorCode() == LOCK_WAIT_TIMEOUT || failure.getErrorCode() == LOCK_NOWAIT;
        }

        @Override
        public boolean isConflict(SQLException failure) {
            return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == RECORD_CHANGED;
        }

        @Override
        public Object toJdbc(UUID uuid) {
            return UuidBytes.of(uuid);
        }

        @Override
        @Nullable
        UUID read(ResultSet row, String column) throws SQLException {
            byte[] bytes = row.getBytes(column);
            return bytes == null ? null : UuidBytes.toUuid(bytes);
        }
    },

    /** H2 since version 2; UUIDs and typed ids are {@code uuid}. Proved on H2 2.4. */
    H2("h2", "H2") {
        private static final int DUPLICATE_KEY = 23505;
        private static final int LOCK_TIMEOUT = 50200;
        private static final int DEADLOCK = 40001;
        private static final int CONCURRENT_UPDATE = 90131;

        /**
         * H2 has no lock for the creation of tables: of concurrent creators one succeeds with a statement, and the others fail and find its
         * table at their next attempt. A creator may fail so at each statement, and more than once while rows are filled in.
         */
        private static final int CREATION_ATTEMPTS = 50;

        @Override
        public boolean isDuplicateKey(SQLException failure) {
            return failure.getErrorCode() == DUPLICATE_KEY;
        }

        @Override
        public String now() {
            return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)";
        }

        @Override
        String tableExists(String table) {
            return countTables("CURRENT_SCHEMA", table.toUpperCase(Locale.ROOT));
        }

        @Override
        public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
            for (int attempt = 1; ; attempt++) {
                try (Statement statement = connection.createStatement()) {
                    executeAll(statement, statements);
                    commit(connection);
                    return;
                } catch (SQLException failure) {
                    if (attempt == CREATION_ATTEMPTS) {
                        throw failure;
                    }
                }
            }
        }

        @Override
        public boolean isLockTimeout(SQLException failure) {
            return failure.getErrorCode() == LOCK_TIMEOUT;
        }

        @Override
        public boolean isConflict(SQLException failure) {
            return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CONCURRENT_UPDATE;
        }
    };

    private static final String NULL_NOT_ALLOWED = "22004";

    private final String vendor;
    private final String products;

    SqlDialect(String vendor, String products) {
        this.vendor = vendor;
        this.products = products;
    }

    /**
     * The dialect of the database that a connection leads to.
     *
     * @throws IllegalStateException when the database is not supported; the message names those that are
     * @throws SQLException when the driver cannot tell
     */
    public static SqlDialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return Arrays.stream(values())
                .filter(dialect -> dialect.products().contains(product))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "PostgreSQL, MariaDB, MySQL and H2 are supported, and this data source leads to " + product
                                + ": use another one"));
    }

    /**
     * The dialect of the database that a data source leads to; opens a connection and closes it.
     *
     * @throws IllegalStateException when the database is not supported; the message names those that are
     * @throws SQLException when there is no connection
     */
    public static SqlDialect of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return of(connection);
        }
    }

    /** The name of the database in the names of scripts, such as {@code postgresql}; what Flyway calls it. */
    public String vendor() {
        return vendor;
    }

    /** The names under which drivers report the database. */
    public List<String> products() {
        return List.of(products.split(", ", -1));
    }

    /** The expression of the database's time at the start of the statement, in microseconds since 1970. */
    public abstract String now();

    /** Whether a table exists in the connection's current schema. */
    public boolean hasTable(Connection connection, String table) throws SQLException {
        return ask(connection, tableExists(table));
    }

    abstract String tableExists(String table);

    /**
     * Executes statements that create tables, and commits. Concurrent callers for one table are serialized, or tolerate one another.
     *
     * @param table the last of the tables
     * @param statements each can be executed again: {@code CREATE TABLE IF NOT EXISTS …}
     */
    public abstract void createTables(Connection connection, String table, List<String> statements) throws SQLException;

    /** An insert that inserts nothing where the key exists; where the dialect has no such form, it fails by {@link #isDuplicateKey}. */
    public String ignoringDuplicates(String insert, String key) {
        return insert;
    }

    /**
     * Whether an insert updates the row that it collides with, and a change of rows returns them ({@code ON CONFLICT DO UPDATE}, {@code
     * RETURNING}, also over parameters that are arrays).
     */
    public boolean returnsChangedRows() {
        return false;
    }

    /** Whether a transaction continues after one of its statements has failed. */
    public boolean survivesFailedStatements() {
        return true;
    }

    /**
     * The statement of the first attempt of an insert or find. It returns the row, or no row where there is a duplicate; or it returns
     * nothing, and fails where there is a duplicate.
     *
     * @param into the insert without more
     * @param key the columns of the key
     * @param returned the columns of the row
     */
    public String insert(String into, String table, String key, String returned) {
        return into;
    }

    /** The statement of further attempts, as {@link #insert}, after there was a duplicate, and no row with the key. */
    public String insertAgain(String into, String key, String returned) {
        return into;
    }

    /** Whether a statement failed because of any unique key. */
    public abstract boolean isDuplicateKey(SQLException failure);

    /** The suffix of a query that reads what is committed now, whatever the transaction has read before; empty where there is none. */
    public String currentRead() {
        return "";
    }

    /** A name that is delimited by the standard's double quotes, with the delimiters of the database. */
    public String delimited(String name) {
        return name;
    }

    /** Whether a statement did not get a lock of another transaction: at once ({@code NOWAIT}), or within a time limit. */
    public abstract boolean isLockTimeout(SQLException failure);

    /**
     * Whether a statement or a commit failed only because of another transaction at the same time: a deadlock, a serialization failure, a
     * lock that was waited for too long. The whole transaction can be rolled back and run again. On H2, above READ COMMITTED, the
     * violation of a key by a row that this transaction does not see is not told by this.
     */
    public boolean canRunAgain(SQLException failure) {
        return isConflict(failure) || isLockTimeout(failure);
    }

    /** Whether it is a deadlock or a serialization failure. */
    public abstract boolean isConflict(SQLException failure);

    /** What a driver is handed for a UUID: for {@link java.sql.PreparedStatement#setObject(int, Object)}. */
    public Object toJdbc(UUID uuid) {
        return uuid;
    }

    /**
     * The UUID in a column of the current row, as {@link #toJdbc} put it there.
     *
     * @param column its label
     * @throws SQLDataException when it is {@code NULL}; the message names the column
     * @throws SQLException the driver's
     */
    public UUID getUuid(ResultSet row, String column) throws SQLException {
        UUID uuid = read(row, column);
        if (uuid == null) {
            throw new SQLDataException("column %s is NULL, a UUID expected".formatted(column), NULL_NOT_ALLOWED);
        }
        return uuid;
    }

    @Nullable
    UUID read(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    /** A text that is compared byte by byte: for {@link java.sql.PreparedStatement#setObject(int, Object)}. */
    public Object toJdbc(String text) {
        return text;
    }

    /**
     * The text in a column of the current row, as {@link #toJdbc(String)} stored it.
     *
     * @param column its label
     * @throws SQLDataException when it is {@code NULL}; the message names the column
     * @throws SQLException the driver's
     */
    public final String getText(ResultSet row, String column) throws SQLException {
        return findText(row, column)
                .orElseThrow(() ->
                        new SQLDataException("column %s is NULL, a text expected".formatted(column), NULL_NOT_ALLOWED));
    }

    /** The text in a column of the current row; empty where it is {@code NULL}. */
    public Optional<String> findText(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    private static void executeAll(Statement statement, List<String> statements) throws SQLException {
        for (String sql : statements) {
            statement.execute(sql);
        }
    }

    private static void commit(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    private static String countTables(String schema, String name) {
        return "SELECT count(*) > 0 FROM information_schema.tables WHERE table_schema = %s AND table_name = '%s'"
                .formatted(schema, name);
    }

    private static boolean ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** The standard's five characters; empty where the driver knows none. */
    private static String state(SQLException failure) {
        return Objects.requireNonNullElse(failure.getSQLState(), "");
    }
}

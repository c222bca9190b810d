package io.counterfoil.jdbc.dialect;

import io.counterfoil.jdbc.transaction.VerifiedCommit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * All that differs between databases: detection, time, binding of UUIDs and texts, classes of errors, inserts that tolerate duplicates,
 * locks, creation and types of tables. Answers questions and owns no flow. Immutable and thread-safe.
 *
 * <p>A further database is a subclass, named in {@code META-INF/services} or as a provider of a module, and {@linkplain
 * io.counterfoil.jdbc.schema.TableSchema a script} for each feature that is used. What is not overridden is the common form: rows are locked by
 * {@code FOR UPDATE SKIP LOCKED}, and one insert takes several rows.
 */
@SuppressWarnings("ClassInitializationDeadlock") // The built-in subclasses are initialized by this class alone.
public abstract class SqlDialect {

    /** PostgreSQL; UUIDs and typed ids are {@code uuid}. Proved on PostgreSQL 18. */
    public static final SqlDialect POSTGRESQL = new PostgreSqlDialect();

    /**
     * MySQL and MariaDB with InnoDB; UUIDs and typed ids are {@code binary(16)}. Proved on MariaDB 11.4. MySQL 8 is given the
     * same statements, and the same error number is read from it, but the tests do not run there.
     */
    public static final SqlDialect MYSQL = new MySqlDialect();

    /** H2 since version 2; UUIDs and typed ids are {@code uuid}. Proved on H2 2.4. */
    public static final SqlDialect H2 = new H2Dialect();

    /**
     * PostgreSQL with the extension Citus 12 or later, its tables distributed by their keys. Every connection to a node of the cluster has it, whichever
     * way the tables are distributed. Proved on Citus 13.0.
     */
    public static final SqlDialect CITUS = new CitusDialect("sharded_by_key");

    /**
     * The same, with tables distributed by the client, for services whose own tables are distributed by it: what belongs to one client is on
     * one node. Only its scripts differ.
     */
    public static final SqlDialect CITUS_BY_CLIENT = new CitusDialect("sharded_by_client");

    /**
     * Databases with PostgreSQL's protocol and SQL, and without its advisory locks or its row identifiers ({@code ctid}): CockroachDB and
     * YugabyteDB. Keys are locked by the rows of {@code counterfoil_slot}. Claims, leases and records alone. Proved on PostgreSQL 18 without
     * its advisory locks; not run on the two products.
     */
    public static final SqlDialect POSTGRESQL_COMPATIBLE = new PostgreSqlCompatibleDialect();

    /** How many rows the table {@code counterfoil_slot} has, numbered from 0; a power of two. */
    public static final int KEY_SLOTS = 16_384;

    private static final List<SqlDialect> BUILT_IN = List.of(CITUS, POSTGRESQL, MYSQL, H2);

    /**
     * Without a lock for the creation of tables, of concurrent creators one succeeds with a statement, and the others fail and find its table
     * at their next attempt. A creator may fail so at each statement, and more than once while rows are filled in.
     */
    private static final int CREATION_ATTEMPTS = 50;

    private static final String NULL_NOT_ALLOWED = "22004";

    private final String vendor;
    private final List<String> products;

    /**
     * A further database.
     *
     * @param vendor its name in the names of scripts
     * @param products the names under which drivers report it
     */
    protected SqlDialect(String vendor, String... products) {
        this.vendor = vendor;
        this.products = List.of(products);
    }

    /** The built-in dialects, which every feature has scripts for. */
    public static List<SqlDialect> builtIn() {
        return BUILT_IN;
    }

    /**
     * The dialect of the database that a connection leads to. Dialects of the application come before the built-in ones.
     *
     * @throws UnsupportedDatabaseException when the database is not supported; the message names those that are
     * @throws SQLException when the driver cannot tell
     */
    public static SqlDialect of(Connection connection) throws SQLException {
        for (SqlDialect dialect : Provided.DIALECTS) {
            if (dialect.isOf(connection)) {
                return dialect;
            }
        }
        for (SqlDialect dialect : BUILT_IN) {
            if (dialect.isOf(connection)) {
                return dialect;
            }
        }
        if (POSTGRESQL_COMPATIBLE.isOf(connection)) {
            return POSTGRESQL_COMPATIBLE;
        }
        throw new UnsupportedDatabaseException("supported databases are %s, but this data source connects to %s"
                .formatted(supported(), connection.getMetaData().getDatabaseProductName()));
    }

    private static String supported() {
        List<String> names = Stream.concat(BUILT_IN.stream(), Provided.DIALECTS.stream())
                .flatMap(dialect -> dialect.products.stream())
                .distinct()
                .toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    /** Those of the application, found when the first database is looked at. */
    private static final class Provided {
        static final List<SqlDialect> DIALECTS =
                ServiceLoader.load(SqlDialect.class, SqlDialect.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    /**
     * The dialect of the database that a data source leads to; opens a connection and closes it.
     *
     * @throws UnsupportedDatabaseException when the database is not supported; the message names those that are
     * @throws SQLException when there is no connection
     */
    public static SqlDialect of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return of(connection);
        }
    }

    /** The URL of a connection without its parameters, which can hold a password. For messages. */
    public static String location(Connection connection) throws SQLException {
        return String.valueOf(connection.getMetaData().getURL()).replaceAll("[?;].*", "");
    }

    /** The name of the database in the names of scripts, such as {@code postgresql}; what Flyway calls it. */
    public String vendor() {
        return vendor;
    }

    /**
     * The names of the scripts that create the tables of a feature, in order. A feature has the first one, and of the others, where there are
     * any, one or more.
     */
    public List<String> scripts() {
        return List.of(vendor);
    }

    /** The names of the database in messages; unless {@link #isOf} is overridden, those under which drivers report it. */
    public List<String> products() {
        return products;
    }

    /** Whether a connection leads to this database; unless overridden, by the {@linkplain #products product}. */
    public boolean isOf(Connection connection) throws SQLException {
        return products.contains(connection.getMetaData().getDatabaseProductName());
    }

    /** The expression of the database's time at the start of the statement, in microseconds since 1970. */
    public abstract String now();

    /** Whether a table exists in the connection's current schema. */
    public boolean hasTable(Connection connection, String table) throws SQLException {
        return ask(connection, tableExists(table));
    }

    /** Those of these tables that do not exist in the connection's current schema; one statement. */
    public List<String> missingTables(Connection connection, List<String> tables) throws SQLException {
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

    /** The query that is true where a table exists in the connection's current schema. */
    protected String tableExists(String table) {
        return countTables("CURRENT_SCHEMA", table.toUpperCase(Locale.ROOT));
    }

    /**
     * Executes statements that create tables, and commits. Concurrent callers for one table are serialized, or tolerate one another.
     *
     * @param table the last of the tables
     * @param statements each can be executed again: {@code CREATE TABLE IF NOT EXISTS …}
     */
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        createUnlocked(connection, statements);
    }

    static void createUnlocked(Connection connection, List<String> statements) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try (Statement statement = connection.createStatement()) {
                executeAll(statement, statements);
                commit(connection);
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
     * Checks tables that exist against the scripts of this dialect, where a database can have its tables in more than one way.
     *
     * @throws IllegalStateException when a table is there in another way; the message names it, and what to do
     */
    public void requireTablesOf(Connection connection, List<String> statements) throws SQLException {}

    /** A type of a column, and how its driver reports it. */
    public record ColumnType(String name, Set<Integer> codes, int size) {
        /**
         * @param name as scripts have it
         * @param codes those of {@link Types} that drivers report
         * @param size how many characters or bytes it holds at least; 0 where the type implies it
         */
        public ColumnType {
            codes = Set.copyOf(codes);
        }
    }

    /** The type of a column of text that is compared byte by byte. */
    public ColumnType textType(int bytes) {
        return new ColumnType("varchar(" + bytes + ")", Set.of(Types.VARCHAR), bytes);
    }

    /** The type of a column of so many bytes. */
    public ColumnType bytesType(int length) {
        return new ColumnType("varbinary(" + length + ")", Set.of(Types.VARBINARY), length);
    }

    /** The type of a column of stored results. */
    public ColumnType payloadType() {
        return new ColumnType("blob", Set.of(Types.BLOB), 0);
    }

    /**
     * The schema of the table that a statement means by its name alone; {@code null} where a database has no schemas.
     *
     * @param table its name, in lower case
     */
    public @Nullable String schemaOf(Connection connection, String table) throws SQLException {
        return connection.getSchema();
    }

    /** Whether a table consists of others, which have the indexes. */
    public boolean isPartitioned(Connection connection, String table) throws SQLException {
        return false;
    }

    /** What keeps these tables from being used though they have all columns, such as a collation; each is a sentence for a person. */
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        return List.of();
    }

    /**
     * Why the database may lose a transaction whose commit it has acknowledged, each with the setting that prevents it; empty where nothing is
     * known against it. What can be seen on this connection: not a standby that is not attached now.
     *
     * @return sentences without their full stops
     */
    public List<String> lossOfCommits(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * What to change about the connections of a data source, each with the line to add: time-outs, hosts, a pooler between driver and server.
     * Empty where nothing is wrong or known.
     *
     * @return sentences without their full stops
     */
    public List<String> connectionAdvice(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * Whether the database has PostgreSQL's advisory locks, its {@code ON CONFLICT}, and statements separated by semicolons. Otherwise keys
     * are locked by the rows of a table, {@code counterfoil_slot}.
     */
    public boolean hasAdvisoryLocks() {
        return false;
    }

    /** Whether a transaction can read what another one has not committed ({@code READ UNCOMMITTED}). */
    public boolean hasDirtyReads() {
        return true;
    }

    /** Whether rows of one table are on several nodes, and a lock holds on the node where it was acquired. */
    public boolean isDistributed() {
        return false;
    }

    /**
     * The statement by which the database ends a session that is idle for so long, set on a session whose transaction is about to be
     * limited; empty where it cannot.
     */
    public Optional<String> beginLimit(Duration limit) {
        return Optional.empty();
    }

    /** The statement that undoes {@link #beginLimit}. */
    public String endLimit() {
        throw new UnsupportedOperationException(vendor + " has no execution limit to end");
    }

    /** The statement that makes the next transaction lock the rows that it finds and no gaps between them; empty where all do. */
    public Optional<String> beginWithoutGapLocks() {
        return Optional.empty();
    }

    /** The end of a query that selects its first rows; their number is one parameter. */
    public String limit() {
        return " FETCH FIRST ? ROWS ONLY";
    }

    /** The end of a query that selects the one row after its first; the number of those is one parameter. */
    public String after() {
        return " OFFSET ? ROWS FETCH FIRST 1 ROWS ONLY";
    }

    /**
     * The condition that columns are one of several tuples of parameters, in the form in which the database finds each of them by an index.
     *
     * @param tuples how many; each has one parameter for each column
     */
    public String isOneOf(List<String> columns, int tuples) {
        String tuple = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        return "(%s) IN (%s)"
                .formatted(String.join(", ", columns), String.join(", ", Collections.nCopies(tuples, tuple)));
    }

    /** The hint between a table and {@code WHERE} by which rows are found by their key; empty where nothing is needed. */
    public String keyHint() {
        return "";
    }

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
     * violation of a key by a row that this transaction does not see is not recognised.
     */
    public boolean canRunAgain(SQLException failure) {
        return isConflict(failure) || isLockTimeout(failure);
    }

    /** An expression that is the number of the transaction, once it has changed something; empty where a savepoint is all that tells it from a later one. */
    public Optional<String> transactionNumber() {
        return Optional.empty();
    }

    /** Whether a statement failed because its transaction has no savepoint of the name. */
    public boolean isUnknownSavepoint(SQLException failure) {
        return "3B001".equals(failure.getSQLState());
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

    /** The UUID in a column, or {@code null}. */
    protected @Nullable UUID read(ResultSet row, String column) throws SQLException {
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

    static void executeAll(Statement statement, List<String> statements) throws SQLException {
        for (String sql : statements) {
            statement.execute(sql);
        }
    }

    static void commit(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            VerifiedCommit.commit(connection);
        }
    }

    static String countTables(String schema, String name) {
        return "SELECT count(*) > 0 FROM information_schema.tables WHERE table_schema = %s AND table_name = '%s'"
                .formatted(schema, name);
    }

    /** Whether the driver gives up waiting for the server; true where it does not say. */
    static boolean hasTimeout(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout() != 0;
        } catch (SQLFeatureNotSupportedException unknown) {
            return true;
        }
    }

    static String noTimeout(String line, String unit) {
        return "the connections have no socketTimeout, so a request hangs for as long as a frozen server does not answer: add %s (%s; longer than the longest statement) to the JDBC URL"
                .formatted(line, unit);
    }

    static boolean ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** The standard's five characters; empty where the driver knows none. */
    static String state(SQLException failure) {
        return Objects.requireNonNullElse(failure.getSQLState(), "");
    }

    /** The {@link #vendor}. */
    @Override
    public final String toString() {
        return vendor;
    }
}

package io.counterfoil.jdbc.dialect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** MySQL and MariaDB with InnoDB. Texts of keys are bytes, because every collation that both products know ignores trailing spaces. */
final class MySqlDialect extends SqlDialect {

    private static final int UUID_BYTES = 16;

    private static final int DUPLICATE_ENTRY = 1062;
    private static final int UNKNOWN_SAVEPOINT = 1305;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;
    private static final int RECORD_CHANGED = 1020;

    private static final int LOCK_NOWAIT = 3572;
    private static final int CREATION_LOCK_SECONDS = 60;

    private static final String STATUS = "SHOW GLOBAL STATUS WHERE Variable_name IN"
            + " ('wsrep_ready', 'Slaves_connected', 'Rpl_semi_sync_master_status', 'Rpl_semi_sync_source_status')";

    MySqlDialect() {
        super("mysql", "MariaDB", "MySQL");
    }

    /** Galera certifies a commit on every node before it is acknowledged. */
    @Override
    public List<String> lossOfCommits(Connection connection) throws SQLException {
        Map<String, String> status = status(connection);
        if ("ON".equals(status.get("wsrep_ready"))) {
            return List.of();
        }
        List<String> losses = new ArrayList<>();
        if (!ask(connection, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit = 1")) {
            losses.add(
                    "innodb_flush_log_at_trx_commit is not 1, so a crash loses the last second of commits: set it to 1");
        }
        boolean semiSynchronous = "ON".equals(status.get("rpl_semi_sync_master_status"))
                || "ON".equals(status.get("rpl_semi_sync_source_status"));
        String replicas = status.getOrDefault("slaves_connected", "0");
        if (!semiSynchronous && !replicas.equals("0")) {
            losses.add(replicas + " replicas are attached asynchronously, so a fail-over loses the last commits:"
                    + " set rpl_semi_sync_master_enabled=ON, or use Galera");
        }
        return losses;
    }

    private static Map<String, String> status(Connection connection) throws SQLException {
        Map<String, String> status = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(STATUS)) {
            while (row.next()) {
                status.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2));
            }
        }
        return status;
    }

    @Override
    public List<String> connectionAdvice(Connection connection) throws SQLException {
        return hasTimeout(connection) ? List.of() : List.of(noTimeout("socketTimeout=60000", "milliseconds"));
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_ENTRY;
    }

    @Override
    public boolean isUnknownSavepoint(SQLException failure) {
        return failure.getErrorCode() == UNKNOWN_SAVEPOINT;
    }

    @Override
    public String now() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))";
    }

    @Override
    protected String tableExists(String table) {
        return countTables("DATABASE()", table);
    }

    @Override
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        String name = "'creating " + table + "'";
        if (!ask(connection, "SELECT GET_LOCK(%s, %s) = 1".formatted(name, CREATION_LOCK_SECONDS))) {
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
        return ByteBuffer.allocate(UUID_BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    @Override
    protected @Nullable UUID read(ResultSet row, String column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        if (bytes == null) {
            return null;
        }
        if (bytes.length != UUID_BYTES) {
            throw new SQLDataException("column %s: a UUID of %s bytes expected, found %s bytes"
                    .formatted(column, UUID_BYTES, bytes.length));
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
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

    /** The one limit that both products have. */
    @Override
    public Optional<String> beginLimit(Duration limit) {
        long seconds = limit.plusSeconds(1).minusNanos(1).toSeconds();
        return Optional.of("SET @counterfoil_wait_timeout = @@SESSION.wait_timeout,"
                + " SESSION wait_timeout = LEAST(@@SESSION.wait_timeout, " + seconds + ")");
    }

    @Override
    public String endLimit() {
        return "SET SESSION wait_timeout = @counterfoil_wait_timeout";
    }

    /** Under REPEATABLE READ, the default here, inserts between the rows would wait. */
    @Override
    public Optional<String> beginWithoutGapLocks() {
        return Optional.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    /** MySQL does not have the standard's form. */
    @Override
    public String limit() {
        return " LIMIT ?";
    }

    @Override
    public String after() {
        return " LIMIT 1 OFFSET ?";
    }

    @Override
    public String isOneOf(List<String> columns, int tuples) {
        String tuple = "(" + String.join(" = ? AND ", columns) + " = ?)";
        return "(" + String.join(" OR ", Collections.nCopies(tuples, tuple)) + ")";
    }

    @Override
    public String keyHint() {
        return "FORCE INDEX (PRIMARY) ";
    }
}

package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.DatabaseChecks;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.RowLocking;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.locks.SavepointCheck;
import io.counterfoil.jdbc.locks.SessionLimit;
import io.counterfoil.jdbc.locks.SlotLocks;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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

    /** The one limit that both products have. */
    private static final SessionLimit WAIT_TIMEOUT =
            new SessionLimit(MySqlDialect::beginWaitTimeout, "SET SESSION wait_timeout = @counterfoil_wait_timeout");

    MySqlDialect() {
        super("mysql", "MariaDB", "MySQL");
    }

    @Override
    public KeyLocks locks() {
        return SlotLocks.on(this)
                .withCheck(new SavepointCheck(failure -> failure.getErrorCode() == UNKNOWN_SAVEPOINT))
                .withLimit(WAIT_TIMEOUT);
    }

    /** Under REPEATABLE READ, the default here, inserts between the rows that a purge finds would wait. */
    @Override
    public RowLocking rowLocking() {
        return new RowLocking(Optional.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED"), "FORCE INDEX (PRIMARY) ");
    }

    private static String beginWaitTimeout(Duration limit) {
        long seconds = limit.plusSeconds(1).minusNanos(1).toSeconds();
        return "SET @counterfoil_wait_timeout = @@SESSION.wait_timeout,"
                + " SESSION wait_timeout = LEAST(@@SESSION.wait_timeout, " + seconds + ")";
    }

    @Override
    public SchemaDialect schema() {
        return new MySqlSchema(vendor());
    }

    @Override
    public DatabaseChecks checks() {
        return new MySqlChecks();
    }

    @Override
    public String now() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))";
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
    public boolean isDuplicateKey(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_ENTRY;
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

    /** As UTF-8: every collation that both products know ignores trailing spaces. */
    @Override
    public Object toJdbc(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Optional<String> findText(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBytes(column)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}

package io.counterfoil.jdbc;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MariaDB since 10.6, and MySQL since 8.0, with InnoDB. Keys are bytes there, because text is compared by collation. */
final class MySqlDialect extends SlotDialect {

    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))";

    private static final String KEYS = "SELECT request_id, client, operation FROM counterfoil_record ";

    private static final String EXPIRED = " expires_at <= " + NOW;

    /** How many rows one statement locks. */
    private static final int CHUNK = 50;

    MySqlDialect() {
        super(NOW);
    }

    @Override
    public void setText(PreparedStatement statement, int index, String text) throws SQLException {
        statement.setBytes(index, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String text(ResultSet row, int column) throws SQLException {
        return new String(row.getBytes(column), StandardCharsets.UTF_8);
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return SqlDialect.MYSQL.isDuplicateKey(failure);
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return SqlDialect.MYSQL.canRunAgain(failure);
    }

    /** The one limit on both products; it lasts as long as the session, so it is not set on a transaction that the caller ends. */
    @Override
    public boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException {
        if (joined) {
            return false;
        }
        long seconds = limit.plusSeconds(1).minusNanos(1).toSeconds();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET @counterfoil_wait_timeout = @@SESSION.wait_timeout,"
                    + " SESSION wait_timeout = LEAST(@@SESSION.wait_timeout, " + seconds + ")");
        }
        return true;
    }

    @Override
    public void endLimit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION wait_timeout = @counterfoil_wait_timeout");
        }
    }

    /** Under REPEATABLE READ, the default here, the gaps between the rows would be locked too, and inserts wait for them. */
    @Override
    public void beginPurge(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        }
    }

    /**
     * Looks first and locks then, each row by its whole key. A look that locks, along the index on the expiry, would lock the
     * first row that has not expired as well, and its owner would wait.
     */
    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        List<Object[]> expired;
        try (PreparedStatement query =
                connection.prepareStatement(KEYS + "WHERE" + EXPIRED + " ORDER BY expires_at LIMIT ?")) {
            query.setInt(1, limit);
            expired = keys(query);
        }
        int removed = 0;
        for (int from = 0; from < expired.size(); from += CHUNK) {
            List<Object[]> chunk = expired.subList(from, Math.min(from + CHUNK, expired.size()));
            removed += delete(connection, locked(connection, chunk));
        }
        return removed;
    }

    /** Those of the rows that are still expired, and not locked by another transaction. */
    private static List<Object[]> locked(Connection connection, List<Object[]> keys) throws SQLException {
        String any = String.join(
                " OR ", Collections.nCopies(keys.size(), "(request_id = ? AND client = ? AND operation = ?)"));
        try (PreparedStatement lock = connection.prepareStatement(
                KEYS + "FORCE INDEX (PRIMARY) WHERE (" + any + ") AND" + EXPIRED + " FOR UPDATE SKIP LOCKED")) {
            int index = 1;
            for (Object[] key : keys) {
                for (Object part : key) {
                    lock.setObject(index++, part);
                }
            }
            return keys(lock);
        }
    }

    @Override
    public SchemaTable.Type text(int bytes) {
        return new SchemaTable.Type("varbinary(" + bytes + ")", Set.of(Types.VARBINARY), bytes);
    }

    /** A longer {@code binary(n)} would come back longer than it went in. */
    @Override
    public SchemaTable.Type bytes(int length) {
        return new SchemaTable.Type("binary(" + length + ")", Set.of(Types.BINARY), length);
    }

    @Override
    public SchemaTable.Type payload() {
        return new SchemaTable.Type("longblob", Set.of(Types.LONGVARBINARY, Types.BLOB), Integer.MAX_VALUE);
    }

    @Override
    public @Nullable String schema(Connection connection, String table) {
        return null;
    }

    @Override
    public List<String> obstacles(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT table_name, engine FROM information_schema.tables"
                        + " WHERE table_schema = DATABASE() AND table_name IN ('counterfoil_record', 'counterfoil_slot')"
                        + " AND engine <> 'InnoDB'")) {
            while (row.next()) {
                found.add("table " + row.getString(1) + " is kept by " + row.getString(2)
                        + ", and must be by InnoDB: it needs transactions");
            }
        }
        return found;
    }
}

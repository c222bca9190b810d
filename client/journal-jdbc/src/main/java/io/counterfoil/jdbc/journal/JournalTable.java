package io.counterfoil.jdbc.journal;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of the pending intentions, and what can be done to them, each in one statement. Immutable. */
final class JournalTable {

    static final String NAME = "counterfoil_client_journal";
    static final String COLUMNS = "request_id, target, opened_at, holder, held_until, entry";

    private static final int TARGET_CHARACTERS = 1000;

    private final SqlDialect dialect;
    private final String now;
    private final String insert;

    JournalTable(SqlDialect dialect) {
        this.dialect = dialect;
        this.now = dialect.now();
        // Where the database has it, without a failure, which would end the whole transaction of the caller on some
        // databases.
        this.insert = "INSERT INTO " + NAME + " (" + COLUMNS + ") VALUES (?, ?, ?, ?, %s, ?)"
                + (dialect.returnsChangedRows() ? " ON CONFLICT (request_id) DO NOTHING" : "");
    }

    boolean isConflict(SQLException failure) {
        return dialect.canRunAgain(failure);
    }

    /** Adds a row that no sender holds; false where there is one of that request ID. */
    boolean add(Connection connection, JournalEntry entry, byte[] encoded) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert.formatted("0"))) {
            setEntry(statement, entry);
            statement.setString(4, null);
            statement.setBytes(5, encoded);
            return inserted(statement);
        }
    }

    /** Adds a row with this holder; false where there is one of that request ID. */
    boolean add(Connection connection, JournalEntry entry, byte[] encoded, String holder, long micros)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert.formatted(now + " + ?"))) {
            setEntry(statement, entry);
            statement.setString(4, holder);
            statement.setLong(5, micros);
            statement.setBytes(6, encoded);
            return inserted(statement);
        }
    }

    private void setEntry(PreparedStatement statement, JournalEntry entry) throws SQLException {
        setRequestId(statement, 1, entry.requestId());
        String target = entry.target();
        statement.setString(2, target.substring(0, Math.min(target.length(), TARGET_CHARACTERS)));
        statement.setLong(3, micros(entry.openedAt()));
    }

    private static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000);
    }

    private boolean inserted(PreparedStatement statement) throws SQLException {
        try {
            return statement.executeUpdate() == 1;
        } catch (SQLException failure) {
            if (dialect.isDuplicateKey(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** The entry of a request ID as it is committed now, whatever the transaction saw before; locked until that ends. */
    Optional<JournalEntry> find(Connection connection, RequestId requestId) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT entry FROM " + NAME + " WHERE request_id = ? FOR UPDATE")) {
            setRequestId(statement, 1, requestId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(entry(requestId, row.getBytes(1))) : Optional.empty();
            }
        }
    }

    /** Takes a row that no sender or this one holds; false where another holds it, or it is gone. */
    boolean take(Connection connection, RequestId requestId, String holder, long micros) throws SQLException {
        String update = "UPDATE " + NAME + " SET holder = ?, held_until = " + now + " + ? WHERE request_id = ?"
                + " AND (holder = ? OR held_until <= " + now + ")";
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setString(1, holder);
            statement.setLong(2, micros);
            setRequestId(statement, 3, requestId);
            statement.setString(4, holder);
            return statement.executeUpdate() == 1;
        }
    }

    /** A row that no sender held. */
    record Free(RequestId requestId, JournalEntry entry, long heldUntil) {}

    /** The oldest rows that no sender holds; the query locks no row. */
    List<Free> free(Connection connection, int limit) throws SQLException {
        String select = "SELECT request_id, entry, held_until FROM " + NAME + " WHERE held_until <= " + now
                + " ORDER BY opened_at, request_id" + dialect.limit();
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setInt(1, limit);
            List<Free> free = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    RequestId requestId = requestId(row);
                    free.add(new Free(requestId, entry(requestId, row.getBytes(2)), row.getLong(3)));
                }
            }
            return free;
        }
    }

    /** Takes a row, unless it was taken since it was read. */
    boolean take(Connection connection, Free seen, String holder, long micros) throws SQLException {
        String update = "UPDATE " + NAME + " SET holder = ?, held_until = " + now
                + " + ? WHERE request_id = ? AND held_until = ?";
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setString(1, holder);
            statement.setLong(2, micros);
            setRequestId(statement, 3, seen.requestId());
            statement.setLong(4, seen.heldUntil());
            return statement.executeUpdate() == 1;
        }
    }

    int release(Connection connection, RequestId requestId, String holder) throws SQLException {
        String update = "UPDATE " + NAME + " SET holder = NULL, held_until = 0 WHERE request_id = ? AND holder = ?";
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            setRequestId(statement, 1, requestId);
            statement.setString(2, holder);
            return statement.executeUpdate();
        }
    }

    int delete(Connection connection, RequestId requestId) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM " + NAME + " WHERE request_id = ?")) {
            setRequestId(statement, 1, requestId);
            return statement.executeUpdate();
        }
    }

    private static JournalEntry entry(RequestId requestId, byte[] encoded) {
        try {
            return JournalEntry.decode(encoded);
        } catch (IllegalArgumentException unreadable) {
            throw new JournalException("the row of request ID " + requestId + " in " + NAME + " cannot be read: "
                    + unreadable.getMessage());
        }
    }

    private RequestId requestId(ResultSet row) throws SQLException {
        return new RequestId(dialect.findText(row, "request_id").orElseThrow());
    }

    private void setRequestId(PreparedStatement statement, int index, RequestId requestId) throws SQLException {
        statement.setObject(index, dialect.toJdbc(requestId.value()));
    }
}

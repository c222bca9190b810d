package io.counterfoil.jdbc.row;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** How rows of {@code counterfoil_record} are found by their keys, each in one statement. Immutable and thread-safe. */
public final class RecordTable {

    /** The row of a key; the parameters are those of {@link #setKey}. */
    public static final String OF_KEY = " WHERE request_id = ? AND client = ? AND operation = ?";

    /** The columns of a key, in the order of {@link #setKey}. */
    public static final List<String> KEY = List.of("request_id", "client", "operation");

    /** The beginning of an insert of a record, up to its values. */
    public static final String INSERT_INTO =
            "INSERT INTO counterfoil_record (fingerprint, first_attempt, received_at, expires_at,"
                    + " token, format, payload, request_id, client, operation)";

    private final String time;
    private final Function<String, Object> toJdbc;
    private final String find;
    private final String findWithTime;
    private final String all;

    /**
     * Finds the rows in one database.
     *
     * @param now the expression of the database's time, in microseconds since 1970
     * @param writer the expression of {@link RecordRow#writer}; {@link RecordRow#NO_WRITER} where no commit waits for standbys
     * @param toJdbc makes of a text the value that the driver takes for it
     */
    public RecordTable(String now, String writer, Function<String, Object> toJdbc) {
        this.time = "SELECT " + now;
        this.toJdbc = toJdbc;
        String columns = "SELECT " + RecordRow.COLUMNS_BEFORE_WRITER + writer;
        String from = " FROM counterfoil_record" + OF_KEY;
        this.find = columns + from;
        this.all = columns + ", request_id, client, operation FROM counterfoil_record WHERE ";
        this.findWithTime = columns + ", " + now + from;
    }

    /** {@return the statement of {@link #find}, whose result {@link RecordRow#read} reads; its parameters are those of {@link #setKey}} */
    public String query() {
        return find;
    }

    /**
     * {@return the row of a key; empty where there is none}
     *
     * @param connection the connection
     * @param key the key of the request
     * @throws SQLException when the database fails
     */
    public Optional<RecordRow> find(Connection connection, IdempotencyKey key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(find)) {
            setKey(statement, 1, key);
            try (ResultSet row = statement.executeQuery()) {
                return RecordRow.read(row);
            }
        }
    }

    /**
     * {@return the rows of several keys, in one statement; without those of keys that have none}
     *
     * @param connection the connection
     * @param keys the keys of the requests, at least one
     * @param isOneOf the condition that request ID, client and operation are one of as many triples of parameters as there are keys
     * @param text reads a text of a column
     * @throws SQLException when the database fails
     */
    public Map<IdempotencyKey, RecordRow> findAll(
            Connection connection, List<IdempotencyKey> keys, String isOneOf, ColumnText text) throws SQLException {
        Map<List<String>, IdempotencyKey> wanted = new HashMap<>();
        Map<IdempotencyKey, RecordRow> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(all + isOneOf)) {
            for (int i = 0; i < keys.size(); i++) {
                IdempotencyKey key = keys.get(i);
                setKey(statement, 1 + i * KEY.size(), key);
                wanted.put(
                        List.of(
                                key.requestId().value(),
                                key.client().value(),
                                key.operation().value()),
                        key);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    IdempotencyKey key = wanted.get(
                            List.of(text.get(row, KEY.get(0)), text.get(row, KEY.get(1)), text.get(row, KEY.get(2))));
                    if (key != null) {
                        found.put(key, RecordRow.current(row));
                    }
                }
            }
        }
        return found;
    }

    /** Reads a text that {@link #setText} has stored. */
    @FunctionalInterface
    public interface ColumnText {

        /**
         * {@return the text in a column of the current row}
         *
         * @param row the result set, at the row
         * @param column the column's label
         * @throws SQLException when the driver fails
         */
        String get(ResultSet row, String column) throws SQLException;
    }

    /**
     * {@return the row of a key, and the store's time when it was read; empty where there is no row}
     *
     * @param connection the connection
     * @param key the key of the request
     * @throws SQLException when the database fails
     */
    public Optional<TimedRow> findWithTime(Connection connection, IdempotencyKey key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(findWithTime)) {
            setKey(statement, 1, key);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(new TimedRow(RecordRow.current(row), row.getLong(RecordRow.AFTER_COLUMNS)))
                        : Optional.empty();
            }
        }
    }

    /**
     * {@return the store's time, in microseconds since 1970}
     *
     * @param connection the connection
     * @throws SQLException when the database fails
     */
    public long now(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(time);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * Sets request ID, client and operation as three parameters in that order.
     *
     * @param statement the statement
     * @param first the index of the first of the parameters, from 1
     * @param key the key of the request
     * @throws SQLException when the driver refuses a parameter
     */
    public void setKey(PreparedStatement statement, int first, IdempotencyKey key) throws SQLException {
        setText(statement, first, key.requestId().value());
        setText(statement, first + 1, key.client().value());
        setText(statement, first + 2, key.operation().value());
    }

    /**
     * Sets a part of a key.
     *
     * @param statement the statement
     * @param index the index of the parameter, from 1
     * @param text request ID, client or operation
     * @throws SQLException when the driver refuses the parameter
     */
    public void setText(PreparedStatement statement, int index, String text) throws SQLException {
        statement.setObject(index, toJdbc.apply(text));
    }
}

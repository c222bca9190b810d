package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetter;
import io.counterfoil.messaging.deadletter.DeadLetterBacklog;
import io.counterfoil.messaging.deadletter.FailedMessage;
import io.counterfoil.messaging.deadletter.MessagePage;
import io.counterfoil.messaging.inbox.MessageKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows that {@link MessageFailures} writes.
 *
 * @param dialect of the database
 */
record FailureQueries(SqlDialect dialect) {

    private static final int TIMEOUT_SECONDS = 5;

    private static final String ROWS = "SELECT message_hash, receiver, kind, message_id, attempts, failure, since,"
            + " changed_at, next_at, broker, source, dead_letters, letter FROM counterfoil_message_failure WHERE ";
    private static final String PAGE = ROWS + "is_dead = ? AND changed_at >= ? AND (changed_at > ? OR message_hash > ?)"
            + " ORDER BY changed_at, message_hash";
    private static final String LOCK = ROWS + "message_hash = ? AND is_dead = 1 FOR UPDATE";
    private static final String COUNT = "SELECT count(*) FROM (SELECT message_hash FROM counterfoil_message_failure"
            + " WHERE is_dead = ? ORDER BY changed_at, message_hash%s) counted";
    private static final String OLDEST = "SELECT changed_at FROM counterfoil_message_failure WHERE is_dead = 1"
            + " ORDER BY changed_at, message_hash";

    /**
     * After this row a page begins.
     *
     * @param changedAt its time
     * @param hash its primary key, hexadecimal
     */
    record Position(long changedAt, String hash) {

        private static final Position FIRST = new Position(Long.MIN_VALUE, "");

        /** @throws IllegalArgumentException when the text is no position */
        static Position of(Optional<String> text) {
            return text.map(Position::read).orElse(FIRST);
        }

        private static Position read(String text) {
            int dot = text.indexOf('.');
            if (dot < 1) {
                throw new IllegalArgumentException("not a position of a page: " + text);
            }
            Position position = new Position(Long.parseLong(text.substring(0, dot)), text.substring(dot + 1));
            return position.bytes().length == 0 ? FIRST : position;
        }

        byte[] bytes() {
            return HexFormat.of().parseHex(hash);
        }

        static String write(ResultSet row) throws SQLException {
            return row.getLong("changed_at") + "." + HexFormat.of().formatHex(row.getBytes("message_hash"));
        }
    }

    /** Reads one row. */
    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    MessagePage<FailedMessage> failing(Connection connection, Position from, int limit) throws SQLException {
        return page(connection, MessageFailures.FAILING, from, limit, this::failedMessage);
    }

    MessagePage<DeadLetter> deadLetters(Connection connection, Position from, int limit) throws SQLException {
        return page(connection, MessageFailures.DEAD, from, limit, this::deadLetter);
    }

    private <T> MessagePage<T> page(Connection connection, int state, Position from, int limit, Reader<T> reader)
            throws SQLException {
        List<T> items = new ArrayList<>();
        Optional<String> next = Optional.empty();
        try (PreparedStatement query = connection.prepareStatement(PAGE + dialect.limit())) {
            query.setInt(1, state);
            query.setLong(2, from.changedAt);
            query.setLong(3, from.changedAt);
            query.setBytes(4, from.bytes());
            query.setInt(5, limit + 1);
            try (ResultSet row = query.executeQuery()) {
                String last = "";
                while (row.next()) {
                    if (items.size() == limit) {
                        next = Optional.of(last);
                        break;
                    }
                    items.add(reader.read(row));
                    last = Position.write(row);
                }
            }
        }
        return new MessagePage<>(items, next);
    }

    /** The dead letter of this key, whose row is locked then. */
    Optional<DeadLetter> lock(Connection connection, MessageKey key) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(LOCK)) {
            query.setBytes(1, MessageHash.of(key));
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(deadLetter(row)) : Optional.empty();
            }
        }
    }

    DeadLetterBacklog backlog(Connection connection, Instant now) throws SQLException {
        int dead = count(connection, MessageFailures.DEAD);
        int failing = count(connection, MessageFailures.FAILING);
        try (PreparedStatement query = connection.prepareStatement(OLDEST + dialect.limit())) {
            query.setQueryTimeout(TIMEOUT_SECONDS);
            query.setInt(1, 1);
            try (ResultSet row = query.executeQuery()) {
                Duration oldest = row.next() ? Duration.between(time(row, "changed_at"), now) : Duration.ZERO;
                return new DeadLetterBacklog(dead, oldest.isNegative() ? Duration.ZERO : oldest, failing);
            }
        }
    }

    private int count(Connection connection, int state) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(COUNT.formatted(dialect.limit()))) {
            query.setQueryTimeout(TIMEOUT_SECONDS);
            query.setInt(1, state);
            query.setInt(2, DeadLetterBacklog.MOST_COUNTED);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private FailedMessage failedMessage(ResultSet row) throws SQLException {
        return new FailedMessage(
                key(row),
                row.getInt("attempts"),
                text(row, "failure"),
                time(row, "since"),
                time(row, "changed_at"),
                time(row, "next_at"));
    }

    private DeadLetter deadLetter(ResultSet row) throws SQLException {
        MessageOrigin origin = new MessageOrigin(
                text(row, "broker"), text(row, "source"), text(row, "dead_letters"), text(row, "letter"));
        return new DeadLetter(
                key(row),
                row.getInt("attempts"),
                text(row, "failure"),
                time(row, "since"),
                time(row, "changed_at"),
                Optional.of(origin).filter(known -> !known.broker().isEmpty()));
    }

    private MessageKey key(ResultSet row) throws SQLException {
        return new MessageKey(
                ClientId.of(text(row, "receiver")),
                new OperationName(text(row, "kind")),
                new RequestId(text(row, "message_id")));
    }

    private String text(ResultSet row, String column) throws SQLException {
        return dialect.getText(row, column);
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return Instant.EPOCH.plus(row.getLong(column), ChronoUnit.MICROS);
    }
}

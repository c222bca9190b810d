package io.counterfoil.jdbc.messaging;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.inbox.MessageKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes the rows of messages whose attempts have failed, and of dead letters. There is none for a message that is processed at its first
 * attempt.
 *
 * @param dialect of the database
 */
record MessageFailures(SqlDialect dialect) {

    static final int FAILING = 0;
    static final int DEAD = 1;

    /** The longest failure and the longest part of an origin, in characters. */
    private static final int MAX_TEXT = 1_000;

    private static final String COLUMNS =
            "message_hash, receiver, kind, message_id, since, attempts, failure, changed_at,"
                    + " next_at, is_dead, broker, source, dead_letters, letter";

    private static final String INSERT = "INSERT INTO counterfoil_message_failure (" + COLUMNS
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** A dead letter that was delivered again has failed since then. */
    private static final String OR_UPDATE = " ON CONFLICT (message_hash) DO UPDATE SET"
            + " since = CASE WHEN counterfoil_message_failure.is_dead > EXCLUDED.is_dead THEN EXCLUDED.since"
            + " ELSE counterfoil_message_failure.since END, attempts = EXCLUDED.attempts, failure = EXCLUDED.failure,"
            + " changed_at = EXCLUDED.changed_at, next_at = EXCLUDED.next_at, is_dead = EXCLUDED.is_dead,"
            + " broker = EXCLUDED.broker, source = EXCLUDED.source, dead_letters = EXCLUDED.dead_letters,"
            + " letter = EXCLUDED.letter";

    /** MariaDB assigns in this order: {@code since} by the former value of {@code is_dead}. */
    private static final String UPDATE = "UPDATE counterfoil_message_failure SET"
            + " since = CASE WHEN is_dead > ? THEN ? ELSE since END, attempts = ?, failure = ?, changed_at = ?,"
            + " next_at = ?, is_dead = ?, broker = ?, source = ?, dead_letters = ?, letter = ? WHERE message_hash = ?";

    static final String FORGET = "DELETE FROM counterfoil_message_failure WHERE message_hash = ?";

    /** What is known of a message after a failed attempt, or when it becomes a dead letter. */
    record Row(
            MessageKey key,
            int attempts,
            String failure,
            Instant at,
            Duration pause,
            int state,
            Optional<MessageOrigin> origin) {}

    void write(Connection connection, Row row) throws SQLException {
        if (dialect.returnsChangedRows()) {
            insert(connection, INSERT + OR_UPDATE, row);
        } else if (!isUpdated(connection, row)) {
            insert(connection, INSERT, row);
        }
    }

    private void insert(Connection connection, String sql, Row row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, MessageHash.of(row.key));
            statement.setObject(2, dialect.toJdbc(row.key.receiver().value()));
            statement.setObject(3, dialect.toJdbc(row.key.kind().value()));
            statement.setObject(4, dialect.toJdbc(row.key.id().value()));
            statement.setLong(5, micros(row.at));
            bind(statement, 6, row);
            statement.executeUpdate();
        }
    }

    private boolean isUpdated(Connection connection, Row row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(UPDATE)) {
            statement.setInt(1, row.state);
            statement.setLong(2, micros(row.at));
            statement.setBytes(bind(statement, 3, row), MessageHash.of(row.key));
            return statement.executeUpdate() > 0;
        }
    }

    /** Binds what every write changes; returns the next parameter's number. */
    private int bind(PreparedStatement statement, int from, Row row) throws SQLException {
        MessageOrigin origin = row.origin.filter(MessageFailures::fits).orElse(UNKNOWN);
        int parameter = from;
        statement.setInt(parameter++, row.attempts);
        statement.setObject(parameter++, dialect.toJdbc(oneLine(row.failure)));
        statement.setLong(parameter++, micros(row.at));
        statement.setLong(parameter++, micros(row.at.plus(row.pause)));
        statement.setInt(parameter++, row.state);
        for (String part : parts(origin).toList()) {
            statement.setObject(parameter++, dialect.toJdbc(part));
        }
        return parameter;
    }

    /** As it is stored: no broker has an empty name. */
    private static final MessageOrigin UNKNOWN = new MessageOrigin("", "", "", "");

    private static Stream<String> parts(MessageOrigin origin) {
        return Stream.of(origin.broker(), origin.source(), origin.deadLetters(), origin.letter());
    }

    /** One that would be cut identifies nothing. */
    private static boolean fits(MessageOrigin origin) {
        return parts(origin).allMatch(part -> part.length() <= MAX_TEXT && part.indexOf('\0') < 0);
    }

    private static String oneLine(String failure) {
        String text = failure.replaceAll("[\\p{Cntrl}\\s]+", " ");
        return text.substring(0, Math.min(text.length(), MAX_TEXT));
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}

package io.counterfoil.jdbc.messaging;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.messaging.outbox.Backlog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Reads how much waits: bounded, by the primary keys, without a lock. */
final class OutboxBacklog {

    private static final int TIMEOUT_SECONDS = 5;
    private static final String WAITING =
            "SELECT count(*) FROM (SELECT id FROM counterfoil_outbox ORDER BY id%s) waiting";
    private static final String OLDEST = "SELECT %s - added_at FROM counterfoil_outbox ORDER BY id%s";
    private static final String SET_ASIDE =
            "SELECT count(*) FROM (SELECT id FROM counterfoil_outbox_failure WHERE id > 0 AND set_aside_at IS NOT NULL ORDER BY id%s) aside";

    private OutboxBacklog() {}

    static Backlog read(Connection connection, SqlDialect dialect) throws SQLException {
        long waiting = number(connection, WAITING.formatted(dialect.limit()), Backlog.MOST_COUNTED);
        long micros = number(connection, OLDEST.formatted(dialect.now(), dialect.limit()), 1);
        long setAside = number(connection, SET_ASIDE.formatted(dialect.limit()), Backlog.MOST_COUNTED);
        Duration oldest = Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
        return new Backlog(Math.toIntExact(waiting), oldest, Math.toIntExact(setAside));
    }

    /** The number in the first row; 0 where there is none. */
    private static long number(Connection connection, String sql, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setQueryTimeout(TIMEOUT_SECONDS);
            query.setInt(1, limit);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }
}

package io.counterfoil.jdbc.messaging;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.messaging.Message;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The rows of an outbox that is distributed over nodes: by place, which is the message's key, or a random text where it has none.
 *
 * <p>A sequence would have a range for each node, so ids of one key that were made on two nodes would not be in order. The id of a message is
 * therefore the time at its place, in units of 1/{@value #UNITS} microsecond, and higher than every id that waits there, whichever node's
 * clock is ahead. Two transactions at one time may choose the same id for one key: then the second waits for the first, and chooses again.
 *
 * <p>Two messages of different keys may have the same id. A page ends before the second one; the next pass finds it. Thread-safe.
 */
final class DistributedOutboxTable extends OutboxTable {

    /** Ids in a microsecond. The time in them fits 63 bits until the year 2112. */
    private static final int UNITS = 2_048;

    private static final String ADD =
            "INSERT INTO counterfoil_outbox (place, id, topic, message) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";

    private static final String OLDEST = "SELECT o.id, o.message, o.place FROM counterfoil_outbox o";

    private static final String BEHIND = "SELECT o.id, o.message, o.place FROM counterfoil_outbox o WHERE o.id > ?"
            + " AND NOT EXISTS (SELECT 1 FROM counterfoil_outbox e WHERE e.place = o.place AND e.id <= ?)";

    /** A message without a key has its place alone. */
    private static final String NOT_SET_ASIDE = "NOT EXISTS (SELECT 1 FROM counterfoil_outbox_failure f"
            + " WHERE f.place = o.place AND f.set_aside_at IS NOT NULL)";

    private static final String LOCK = "SELECT id FROM counterfoil_outbox_relay WHERE id = 1 FOR UPDATE SKIP LOCKED";

    private static final String ANY_FAILURE = "SELECT " + OutboxFailures.ANY;

    private final SqlDialect dialect;
    private final String next;

    DistributedOutboxTable(SqlDialect dialect) {
        super(dialect, OLDEST, BEHIND, NOT_SET_ASIDE);
        this.dialect = dialect;
        // Executed on the node of the place, which has one clock, also where there is no row.
        this.next = "SELECT greatest(" + dialect.now() + " * " + UNITS
                + " + ?, coalesce(max(id), 0) + 1) FROM counterfoil_outbox WHERE place = ?";
    }

    /** A query that locks cannot read another table here. */
    @Override
    Lock lock(Connection connection) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK);
                ResultSet row = lock.executeQuery()) {
            if (!row.next()) {
                return Lock.ANOTHERS;
            }
        }
        try (PreparedStatement query = connection.prepareStatement(ANY_FAILURE);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getBoolean(1) ? Lock.MINE_WITH_FAILURES : Lock.MINE;
        }
    }

    @Override
    void add(Connection connection, Message message) throws SQLException {
        String place = message.key().orElseGet(() -> UUID.randomUUID().toString());
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            insert.setString(1, place);
            insert.setString(3, message.topic());
            insert.setBytes(4, message.encoded());
            do {
                insert.setLong(2, next(connection, place));
            } while (insert.executeUpdate() == 0);
        }
    }

    private long next(Connection connection, String place) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(next)) {
            query.setLong(1, ThreadLocalRandom.current().nextInt(UNITS));
            query.setString(2, place);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    @Override
    OutboxRow row(ResultSet row) throws SQLException {
        return new OutboxRow(message(row), row.getString(3));
    }

    @Override
    Rows page(List<OutboxRow> rows, boolean more) {
        Set<Long> ids = new HashSet<>();
        List<OutboxRow> distinct =
                rows.stream().takeWhile(row -> ids.add(row.message().id())).toList();
        return new Rows(distinct, more || distinct.size() < rows.size());
    }

    @Override
    void remove(Connection connection, List<OutboxRow> sent) throws SQLException {
        String delete = "DELETE FROM counterfoil_outbox WHERE " + dialect.isOneOf(List.of("place", "id"), sent.size());
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            int parameter = 1;
            for (OutboxRow row : sent) {
                statement.setString(parameter++, row.place());
                statement.setLong(parameter++, row.message().id());
            }
            statement.executeUpdate();
        }
    }
}

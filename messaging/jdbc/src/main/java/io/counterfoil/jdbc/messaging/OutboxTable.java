package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.StoredMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rows of an outbox that is on one node. Thread-safe. */
class OutboxTable {

    private static final String ADD = "INSERT INTO counterfoil_outbox (key_hash, topic, message) VALUES (?, ?, ?)";

    /** Tells along with its lock whether any message was refused, so that it costs no round trip. */
    private static final String LOCK =
            "SELECT " + OutboxFailures.ANY + " FROM counterfoil_outbox_relay WHERE id = 1 FOR UPDATE SKIP LOCKED";

    private static final String OLDEST = "SELECT o.id, o.message FROM counterfoil_outbox o";

    /** Neither set aside, nor of the key of one that is. */
    private static final String NOT_SET_ASIDE = "NOT EXISTS (SELECT 1 FROM counterfoil_outbox_failure f"
            + " WHERE f.id = o.id AND f.set_aside_at IS NOT NULL %1$s) AND (o.key_hash IS NULL OR NOT EXISTS"
            + " (SELECT 1 FROM counterfoil_outbox_failure f WHERE f.key_hash = o.key_hash AND f.set_aside_at IS NOT NULL %1$s))";

    /** With an offset in the subquery: PostgreSQL executes it for each row then, by the index, and never reads the outbox whole to hash it. */
    private static final String BEHIND = "SELECT o.id, o.message FROM counterfoil_outbox o WHERE o.id > ?"
            + " AND (o.key_hash IS NULL OR NOT EXISTS (SELECT 1 FROM counterfoil_outbox e"
            + " WHERE e.key_hash = o.key_hash AND e.id <= ? %s))";

    private static final String IN_ORDER = " ORDER BY o.id";

    private final String oldest;
    private final String behind;
    private final String oldestSendable;
    private final String behindSendable;
    private final OutboxFailures failures;

    private OutboxTable(SqlDialect dialect) {
        this(dialect, OLDEST, BEHIND.formatted(once(dialect)), NOT_SET_ASIDE.formatted(once(dialect)));
    }

    /**
     * @param oldest reads all rows {@code o}
     * @param behind reads those that are after a position
     * @param notSetAside the condition of those that may be sent
     */
    OutboxTable(SqlDialect dialect, String oldest, String behind, String notSetAside) {
        String page = IN_ORDER + dialect.limit();
        this.oldest = oldest + page;
        this.behind = behind + page;
        this.oldestSendable = oldest + " WHERE " + notSetAside + page;
        this.behindSendable = behind + " AND " + notSetAside + page;
        this.failures = new OutboxFailures(dialect);
    }

    private static String once(SqlDialect dialect) {
        return dialect.after().replace("?", "0");
    }

    static OutboxTable of(SqlDialect dialect) {
        return dialect.isDistributed() ? new DistributedOutboxTable(dialect) : new OutboxTable(dialect);
    }

    /**
     * Rows in order.
     *
     * @param more whether there may be more after them
     */
    record Rows(List<OutboxRow> rows, boolean more) {}

    /** What the relay's lock tells. */
    enum Lock {
        ANOTHERS,
        /** No message of the outbox was refused. */
        MINE,
        /** Some were. */
        MINE_WITH_FAILURES
    }

    final OutboxFailures failures() {
        return failures;
    }

    /** Locks the relay's row until the transaction ends; does not wait for it. */
    Lock lock(Connection connection) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK);
                ResultSet row = lock.executeQuery()) {
            if (!row.next()) {
                return Lock.ANOTHERS;
            }
            return row.getBoolean(1) ? Lock.MINE_WITH_FAILURES : Lock.MINE;
        }
    }

    void add(Connection connection, Message message) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            Optional<String> key = message.key();
            if (key.isPresent()) {
                insert.setLong(1, hash(key.get()));
            } else {
                insert.setNull(1, Types.BIGINT);
            }
            insert.setString(2, message.topic());
            insert.setBytes(3, message.encoded());
            insert.executeUpdate();
        }
    }

    /** Two keys of one hash wait for each other sometimes, and for nothing worse. */
    private static long hash(String key) {
        Fingerprint digest = Fingerprint.of(key.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest.toByteArray()).getLong();
    }

    /** The oldest rows after a position, without those whose key has one at or before it; 0 for all. */
    final Rows read(Connection connection, Lock lock, long after, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql(lock, after))) {
            int parameter = 1;
            if (after != 0) {
                query.setLong(parameter++, after);
                query.setLong(parameter++, after);
            }
            query.setInt(parameter, limit);
            List<OutboxRow> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(row(row));
                }
            }
            return page(rows, rows.size() == limit);
        }
    }

    private String sql(Lock lock, long after) {
        if (lock == Lock.MINE_WITH_FAILURES) {
            return after == 0 ? oldestSendable : behindSendable;
        }
        return after == 0 ? oldest : behind;
    }

    OutboxRow row(ResultSet row) throws SQLException {
        return new OutboxRow(message(row), "");
    }

    static StoredMessage message(ResultSet row) throws SQLException {
        return new StoredMessage(row.getLong(1), Message.decode(row.getBytes(2)));
    }

    Rows page(List<OutboxRow> rows, boolean more) {
        return new Rows(rows, more);
    }

    void remove(Connection connection, List<OutboxRow> sent) throws SQLException {
        String ids =
                sent.stream().map(row -> String.valueOf(row.message().id())).collect(Collectors.joining(", "));
        try (Statement delete = connection.createStatement()) {
            delete.executeUpdate("DELETE FROM counterfoil_outbox WHERE id IN (" + ids + ")");
        }
    }
}

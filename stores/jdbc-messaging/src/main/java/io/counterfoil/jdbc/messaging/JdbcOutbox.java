package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageCorrelation;
import io.counterfoil.messaging.outbox.OutboxStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An outbox in a table of the application's database: PostgreSQL, MariaDB, MySQL and H2.
 *
 * <p>The active relay holds one row of the database locked, which no other transaction waits for. It holds a connection while the broker
 * confirms. When its process dies, the database releases the row, and unconfirmed messages stay in the table.
 *
 * <p>Messages of one key are published in the order of their transactions; those of concurrent transactions in either order.
 *
 * <p>Needs the tables of {@link #SCHEMA}. Thread-safe.
 */
@SuppressWarnings("exports") // The messaging module is an optional dependency, which users of this class have.
public final class JdbcOutbox implements OutboxStore {

    /** The tables, and that of {@link JdbcAttemptLog}: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA = TableSchema.of(JdbcOutbox.class, "messaging", JdbcAttemptLog.TABLE);

    /** The largest number of messages that one {@link #relay} takes. */
    public static final int MAX_LIMIT = 1_000;

    private static final String ADD = "INSERT INTO counterfoil_outbox (key_hash, topic, message) VALUES (?, ?, ?)";

    private static final String LOCK = "SELECT id FROM counterfoil_outbox_relay WHERE id = 1 FOR UPDATE SKIP LOCKED";

    private static final String OLDEST = "SELECT id, message FROM counterfoil_outbox ORDER BY id";

    private static final String BEHIND = "SELECT o.id, o.message FROM counterfoil_outbox o WHERE o.id > ?"
            + " AND (o.key_hash IS NULL OR NOT EXISTS (SELECT 1 FROM counterfoil_outbox e"
            + " WHERE e.key_hash = o.key_hash AND e.id <= ?)) ORDER BY o.id";

    private final Transactions transactions;
    private volatile @Nullable SqlDialect dialect;

    /** An outbox in the database of these transactions, which must be those of the work that adds messages. */
    public JdbcOutbox(Transactions transactions) {
        this.transactions = transactions;
    }

    /** An outbox on these transactions. */
    public static JdbcOutbox on(Transactions transactions) {
        return new JdbcOutbox(transactions);
    }

    /** An outbox on {@link DataSourceTransactions} of its own, for relays: its messages are part of no work's transaction. */
    public static JdbcOutbox on(DataSource dataSource) {
        return new JdbcOutbox(new DataSourceTransactions(dataSource));
    }

    @Override
    public void add(Message added) {
        Message message = MessageCorrelation.outgoing(added);
        try {
            transactions.single(connection -> insert(connection, message));
        } catch (SQLException failure) {
            throw new StoreException("writing a message into the outbox", failure);
        }
    }

    private static int insert(Connection connection, Message message) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            Optional<String> key = message.key();
            if (key.isPresent()) {
                insert.setLong(1, hash(key.get()));
            } else {
                insert.setNull(1, Types.BIGINT);
            }
            insert.setString(2, message.topic());
            insert.setBytes(3, message.encoded());
            return insert.executeUpdate();
        }
    }

    /** Two keys of one hash wait for each other sometimes, and for nothing worse. */
    private static long hash(String key) {
        Fingerprint digest = Fingerprint.of(key.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest.toByteArray()).getLong();
    }

    /** @throws IllegalArgumentException when the limit is not 1 to {@value #MAX_LIMIT}, or the place is negative */
    @Override
    public Page relay(long after, int limit, Sending sending) {
        if (limit < 1 || limit > MAX_LIMIT || after < 0) {
            throw new IllegalArgumentException(
                    "limit is 1 to " + MAX_LIMIT + " and after at least 0, not " + limit + " and " + after);
        }
        return transactions.run(transaction -> {
            try {
                return relay(transaction.connection(), after, limit, sending);
            } catch (SQLException failure) {
                throw new StoreException("relaying the outbox", failure);
            }
        });
    }

    private Page relay(Connection connection, long after, int limit, Sending sending) throws SQLException {
        if (!isMine(connection)) {
            return new Page.Busy();
        }
        String end = dialect(connection).limit();
        List<OutboxStore.StoredMessage> messages =
                after == 0 ? oldest(connection, end, limit) : behind(connection, end, after, limit);
        if (messages.isEmpty()) {
            return new Page.Done(0, 0, after, false);
        }
        Collection<Long> sent = sending.send(messages);
        if (!sent.isEmpty()) {
            forget(connection, sent);
        }
        long last = messages.get(messages.size() - 1).id();
        return new Page.Done(messages.size(), sent.size(), last, messages.size() == limit);
    }

    /** Asked once: a page is read every few milliseconds where there is much to publish. */
    private SqlDialect dialect(Connection connection) throws SQLException {
        SqlDialect known = dialect;
        if (known == null) {
            known = SqlDialect.of(connection);
            dialect = known;
        }
        return known;
    }

    private static boolean isMine(Connection connection) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK);
                ResultSet row = lock.executeQuery()) {
            return row.next();
        }
    }

    private static List<OutboxStore.StoredMessage> oldest(Connection connection, String end, int limit)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(OLDEST + end)) {
            query.setInt(1, limit);
            return read(query);
        }
    }

    private static List<OutboxStore.StoredMessage> behind(Connection connection, String end, long after, int limit)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(BEHIND + end)) {
            query.setLong(1, after);
            query.setLong(2, after);
            query.setInt(3, limit);
            return read(query);
        }
    }

    private static List<OutboxStore.StoredMessage> read(PreparedStatement query) throws SQLException {
        List<OutboxStore.StoredMessage> messages = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                messages.add(new OutboxStore.StoredMessage(rows.getLong(1), Message.decode(rows.getBytes(2))));
            }
        }
        return messages;
    }

    private static void forget(Connection connection, Collection<Long> sent) throws SQLException {
        String places = sent.stream().map(String::valueOf).collect(Collectors.joining(", "));
        try (Statement delete = connection.createStatement()) {
            delete.executeUpdate("DELETE FROM counterfoil_outbox WHERE id IN (" + places + ")");
        }
    }
}

package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An outbox in a table of the application's database: PostgreSQL, MariaDB, MySQL, H2, and PostgreSQL with Citus.
 *
 * <p>The active relay holds one row of the database locked, which no other transaction waits for. It holds a connection
 * while the broker confirms. When its process fails, the database releases the row, and unconfirmed messages stay in
 * the table.
 *
 * <p>Messages of one key are published in the order of their transactions; those of concurrent transactions in either order.
 *
 * <p>On Citus, the messages of one key are on one node: with the rows that are distributed by the same text, where the tables are colocated.
 * Every node can add messages, and one relay over all nodes publishes them.
 *
 * <p>Needs the tables of {@link #SCHEMA}. Thread-safe.
 */
@SuppressWarnings("exports") // The messaging module is an optional dependency, which users of this class have.
public final class JdbcOutbox implements OutboxStore {

    /** The tables, and that of {@link JdbcAttemptLog}: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA = TableSchema.of(JdbcOutbox.class, "messaging", JdbcAttemptLog.TABLE);

    /** The largest number of messages that one {@link #relay} takes. */
    public static final int MAX_LIMIT = 1_000;

    private static final String LOCK = "SELECT id FROM counterfoil_outbox_relay WHERE id = 1 FOR UPDATE SKIP LOCKED";

    private final Transactions transactions;
    private volatile @Nullable OutboxTable table;

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
        Message message = added.outgoing();
        try {
            transactions.single(connection -> {
                table(connection).add(connection, message);
                return message;
            });
        } catch (SQLException failure) {
            throw new StoreException("writing a message into the outbox", failure);
        }
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
        OutboxTable outbox = table(connection);
        OutboxTable.Rows page = outbox.read(connection, after, limit);
        if (page.rows().isEmpty()) {
            return new Page.Done(0, 0, after, false);
        }
        List<StoredMessage> messages =
                page.rows().stream().map(OutboxTable.Row::message).toList();
        Collection<Long> sent = sending.send(messages);
        List<OutboxTable.Row> gone = page.rows().stream()
                .filter(row -> sent.contains(row.message().id()))
                .toList();
        if (!gone.isEmpty()) {
            outbox.remove(connection, gone);
        }
        long last = messages.get(messages.size() - 1).id();
        return new Page.Done(messages.size(), sent.size(), last, page.more());
    }

    /** Asked once: a page is read every few milliseconds where there is much to publish. */
    private OutboxTable table(Connection connection) throws SQLException {
        OutboxTable known = table;
        if (known == null) {
            known = OutboxTable.of(SqlDialect.of(connection));
            table = known;
        }
        return known;
    }

    private static boolean isMine(Connection connection) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK);
                ResultSet row = lock.executeQuery()) {
            return row.next();
        }
    }
}

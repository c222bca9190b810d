package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.Backlog;
import io.counterfoil.messaging.outbox.OutboxSender;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.messaging.outbox.RelayResult;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.messaging.outbox.SetAsideMessage;
import io.counterfoil.messaging.outbox.StoredMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /**
     * The tables, and that of {@link JdbcAttemptLog}: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations.
     */
    public static final TableSchema SCHEMA = TableSchema.of(JdbcOutbox.class, "messaging", OutboxFailures.TABLE);

    /** How often the broker refuses a message before it is set aside, unless {@linkplain #withMaxAttempts another number} is chosen. */
    public static final int MAX_ATTEMPTS = 10;

    /** The largest number of messages that one {@link #relay} takes. */
    public static final int MAX_LIMIT = 1_000;

    private final Transactions transactions;
    private final int maxAttempts;
    private volatile @Nullable OutboxTable table;

    /**
     * Makes an outbox that sets a message aside after the default number of refusals.
     *
     * @param transactions those of the work that adds messages, so that a message is stored if and only if the work commits
     */
    public JdbcOutbox(Transactions transactions) {
        this(transactions, MAX_ATTEMPTS);
    }

    private JdbcOutbox(Transactions transactions, int maxAttempts) {
        this.transactions = transactions;
        this.maxAttempts = maxAttempts;
    }

    /**
     * {@return an outbox on these transactions}
     *
     * @param transactions those of the work that adds messages
     */
    public static JdbcOutbox of(Transactions transactions) {
        return new JdbcOutbox(transactions);
    }

    /**
     * {@return an outbox on {@link DataSourceTransactions} of its own, for relays: its messages are part of no work's transaction}
     *
     * @param dataSource the database with the outbox's table
     */
    public static JdbcOutbox of(DataSource dataSource) {
        return new JdbcOutbox(new DataSourceTransactions(dataSource));
    }

    /**
     * {@return an outbox on the same transactions, with another limit of refusals; this object is unchanged}
     *
     * @param maxAttempts how often the broker may refuse a message before it is set aside; at least 1
     * @throws IllegalArgumentException when it is not positive
     */
    public JdbcOutbox withMaxAttempts(int maxAttempts) {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts must be positive, not " + maxAttempts);
        }
        return new JdbcOutbox(transactions, maxAttempts);
    }

    @Override
    public void add(Message added) {
        Message named =
                added.id().isPresent() ? added : added.withId(UuidV7.next().toString());
        Message message = named.outgoing();
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
    public RelayResult relay(long after, int limit, OutboxSender sending) {
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

    private RelayResult relay(Connection connection, long after, int limit, OutboxSender sending) throws SQLException {
        OutboxTable outbox = table(connection);
        OutboxTable.Lock lock = outbox.lock(connection);
        if (lock == OutboxTable.Lock.ANOTHERS) {
            return new RelayResult.Busy();
        }
        OutboxTable.Rows page = outbox.read(connection, lock, after, limit);
        if (page.rows().isEmpty()) {
            return new RelayResult.Done(0, 0, after, false, List.of());
        }
        List<StoredMessage> messages =
                page.rows().stream().map(OutboxRow::message).toList();
        SendResult sent = sending.send(messages);
        Set<Long> confirmed = Set.copyOf(sent.confirmed());
        List<OutboxRow> gone = page.rows().stream()
                .filter(row -> confirmed.contains(row.message().id()))
                .toList();
        if (!gone.isEmpty()) {
            outbox.remove(connection, gone);
            if (lock == OutboxTable.Lock.MINE_WITH_FAILURES) {
                outbox.failures().forget(connection, gone);
            }
        }
        List<SetAsideMessage> setAside = new ArrayList<>();
        for (OutboxRow row : page.rows()) {
            String reason = sent.refused().get(row.message().id());
            if (reason != null) {
                outbox.failures().refused(connection, row, reason, maxAttempts).ifPresent(setAside::add);
            }
        }
        long last = messages.get(messages.size() - 1).id();
        return new RelayResult.Done(messages.size(), gone.size(), last, page.more(), setAside);
    }

    /** @throws IllegalArgumentException when the limit is not 1 to {@value #MAX_LIMIT} */
    @Override
    public List<SetAsideMessage> setAside(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is 1 to " + MAX_LIMIT + ", not " + limit);
        }
        try {
            return transactions.single(connection -> table(connection).failures().oldest(connection, limit).stream()
                    .map(OutboxFailures.SetAsideRow::message)
                    .toList());
        } catch (SQLException failure) {
            throw new StoreException("listing the messages that the outbox has set aside", failure);
        }
    }

    @Override
    public Optional<Backlog> backlog() {
        try {
            return Optional.of(
                    transactions.single(connection -> OutboxBacklog.read(connection, Dialects.of(connection))));
        } catch (SQLException failure) {
            throw new StoreException("reading the backlog of the outbox", failure);
        }
    }

    @Override
    public boolean sendAgain(long id) {
        return decide(id, (outbox, connection, rows) -> {}, "giving a message of the outbox to the relay again");
    }

    @Override
    public boolean discard(long id) {
        return decide(id, OutboxTable::remove, "discarding a message of the outbox");
    }

    private boolean decide(long id, Decision decision, String doing) {
        return transactions.run(transaction -> {
            Connection connection = transaction.connection();
            try {
                OutboxTable outbox = table(connection);
                List<OutboxRow> rows = outbox.failures().take(connection, id);
                if (rows.isEmpty()) {
                    return false;
                }
                decision.on(outbox, connection, rows);
                return true;
            } catch (SQLException failure) {
                throw new StoreException(doing, failure);
            }
        });
    }

    /** What an operator does with messages that are set aside, beside that they are so no more. */
    private interface Decision {
        void on(OutboxTable outbox, Connection connection, List<OutboxRow> rows) throws SQLException;
    }

    /** Asked once: a page is read every few milliseconds where there is much to publish. */
    private OutboxTable table(Connection connection) throws SQLException {
        OutboxTable known = table;
        if (known == null) {
            known = OutboxTable.of(Dialects.of(connection));
            table = known;
        }
        return known;
    }
}

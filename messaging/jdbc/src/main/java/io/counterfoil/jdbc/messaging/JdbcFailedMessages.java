package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.purge.TableRows;
import io.counterfoil.jdbc.transaction.SingleStatement;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.deadletter.DeadLetter;
import io.counterfoil.messaging.deadletter.DeadLetterBacklog;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.deadletter.FailedMessage;
import io.counterfoil.messaging.deadletter.FailedMessageStore;
import io.counterfoil.messaging.deadletter.MessagePage;
import io.counterfoil.messaging.inbox.MessageKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The messages whose attempts {@link JdbcAttemptLog} has recorded, in the same database: PostgreSQL, MariaDB, MySQL, H2, and PostgreSQL with
 * Citus. Needs the tables of {@link JdbcOutbox#SCHEMA}. Thread-safe.
 */
@SuppressWarnings("exports") // The messaging module is an optional dependency, which users of this class have.
public final class JdbcFailedMessages implements FailedMessageStore {

    private static final String[] SETTLED = {
        MessageFailures.FORGET, "DELETE FROM counterfoil_message_try WHERE message_hash = ?"
    };

    private final Transactions transactions;
    private final InstantSource clock;
    private volatile @Nullable FailureQueries queries;

    private JdbcFailedMessages(Transactions transactions, InstantSource clock) {
        this.transactions = transactions;
        this.clock = clock;
    }

    /**
     * {@return the failed messages in the database of these transactions, aged by the system's clock}
     *
     * @param transactions begin the transactions of all reads and actions
     */
    public static JdbcFailedMessages of(Transactions transactions) {
        return new JdbcFailedMessages(transactions, InstantSource.system());
    }

    /**
     * {@return the same failed messages with another clock; this object is unchanged}
     *
     * @param clock gives the time by which they age and are purged
     */
    public JdbcFailedMessages withClock(InstantSource clock) {
        return new JdbcFailedMessages(transactions, clock);
    }

    @Override
    public MessagePage<FailedMessage> failing(Optional<String> after, int limit) {
        check(limit);
        FailureQueries.Position from = FailureQueries.Position.of(after);
        return single(
                "listing failed messages", connection -> queries(connection).failing(connection, from, limit));
    }

    @Override
    public MessagePage<DeadLetter> deadLetters(Optional<String> after, int limit) {
        check(limit);
        FailureQueries.Position from = FailureQueries.Position.of(after);
        return single("listing dead letters", connection -> queries(connection).deadLetters(connection, from, limit));
    }

    @Override
    public DeadLetterBacklog backlog() {
        return transactions.run(transaction -> {
            try {
                return queries(transaction.connection()).backlog(transaction.connection(), clock.instant());
            } catch (SQLException failure) {
                throw new StoreException("counting dead letters", failure);
            }
        });
    }

    @Override
    public DeadLetterResult settle(MessageKey key, Function<DeadLetter, DeadLetterResult> decision) {
        return transactions.run(transaction -> {
            Connection connection = transaction.connection();
            try {
                Optional<DeadLetter> letter = queries(connection).lock(connection, key);
                if (letter.isEmpty()) {
                    return DeadLetterResult.NOT_FOUND;
                }
                DeadLetterResult result = decision.apply(letter.get());
                if (result.isSettled()) {
                    remove(connection, key);
                }
                return result;
            } catch (SQLException failure) {
                throw new StoreException("settling a dead letter", failure);
            }
        });
    }

    /** The count too: a process that failed between its rejection and the end of the count has left it. */
    private static void remove(Connection connection, MessageKey key) throws SQLException {
        for (String sql : SETTLED) {
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                delete.setBytes(1, MessageHash.of(key));
                delete.executeUpdate();
            }
        }
    }

    /** Removes the attempt counts of {@link JdbcAttemptLog} that are as old, too. */
    @Override
    public int purge(Duration age, int limit) {
        Instant before = clock.instant().minus(age);
        return new TableRows(
                        "failed messages",
                        transactions,
                        connection -> queries(connection).dialect(),
                        (connection, some) ->
                                new FailurePurge(queries(connection).dialect(), before).purge(connection, some))
                .remove(limit);
    }

    private static void check(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is 1 to " + MAX_LIMIT + ", not " + limit);
        }
    }

    private <T> T single(String what, SingleStatement<T> statement) {
        try {
            return transactions.single(statement);
        } catch (SQLException failure) {
            throw new StoreException(what, failure);
        }
    }

    private FailureQueries queries(Connection connection) throws SQLException {
        FailureQueries known = queries;
        if (known == null) {
            SqlDialect dialect = Dialects.of(connection);
            known = new FailureQueries(dialect);
            queries = known;
        }
        return known;
    }
}

package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.MessageKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts attempts at messages that did not succeed, in a table, and keeps why the last one failed, for {@link JdbcFailedMessages}: PostgreSQL,
 * MariaDB, MySQL, H2, and PostgreSQL with Citus. Needs the tables of {@link JdbcOutbox#SCHEMA}. Thread-safe.
 */
@SuppressWarnings("exports") // The messaging module is an optional dependency, which users of this class have.
public final class JdbcAttemptLog implements AttemptLog {

    private static final String AGAIN =
            "UPDATE counterfoil_message_try SET tries = tries + 1, counted_at = ? WHERE message_hash = ?";

    /** When two transactions insert the first count of a message at once, one of them fails, and its attempt is counted with the next one. */
    private static final String FIRST =
            "INSERT INTO counterfoil_message_try (counted_at, message_hash, tries) VALUES (?, ?, 1)";

    private static final String READ = "SELECT tries FROM counterfoil_message_try WHERE message_hash = ?";

    private static final String UNCOUNT = "UPDATE counterfoil_message_try SET tries = tries - 1 WHERE message_hash = ?";

    private static final String FORGET = "DELETE FROM counterfoil_message_try WHERE message_hash = ?";

    /**
     * Does not wait for the disk: when the database crashes, a count may be lost and begins again; a process failure
     * loses none. In effect until the transaction ends, which is this statement.
     */
    private static final String WITHOUT_WAITING_FOR_THE_DISK =
            "(SELECT set_config('synchronous_commit', 'off', true)) AS setting";

    private static final String OR_ONE_MORE =
            " ON CONFLICT (message_hash) DO UPDATE SET tries = counterfoil_message_try.tries + 1,"
                    + " counted_at = EXCLUDED.counted_at RETURNING tries";

    private static final String COUNT_AT_ONCE =
            "INSERT INTO counterfoil_message_try (counted_at, message_hash, tries) SELECT ?, ?, 1 FROM "
                    + WITHOUT_WAITING_FOR_THE_DISK + OR_ONE_MORE;

    /** The setting would be that of the connection's node, and the row is on another. */
    private static final String COUNT_DISTRIBUTED = FIRST + OR_ONE_MORE;

    private static final String UNCOUNT_WITHOUT_WAITING = "UPDATE counterfoil_message_try SET tries = tries - 1 FROM "
            + WITHOUT_WAITING_FOR_THE_DISK + " WHERE message_hash = ?";

    private static final String FORGET_WITHOUT_WAITING =
            "DELETE FROM counterfoil_message_try USING " + WITHOUT_WAITING_FOR_THE_DISK + " WHERE message_hash = ?";

    private static final String FORGET_ALL_WITHOUT_WAITING =
            "WITH failures AS (" + MessageFailures.FORGET + ") " + FORGET_WITHOUT_WAITING;

    private final Transactions transactions;
    private final InstantSource clock;
    private volatile @Nullable SqlDialect dialect;

    private JdbcAttemptLog(Transactions transactions, InstantSource clock) {
        this.transactions = transactions;
        this.clock = clock;
    }

    /**
     * {@return attempt counts in the database of these transactions, aged by the system's clock}
     *
     * @param transactions begin the transactions of all reads and counts
     */
    public static JdbcAttemptLog of(Transactions transactions) {
        return new JdbcAttemptLog(transactions, InstantSource.system());
    }

    /**
     * {@return the same counts with another clock; this object is unchanged}
     *
     * @param clock gives the time by which counts age and are purged
     */
    public JdbcAttemptLog withClock(InstantSource clock) {
        return new JdbcAttemptLog(transactions, clock);
    }

    @Override
    public int count(MessageKey key) {
        byte[] hash = MessageHash.of(key);
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        try {
            SqlDialect known = dialect();
            return known.returnsChangedRows()
                    ? transactions.single(connection -> countAtOnce(connection, known, now, hash))
                    : transactions.run(transaction -> count(transaction.connection(), now, hash));
        } catch (SQLException failure) {
            throw new StoreException("counting the attempts at a message", failure);
        }
    }

    private SqlDialect dialect() throws SQLException {
        SqlDialect known = dialect;
        if (known == null) {
            known = transactions.single(Dialects::of);
            dialect = known;
        }
        return known;
    }

    private static int countAtOnce(Connection connection, SqlDialect dialect, long now, byte[] hash)
            throws SQLException {
        String sql = dialect.isDistributed() ? COUNT_DISTRIBUTED : COUNT_AT_ONCE;
        try (PreparedStatement count = connection.prepareStatement(sql)) {
            count.setLong(1, now);
            count.setBytes(2, hash);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static int count(Connection connection, long now, byte[] hash) throws SQLException {
        if (execute(connection, AGAIN, now, hash) == 0) {
            execute(connection, FIRST, now, hash);
            return 1;
        }
        try (PreparedStatement read = connection.prepareStatement(READ)) {
            read.setBytes(1, hash);
            try (ResultSet row = read.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static int execute(Connection connection, String sql, long now, byte[] hash) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, now);
            statement.setBytes(2, hash);
            return statement.executeUpdate();
        }
    }

    @Override
    public void uncount(MessageKey key) {
        change(key, UNCOUNT, UNCOUNT_WITHOUT_WAITING, "taking back an attempt at a message");
    }

    @Override
    public void forget(MessageKey key) {
        try {
            SqlDialect known = dialect();
            if (known.returnsChangedRows() && !known.isDistributed()) {
                transactions.single(connection -> execute(connection, FORGET_ALL_WITHOUT_WAITING, key));
            } else {
                transactions.single(connection -> execute(connection, MessageFailures.FORGET, key));
                transactions.single(connection -> execute(connection, FORGET, key));
            }
        } catch (SQLException failure) {
            throw new StoreException("removing the attempt count of a message", failure);
        }
    }

    /** @param withoutWaiting the same statement, where a session has a setting for it */
    private void change(MessageKey key, String waiting, String withoutWaiting, String what) {
        try {
            SqlDialect known = dialect();
            String sql = known.returnsChangedRows() && !known.isDistributed() ? withoutWaiting : waiting;
            transactions.single(connection -> execute(connection, sql, key));
        } catch (SQLException failure) {
            throw new StoreException(what, failure);
        }
    }

    /** @param sql each of its parameters is the hash of the key */
    private static int execute(Connection connection, String sql, MessageKey key) throws SQLException {
        byte[] hash = MessageHash.of(key);
        try (PreparedStatement change = connection.prepareStatement(sql)) {
            change.setBytes(1, hash);
            if (sql.equals(FORGET_ALL_WITHOUT_WAITING)) {
                change.setBytes(2, hash);
            }
            return change.executeUpdate();
        }
    }

    @Override
    public void failed(MessageKey key, int attempts, String failure, Duration pause) {
        write(new MessageFailures.Row(
                key, attempts, failure, clock.instant(), pause, MessageFailures.FAILING, Optional.empty()));
    }

    @Override
    public void rejecting(MessageKey key, int attempts, String reason, Optional<MessageOrigin> origin) {
        write(new MessageFailures.Row(
                key, attempts, reason, clock.instant(), Duration.ZERO, MessageFailures.DEAD, origin));
    }

    private void write(MessageFailures.Row row) {
        try {
            SqlDialect known = dialect();
            if (known.returnsChangedRows()) {
                transactions.single(connection -> written(connection, known, row));
            } else {
                transactions.run(transaction -> written(transaction.connection(), known, row));
            }
        } catch (SQLException failure) {
            throw new StoreException("recording the failure of a message", failure);
        }
    }

    private static MessageFailures.Row written(Connection connection, SqlDialect dialect, MessageFailures.Row row)
            throws SQLException {
        new MessageFailures(dialect).write(connection, row);
        return row;
    }

    @Override
    public void rejected(MessageKey key) {
        change(key, FORGET, FORGET_WITHOUT_WAITING, "removing the attempt count of a message");
    }
}

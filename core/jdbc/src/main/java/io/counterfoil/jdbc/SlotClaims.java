package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Databases without transaction-level advisory locks: a lock is the row lock of one of {@link SqlDialect#KEY_SLOTS} slots, tried with {@code
 * SKIP LOCKED}, and released when the transaction ends.
 *
 * <p>A claim that holds a slot writes its key and its contents into it. Before the commit only a dirty read sees that, and {@link
 * #isOtherContents} is one: it only distinguishes two reasons of rejection. A key whose slot is held by another key is reported as in
 * progress, which costs a pause. Where the database has no dirty reads, nothing is written into the slot, and other contents are reported
 * as in progress.
 */
final class SlotClaims extends ClaimStatements {

    private static final String TELL = "UPDATE counterfoil_slot SET key_hash = ?, contents_hash = ? WHERE slot = ?";

    private static final String ASK = "SELECT key_hash, contents_hash FROM counterfoil_slot WHERE slot = ?";

    /** How many rows one statement locks. */
    private static final int CHUNK = 50;

    private static final String KEYS = "SELECT request_id, client, operation FROM counterfoil_record ";

    private final String lock;
    private final String expired;
    private final AtomicBoolean warned = new AtomicBoolean();

    SlotClaims(SqlDialect sql) {
        super(sql, Row.NO_WRITER);
        this.lock = "SELECT " + sql.now() + " FROM counterfoil_slot WHERE slot = ? FOR UPDATE SKIP LOCKED";
        this.expired = " expires_at <= " + sql.now();
    }

    @Override
    Look look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        KeyHash hash = KeyHash.of(request);
        OptionalLong locked = lock(connection, hash.key());
        // Read after the lock was tried, so the previous holder's commit is visible.
        Optional<Row> row = find(connection, request.key());
        if (locked.isEmpty()) {
            return new Look(Look.Lock.TAKEN, now(connection), Look.NOT_TOLD, row);
        }
        long time = locked.getAsLong();
        if (sql().hasDirtyReads()
                && row.filter(found -> found.state(time) == Row.State.CARRIED_OUT)
                        .isEmpty()) {
            tell(connection, hash);
        }
        if (savepoint) {
            execute(connection, "SAVEPOINT " + SAVEPOINT);
        }
        return new Look(Look.Lock.ACQUIRED, time, begun(connection), row);
    }

    @Override
    boolean needsSavepoint() {
        return sql().transactionNumber().isEmpty();
    }

    /** The number of the transaction, which has changed something by now. */
    private long begun(Connection connection) throws SQLException {
        Optional<String> number = sql().transactionNumber();
        return number.isPresent() ? Queries.number(connection, "SELECT " + number.get()) : Look.NOT_TOLD;
    }

    @Override
    boolean verifiesFirst() {
        return true;
    }

    @Override
    void verify(Connection connection, long begun) throws SQLException {
        if (!needsSavepoint()) {
            if (begun != begun(connection)) {
                throw CommitRefusedException.endedByTheWork();
            }
            return;
        }
        try {
            execute(connection, "RELEASE SAVEPOINT " + SAVEPOINT);
        } catch (SQLException gone) {
            if (sql().isUnknownSavepoint(gone)) {
                throw CommitRefusedException.endedByTheWork(gone);
            }
            throw gone;
        }
    }

    /** The store's time, if the slot is this transaction's now. */
    private OptionalLong lock(Connection connection, long number) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lock)) {
            statement.setInt(1, slot(number));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    private static void tell(Connection connection, KeyHash hash) throws SQLException {
        try (PreparedStatement tell = connection.prepareStatement(TELL)) {
            tell.setLong(1, hash.key());
            tell.setLong(2, hash.contents());
            tell.setInt(3, slot(hash.key()));
            tell.executeUpdate();
        }
    }

    @Override
    boolean tellsContentsLater() {
        return sql().hasDirtyReads();
    }

    @Override
    boolean isOtherContents(Connection connection, KeyedRequest request) throws SQLException {
        if (!sql().hasDirtyReads()) {
            return false;
        }
        KeyHash hash = KeyHash.of(request);
        // Left there by a transaction that is over: the one that holds the slot now has not written yet.
        Optional<KeyHash> left = told(connection, hash);
        int isolation = connection.getTransactionIsolation();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        try {
            Optional<KeyHash> told = told(connection, hash);
            return !told.equals(left)
                    && told.filter(other -> other.key() == hash.key() && other.contents() != hash.contents())
                            .isPresent();
        } finally {
            connection.setTransactionIsolation(isolation);
        }
    }

    /** What the key's slot has, read in a transaction of its own. */
    private static Optional<KeyHash> told(Connection connection, KeyHash hash) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(ASK)) {
            ask.setInt(1, slot(hash.key()));
            try (ResultSet row = ask.executeQuery()) {
                return row.next() ? Optional.of(new KeyHash(row.getLong(1), row.getLong(2))) : Optional.empty();
            }
        } finally {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    @Override
    boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException {
        return lock(connection, number).isPresent();
    }

    private static int slot(long number) {
        return (int) (number & (SqlDialect.KEY_SLOTS - 1));
    }

    /** The database can end a session only, so a transaction that continues after the unit has no limit. */
    @Override
    boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException {
        Optional<String> begin = sql().beginLimit(limit);
        if (begin.isEmpty() && !warned.getAndSet(true)) {
            System.getLogger(JdbcClaimStore.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the execution limit of " + limit + " is not enforced: "
                                    + String.join(", ", sql().products())
                                    + " does not end transactions by itself");
        }
        if (joined || begin.isEmpty()) {
            return false;
        }
        execute(connection, begin.get());
        return true;
    }

    @Override
    void endLimit(Connection connection) throws SQLException {
        execute(connection, sql().endLimit());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Looks first and locks then, each row by its whole key. A look that locks, along the index on the expiry, would lock the
     * first row that has not expired as well, and its owner would wait.
     */
    @Override
    int purge(Connection connection, int limit, boolean own) throws SQLException {
        Optional<String> begin = sql().beginWithoutGapLocks();
        if (own && begin.isPresent()) {
            execute(connection, begin.get());
        }
        List<Object[]> keys;
        try (PreparedStatement query =
                connection.prepareStatement(KEYS + "WHERE" + expired + " ORDER BY expires_at" + sql().limit())) {
            query.setInt(1, limit);
            keys = keys(query);
        }
        int removed = 0;
        for (int from = 0; from < keys.size(); from += CHUNK) {
            List<Object[]> chunk = keys.subList(from, Math.min(from + CHUNK, keys.size()));
            removed += delete(connection, locked(connection, chunk));
        }
        return removed;
    }

    /** Those of the rows that are still expired, and not locked by another transaction. */
    private List<Object[]> locked(Connection connection, List<Object[]> keys) throws SQLException {
        String any = sql().isOneOf(List.of("request_id", "client", "operation"), keys.size());
        try (PreparedStatement lock = connection.prepareStatement(
                KEYS + sql().keyHint() + "WHERE " + any + " AND" + expired + " FOR UPDATE SKIP LOCKED")) {
            int index = 1;
            for (Object[] key : keys) {
                for (Object part : key) {
                    lock.setObject(index++, part);
                }
            }
            return keys(lock);
        }
    }

    @Override
    boolean isDuplicateKey(SQLException failure) {
        return sql().isDuplicateKey(failure);
    }

    @Override
    boolean isConflict(SQLException failure) {
        return sql().canRunAgain(failure);
    }

    /** The keys that a query finds, in the form in which they are kept. */
    private static List<Object[]> keys(PreparedStatement query) throws SQLException {
        List<Object[]> keys = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                keys.add(new Object[] {row.getObject(1), row.getObject(2), row.getObject(3)});
            }
        }
        return keys;
    }

    /** Removes the rows of these keys, which the transaction has locked. */
    private static int delete(Connection connection, List<Object[]> keys) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM counterfoil_record" + Queries.OF_KEY)) {
            for (Object[] key : keys) {
                for (int part = 0; part < key.length; part++) {
                    delete.setObject(part + 1, key[part]);
                }
                delete.addBatch();
            }
            if (!keys.isEmpty()) {
                delete.executeBatch();
            }
        }
        return keys.size();
    }
}

package io.counterfoil.jdbc.locks;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.row.RowState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Locks that have numbers: a dialect brings the function that tries one, and this does the rest. The number of a request's key is that of its
 * {@link KeyHash}, so a database may have fewer locks than keys: keys that share one are taken for in progress at the same time, which
 * costs one of them a pause.
 *
 * <pre>{@code
 * public KeyLocks locks() {
 *     return new NumberedLocks(this, (connection, number) -> …);
 * }
 * }</pre>
 *
 * <p>The lock, the look-up, the savepoint that recognises the transaction, and the record are a statement each. Thread-safe.
 */
public final class NumberedLocks implements KeyLocks {

    private final SqlDialect sql;
    private final TryLock tryLock;
    private final RecordTable records;
    private final TransactionCheck check;
    private final RecordPurge purge;
    private final Optional<ClaimedContents> contents;
    private final Optional<SessionLimit> limits;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Tries a lock. */
    @FunctionalInterface
    public interface TryLock {

        /**
         * Tries the lock, without waiting for it. The transaction holds it until it ends, also when its process fails.
         *
         * @param connection in a transaction
         * @param number the number of the lock
         * @return the store's time, {@link SqlDialect#now}, if this transaction has the lock now; empty if another one has it
         * @throws SQLException when the database fails; the transaction is to be rolled back
         */
        OptionalLong tryLock(Connection connection, long number) throws SQLException;

        /**
         * Tries several locks, without waiting for any; by default one after the other.
         *
         * @param connection in a transaction
         * @param numbers the numbers of the locks, each once
         * @return the store's time, by the number of each lock that this transaction has now
         * @throws SQLException when the database fails; the transaction is to be rolled back
         */
        default Map<Long, Long> tryLocks(Connection connection, Collection<Long> numbers) throws SQLException {
            Map<Long, Long> acquired = new HashMap<>();
            for (long number : numbers) {
                OptionalLong time = tryLock(connection, number);
                if (time.isPresent()) {
                    acquired.put(number, time.getAsLong());
                }
            }
            return acquired;
        }
    }

    /**
     * Locks in the common form: a savepoint recognises the transaction, and there is no limit.
     *
     * @param sql the dialect that these locks belong to
     * @param tryLock tries a lock; thread-safe
     */
    public NumberedLocks(SqlDialect sql, TryLock tryLock) {
        this(
                sql,
                tryLock,
                new RecordTable(sql.now(), RecordRow.NO_WRITER, sql::toJdbc),
                new SavepointCheck(),
                Optional.empty(),
                Optional.empty());
    }

    private NumberedLocks(
            SqlDialect sql,
            TryLock tryLock,
            RecordTable records,
            TransactionCheck check,
            Optional<ClaimedContents> contents,
            Optional<SessionLimit> limits) {
        this.sql = sql;
        this.tryLock = tryLock;
        this.records = records;
        this.check = check;
        this.purge = new RecordPurge(sql);
        this.contents = contents;
        this.limits = limits;
    }

    /**
     * {@return a copy that recognises the transaction in another way}
     *
     * @param other recognises the transaction that claimed
     */
    public NumberedLocks withCheck(TransactionCheck other) {
        return new NumberedLocks(sql, tryLock, records, other, contents, limits);
    }

    /**
     * {@return a copy that shows for which contents a key is claimed}
     *
     * @param shown shows the contents to other transactions, and finds those of others
     */
    public NumberedLocks withContents(ClaimedContents shown) {
        return new NumberedLocks(sql, tryLock, records, check, Optional.of(shown), limits);
    }

    /**
     * {@return a copy for a database that can end a session which is idle for too long}
     *
     * @param limit the statements that begin and end the limit
     */
    public NumberedLocks withLimit(SessionLimit limit) {
        return new NumberedLocks(sql, tryLock, records, check, contents, Optional.of(limit));
    }

    @Override
    public RecordTable records() {
        return records;
    }

    @Override
    public ClaimLookup look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        KeyHash hash = KeyHash.of(request);
        OptionalLong locked = tryLock.tryLock(connection, hash.key());
        // Read after the lock was tried, so the previous holder's commit is visible.
        Optional<RecordRow> row = records.find(connection, request.key());
        if (locked.isEmpty()) {
            return new ClaimLookup(LockState.TAKEN, records.now(connection), TransactionCheck.UNKNOWN, row);
        }
        show(connection, hash, locked.getAsLong(), row);
        return new ClaimLookup(LockState.ACQUIRED, locked.getAsLong(), begun(connection, savepoint), row);
    }

    @Override
    public List<ClaimLookup> lookAll(
            Connection connection, List<KeyedRequest> requests, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        List<KeyHash> hashes = requests.stream().map(KeyHash::of).toList();
        Map<Long, Long> locked = tryLock.tryLocks(
                connection, hashes.stream().map(KeyHash::key).distinct().toList());
        List<IdempotencyKey> keys = requests.stream().map(KeyedRequest::key).toList();
        Map<IdempotencyKey, RecordRow> rows =
                records.findAll(connection, keys, sql.isOneOf(RecordTable.KEY, keys.size()), sql::getText);
        long now = locked.isEmpty()
                ? records.now(connection)
                : locked.values().iterator().next();
        for (int i = 0; i < keys.size(); i++) {
            if (locked.containsKey(hashes.get(i).key())) {
                show(connection, hashes.get(i), now, Optional.ofNullable(rows.get(keys.get(i))));
            }
        }
        long begun = locked.isEmpty() ? TransactionCheck.UNKNOWN : begun(connection, savepoint);
        List<ClaimLookup> looks = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            LockState lock = locked.containsKey(hashes.get(i).key()) ? LockState.ACQUIRED : LockState.TAKEN;
            looks.add(new ClaimLookup(lock, now, begun, Optional.ofNullable(rows.get(keys.get(i)))));
        }
        return looks;
    }

    /** Shows the contents, where no record prevents the claim. */
    private void show(Connection connection, KeyHash hash, long now, Optional<RecordRow> row) throws SQLException {
        if (contents.isPresent() && (row.isEmpty() || row.get().state(now) != RowState.EXECUTED)) {
            contents.get().show(connection, hash);
        }
    }

    private long begun(Connection connection, boolean savepoint) throws SQLException {
        if (savepoint) {
            execute(connection, "SAVEPOINT " + SAVEPOINT);
        }
        return check.begun(connection);
    }

    @Override
    public boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException {
        return tryLock.tryLock(connection, number).isPresent();
    }

    @Override
    public TransactionCheck check() {
        return check;
    }

    @Override
    public boolean findsContentsLater() {
        return contents.isPresent();
    }

    @Override
    public boolean isOtherContents(Connection connection, KeyedRequest request) throws SQLException {
        return contents.isPresent() && contents.get().isOther(connection, KeyHash.of(request));
    }

    /** The database can end a session only, so a transaction that continues after the unit of work has no limit. */
    @Override
    public boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException {
        if (limits.isEmpty() && !warned.getAndSet(true)) {
            System.getLogger(NumberedLocks.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the execution limit of " + limit + " is not enforced: "
                                    + String.join(", ", sql.products())
                                    + " does not end transactions by itself");
        }
        if (joined || limits.isEmpty()) {
            return false;
        }
        execute(connection, limits.get().begin().apply(limit));
        return true;
    }

    @Override
    public void endLimit(Connection connection) throws SQLException {
        if (limits.isPresent()) {
            execute(connection, limits.get().end());
        }
    }

    private static void execute(Connection connection, String statement) throws SQLException {
        try (Statement execution = connection.createStatement()) {
            execution.execute(statement);
        }
    }

    @Override
    public int purge(Connection connection, int limit, boolean own) throws SQLException {
        return purge.purge(connection, limit, own);
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return sql.isDuplicateKey(failure);
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return sql.canRunAgain(failure);
    }
}

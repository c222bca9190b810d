package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** The statements of claims and records on one database: how keys are locked, looked up and removed. Owns no flow. Thread-safe. */
abstract class ClaimStatements {

    /** A savepoint right behind the claim: the transaction that claimed has it, and no later one of the connection. */
    static final String SAVEPOINT = "counterfoil_unit";

    private final SqlDialect sql;
    private final String find;
    private final String findWithTime;

    /** @param writer an expression of the column {@link Row#writer} */
    ClaimStatements(SqlDialect sql, String writer) {
        this.sql = sql;
        String columns = "SELECT " + Row.COLUMNS_BEFORE_WRITER + writer;
        String from = " FROM counterfoil_record" + Queries.OF_KEY;
        this.find = columns + from;
        this.findWithTime = columns + ", " + sql.now() + from;
    }

    /**
     * Those of the database that a connection leads to.
     *
     * @throws IllegalStateException when the database is not supported; the message names those that are
     */
    static ClaimStatements of(Connection connection) throws SQLException {
        SqlDialect sql = SqlDialect.of(connection);
        if (sql.isDistributed()) {
            return new CitusClaims(sql);
        }
        return sql.hasAdvisoryLocks() ? new AdvisoryLockClaims(sql) : new SlotClaims(sql);
    }

    final SqlDialect sql() {
        return sql;
    }

    /**
     * Tries the lock of a key, without waiting for it, and then reads what is stored under the key. To be called in a
     * transaction, which holds the lock until its end. Where the lock is {@link Look.Lock#ACQUIRED} and no record prevents
     * it, others can see which contents the key is claimed for.
     *
     * @param limit how long the transaction may hold the lock, where the dialect begins a limit in the statement that locks
     * @param savepoint whether to set {@link #SAVEPOINT} behind it
     */
    abstract Look look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException;

    /** Whether {@link #SAVEPOINT} is needed to recognise the transaction. */
    abstract boolean needsSavepoint();

    /** Whether the transaction is to be {@linkplain #verify verified} before a record is written; otherwise the statement that writes it does so. */
    abstract boolean verifiesFirst();

    /**
     * Checks that the transaction is still the one that claimed.
     *
     * @param begun as in {@link Look}
     * @throws CommitRefusedException when the work has ended that one
     */
    abstract void verify(Connection connection, long begun) throws SQLException;

    /**
     * Tries the lock of a key as {@link #look} does, and where it is acquired inserts the record of a request whose result is known, in one statement.
     *
     * @param savepoint whether to set {@link #SAVEPOINT} behind it
     * @return the record; empty where no record was inserted, for a reason that {@link #look} finds: the lock was not acquired, or there
     *     is a row with the key, or the database has no such statement
     */
    Optional<Inserted> insertWithLock(
            Connection connection,
            KeyedRequest request,
            Payload result,
            Retention retention,
            Optional<Duration> limit,
            boolean savepoint)
            throws SQLException {
        return Optional.empty();
    }

    /**
     * A record that was inserted with its claim.
     *
     * @param begun as in {@link Look}
     */
    record Inserted(long token, long begun) {}

    /** Commits, in one round trip with the check that the transaction is still the one that claimed; where the database tells. */
    void verifyAndCommit(Connection connection, long begun) {}

    /**
     * Whether {@link Look.Lock#TAKEN} may still turn out to be other contents, by {@link #isOtherContents}, once the
     * transaction that looked has been rolled back.
     */
    abstract boolean tellsContentsLater();

    /**
     * Whether the owner of the key's lock has claimed the same key for other contents; false where that is unknown. To
     * be called on a connection that has no transaction open, and leaves none.
     */
    abstract boolean isOtherContents(Connection connection, KeyedRequest request) throws SQLException;

    /** Tries the lock of this number, without waiting for it; held until the transaction ends, or for so long. */
    abstract boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException;

    /**
     * Begins a limit after a lock was acquired, where that takes a statement of its own.
     *
     * @param joined whether the transaction continues after the unit
     * @return whether {@link #endLimit} must end it
     */
    abstract boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException;

    /** Ends a limit that would outlive its transaction. */
    abstract void endLimit(Connection connection) throws SQLException;

    /** The store's time, in microseconds since 1970. */
    final long now(Connection connection) throws SQLException {
        return Queries.number(connection, "SELECT " + sql.now());
    }

    /**
     * Waits until a row that was read is where a commit must be, on PostgreSQL with synchronous standbys; called before a record answers a request.
     * The commit that wrote it may have ended without a standby, when its wait was cancelled or its server process terminated, and is visible all
     * the same. In auto-commit mode this waits; in a transaction its commit does.
     *
     * @throws StoreException when the wait was cancelled, or the row is gone since it was read
     */
    void awaitStandbys(Connection connection, IdempotencyKey key, Row row) throws SQLException {}

    /** The statement of {@link #find}. */
    final String find() {
        return find;
    }

    /** What is kept under a key, in one statement. */
    final Optional<Row> find(Connection connection, IdempotencyKey key) throws SQLException {
        return Queries.row(connection, find, this, key, Row::current);
    }

    /** The same, and the store's time. */
    final Optional<TimedRow> findWithTime(Connection connection, IdempotencyKey key) throws SQLException {
        return Queries.row(
                connection,
                findWithTime,
                this,
                key,
                row -> new TimedRow(Row.current(row), row.getLong(Row.AFTER_COLUMNS)));
    }

    /** @param now the store's time when the row was read, in microseconds since 1970 */
    record TimedRow(Row row, long now) {

        Row.State state() {
            return row.state(now);
        }
    }

    /**
     * Removes at most so many rows whose time is over, the oldest first, and passes over those that another transaction has
     * locked.
     *
     * @param own whether the transaction has just begun, and is the purge's own
     * @return how many were removed
     */
    abstract int purge(Connection connection, int limit, boolean own) throws SQLException;

    /** Whether the commit can ride along with the last insert, separated by a semicolon. */
    final boolean commitsWithInsert() {
        return sql.hasAdvisoryLocks();
    }

    /** Sets request ID, client and operation as three parameters in that order. */
    final void setKey(PreparedStatement statement, int first, IdempotencyKey key) throws SQLException {
        setText(statement, first, key.requestId().value());
        setText(statement, first + 1, key.client().value());
        setText(statement, first + 2, key.operation().value());
    }

    /** Sets a part of a key. */
    final void setText(PreparedStatement statement, int index, String text) throws SQLException {
        statement.setObject(index, sql.toJdbc(text));
    }

    /** Whether an insert failed because there is a row with its key. */
    abstract boolean isDuplicateKey(SQLException failure);

    /** Whether a transaction lost a conflict with another one, and may win when it is run again as a whole. */
    abstract boolean isConflict(SQLException failure);
}

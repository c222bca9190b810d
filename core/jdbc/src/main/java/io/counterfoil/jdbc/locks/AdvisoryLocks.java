package io.counterfoil.jdbc.locks;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.InsertedRecord;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.dialect.LookWithStatement;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * PostgreSQL: a lock is a transaction-level advisory lock, which the database releases when the transaction ends, also
 * when its process failed.
 *
 * <p>A claim acquires two, that of the key with its contents first, and that of the key second: a claim that gets the first and not
 * the second knows that the second one's holder has other contents. Locks and look-up are two statements of one round trip on
 * purpose: under READ COMMITTED the second has a snapshot of its own, taken after the locks were, so a transaction that held them before
 * is seen.
 */
public final class AdvisoryLocks implements KeyLocks {

    /** Tries one lock; its parameter is the number. */
    static final String LOCK = "pg_try_advisory_xact_lock(?)";

    /** What a lock that was acquired is, without a limit. */
    private static final String UNLIMITED = "true";

    private static final String SAVE = "; SAVEPOINT " + SAVEPOINT;

    /** The number of the transaction that wrote a row, where commits wait for standbys. */
    private static final String WRITER =
            "CASE WHEN current_setting('synchronous_standby_names') <> '' THEN xmin::text::bigint END";

    /** Written to the log, so that its commit waits for standbys; a transaction that has only a number does not. */
    private static final String WRITE = "SELECT (txid_snapshot_xmin(txid_current_snapshot()) & 4294967295),"
            + " pg_logical_emit_message(true, 'counterfoil', '')";

    static final LockState[] STATES = LockState.values();

    private final SqlDialect sql;
    private final RecordTable records;
    private final TransactionCheck check = new BeginTimeCheck();
    private final StandbyWait standbys = new StandbyWait(AdvisoryLocks::write);
    private final AdvisoryLookups lookups;
    private final String look;
    private final String lookAndSave;
    private final String insert;
    private final String insertAndSave;
    private final String hold;
    private final String purge;
    private final Optional<LookWithStatement> lookWithStatement;

    /**
     * Makes the locks of one store.
     *
     * @param sql the dialect of PostgreSQL, or one with its functions and its {@code ON CONFLICT}
     */
    public AdvisoryLocks(SqlDialect sql) {
        this.sql = sql;
        this.records = new RecordTable(sql.now(), WRITER, sql::toJdbc);
        this.lookWithStatement = Optional.of(new AdvisoryLook(records, sql.now()));
        this.lookups = new AdvisoryLookups(sql.now(), WRITER);
        this.look = look(UNLIMITED);
        this.lookAndSave = look + SAVE;
        this.insert = insert(UNLIMITED);
        this.insertAndSave = insert + SAVE;
        this.hold = hold(UNLIMITED);
        // By the rows' places, found once: a join could look for them again and again, and pass over others each time.
        this.purge = "DELETE FROM counterfoil_record WHERE ctid = ANY (ARRAY("
                + "SELECT ctid FROM counterfoil_record WHERE expires_at <= " + sql.now()
                + " ORDER BY expires_at LIMIT %s FOR UPDATE SKIP LOCKED)) AND expires_at <= " + sql.now();
    }

    /** @param acquired an expression that is true, evaluated where both locks were acquired */
    private String look(String acquired) {
        return "SELECT CASE WHEN " + LOCK + " THEN CASE WHEN " + LOCK + " THEN CASE WHEN " + acquired
                + " THEN 0 END ELSE 1 END ELSE 2 END, " + sql.now() + ", " + BeginTimeCheck.BEGUN + "; "
                + records.query();
    }

    /**
     * The unique key is checked against what is committed when the locks are held, whatever the statement's snapshot, so of two claimants only one
     * inserts; and since only the holder of the locks inserts, none waits for another's row. A retention without an end is the largest number.
     *
     * @param acquired an expression that is true, evaluated where both locks were acquired
     */
    private String insert(String acquired) {
        return RecordTable.INSERT_INTO + " SELECT ?, ?, at, at + LEAST(?, " + RecordRow.NEVER
                + " - at), at, ?, ?, ?, ?, ? FROM (SELECT "
                + sql.now() + " AS at) AS clock WHERE CASE WHEN " + LOCK
                + " THEN CASE WHEN " + LOCK
                + " THEN " + acquired + " ELSE false END ELSE false END"
                + " ON CONFLICT (request_id, client, operation) DO NOTHING RETURNING token, "
                + BeginTimeCheck.BEGUN;
    }

    /** @param acquired an expression that is true, evaluated where the lock was acquired */
    private static String hold(String acquired) {
        return "SELECT CASE WHEN " + LOCK + " THEN " + acquired + " ELSE false END";
    }

    @Override
    public RecordTable records() {
        return records;
    }

    @Override
    public TransactionCheck check() {
        return check;
    }

    @Override
    public boolean commitsWithInsert() {
        return true;
    }

    @Override
    public boolean insertsArrays() {
        return true;
    }

    @Override
    public ClaimLookup look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        String statement = limit.isEmpty()
                ? savepoint ? lookAndSave : look
                : look(PostgreSqlLimit.of(connection, limit.get())) + (savepoint ? SAVE : "");
        try (PreparedStatement look = connection.prepareStatement(statement)) {
            KeyHash hash = KeyHash.of(request);
            look.setLong(1, hash.contents());
            look.setLong(2, hash.key());
            records.setKey(look, 3, request.key());
            look.execute();
            LockState lock;
            long now;
            long begun;
            try (ResultSet locks = look.getResultSet()) {
                locks.next();
                lock = STATES[locks.getInt(1)];
                now = locks.getLong(2);
                begun = locks.getLong(3);
            }
            look.getMoreResults();
            try (ResultSet row = look.getResultSet()) {
                return new ClaimLookup(lock, now, begun, RecordRow.read(row));
            }
        }
    }

    @Override
    public Optional<LookWithStatement> lookWithStatement() {
        return lookWithStatement;
    }

    @Override
    public List<ClaimLookup> lookAll(
            Connection connection, List<KeyedRequest> requests, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        return limit.isPresent()
                ? KeyLocks.super.lookAll(connection, requests, limit, savepoint)
                : lookups.look(connection, requests, savepoint ? SAVE : "");
    }

    @Override
    public boolean keepsShadowedSavepoints() {
        return true;
    }

    @Override
    public Optional<InsertedRecord> insertWithLock(
            Connection connection,
            KeyedRequest request,
            Payload result,
            Retention retention,
            Optional<Duration> limit,
            boolean savepoint)
            throws SQLException {
        String statement = limit.isEmpty()
                ? savepoint ? insertAndSave : insert
                : insert(PostgreSqlLimit.of(connection, limit.get())) + (savepoint ? SAVE : "");
        try (PreparedStatement insert = connection.prepareStatement(statement)) {
            insert.setBytes(1, request.fingerprint().toByteArray());
            insert.setString(2, request.attempt().map(AttemptId::value).orElse(null));
            insert.setLong(3, Micros.expiry(0, retention));
            insert.setShort(4, (short) result.format());
            insert.setBytes(5, result.toByteArray());
            records.setKey(insert, 6, request.key());
            KeyHash hash = KeyHash.of(request);
            insert.setLong(9, hash.contents());
            insert.setLong(10, hash.key());
            insert.execute();
            try (ResultSet row = insert.getResultSet()) {
                return row.next() ? Optional.of(new InsertedRecord(row.getLong(1), row.getLong(2))) : Optional.empty();
            }
        }
    }

    @Override
    public void awaitStandbys(Connection connection, IdempotencyKey key, RecordRow row) throws SQLException {
        standbys.await(connection, key, row);
    }

    private static OptionalLong write(Connection connection, IdempotencyKey key, RecordRow row) throws SQLException {
        boolean commits = connection.getAutoCommit();
        try (Statement statement = connection.createStatement();
                ResultSet ended = statement.executeQuery(WRITE)) {
            ended.next();
            Transactions.checkCommit(statement.getWarnings());
            return commits ? OptionalLong.of(ended.getLong(1)) : OptionalLong.empty();
        }
    }

    @Override
    public boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException {
        String statement = limit.isEmpty() ? hold : hold(PostgreSqlLimit.of(connection, limit.get()));
        try (PreparedStatement hold = connection.prepareStatement(statement)) {
            hold.setLong(1, number);
            try (ResultSet row = hold.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** The statement that locks has begun it, and it ends with the transaction. */
    @Override
    public boolean beginLimit(Connection connection, Duration limit, boolean joined) {
        return false;
    }

    /** Not prepared: a plan that was made for an empty table, and is kept, reads every expired row of a large one. */
    @Override
    public int purge(Connection connection, int limit, boolean own) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(purge.formatted(limit));
        }
    }

    /** The commit rides along with the insert, and may fail by a deferred constraint of the caller's. */
    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return sql.isDuplicateKey(failure)
                && String.valueOf(failure.getMessage()).contains("counterfoil_record");
    }

    /** Not a lock time-out: PostgreSQL has none but those that a session sets itself. */
    @Override
    public boolean isConflict(SQLException failure) {
        return sql.isConflict(failure);
    }
}

package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * PostgreSQL: a lock is a transaction-level advisory lock, which the database releases when the transaction ends, also
 * when its process failed.
 *
 * <p>A claim acquires two, that of the key with its contents first, and that of the key second: a claim that gets the first and not
 * the second knows that the second one's holder has other contents. Locks and look-up are two statements of one round trip on
 * purpose: under READ COMMITTED the second has a snapshot of its own, taken after the locks were, so a transaction that held them before
 * is seen.
 */
class AdvisoryLockClaims extends ClaimStatements {

    /** {@link Row#writer} has the node above these bits. */
    private static final int NODE = 32;

    /** In less time no database gets through half the numbers of its transactions, which begin again from the first. */
    private static final Duration NUMBERS_COMPARE = Duration.ofHours(1);

    /** What a lock that was acquired is, without a limit. */
    private static final String UNLIMITED = "true";

    private static final String SAVE = "; SAVEPOINT " + SAVEPOINT;

    private static final String BEGUN = "(date_part('epoch', transaction_timestamp()) * 1000000)::bigint";

    /** {@link #begun} where it does not recognise a transaction. */
    static final String NO_BEGIN = "0";

    /** SQLState: division by zero. */
    private static final String OTHER_TRANSACTION = "22012";

    private static final Look.Lock[] LOCKS = Look.Lock.values();

    private final String number;
    private final String node;
    private final String write;
    private final String look;
    private final String lookAndSave;
    private final String insert;
    private final String insertAndSave;
    private final String hold;
    private final String purge;

    private final Map<Long, Replicated> replicated = new ConcurrentHashMap<>();

    AdvisoryLockClaims(SqlDialect sql) {
        this(sql, "?", "", "");
    }

    /**
     * @param number the expression of a lock's number, with one parameter
     * @param node the end of the statement that locks, by which a cluster finds the node; its parameters are set by {@link #setNode}
     * @param origin the beginning of an expression of {@link Row#writer}, which adds the node to the number of a transaction
     */
    AdvisoryLockClaims(SqlDialect sql, String number, String node, String origin) {
        super(
                sql,
                "CASE WHEN current_setting('synchronous_standby_names') <> '' THEN " + origin
                        + "xmin::text::bigint END");
        this.number = number;
        this.node = node;
        // Written to the log, so that its commit waits for standbys; a transaction that has only a number does not.
        this.write = "SELECT " + origin + "(txid_snapshot_xmin(txid_current_snapshot()) & 4294967295),"
                + " pg_logical_emit_message(true, 'counterfoil', '')";
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
        return "SELECT CASE WHEN " + lock() + " THEN CASE WHEN " + lock() + " THEN CASE WHEN " + acquired
                + " THEN 0 END ELSE 1 END ELSE 2 END, " + sql().now() + ", " + begun() + node + "; " + find();
    }

    /**
     * The unique key is checked against what is committed when the locks are held, whatever the statement's snapshot, so of two claimants only one
     * inserts; and since only the holder of the locks inserts, none waits for another's row. A retention without an end is the largest number.
     *
     * @param acquired an expression that is true, evaluated where both locks were acquired
     */
    private String insert(String acquired) {
        return sql().ignoringDuplicates(
                                Recording.INTO + " SELECT ?, ?, at, at + LEAST(?, " + Row.NEVER
                                        + " - at), at, ?, ?, ?, ?, ? FROM (SELECT "
                                        + sql().now() + " AS at) AS clock WHERE CASE WHEN " + lock()
                                        + " THEN CASE WHEN " + lock()
                                        + " THEN " + acquired + " ELSE false END ELSE false END",
                                "request_id, client, operation")
                + " RETURNING token, " + begun();
    }

    /** @param acquired an expression that is true, evaluated where the lock was acquired */
    private String hold(String acquired) {
        return "SELECT CASE WHEN " + lock() + " THEN " + acquired + " ELSE false END" + node;
    }

    /** When the transaction began, as {@link Look#begun}; an expression. */
    String begun() {
        return BEGUN;
    }

    @Override
    final boolean needsSavepoint() {
        return false;
    }

    /** A division by zero in any other transaction than that one; stable, and so not evaluated before the statement is. */
    static String isSame(String begun) {
        return "CASE WHEN " + BEGUN + " = " + begun + " THEN 1 ELSE 0 END";
    }

    @Override
    final boolean verifiesFirst() {
        return false;
    }

    @Override
    void verify(Connection connection, long begun) throws SQLException {
        if (begun != Look.NOT_TOLD) {
            try (PreparedStatement statement = connection.prepareStatement("SELECT 1 / " + isSame("?"))) {
                statement.setLong(1, begun);
                statement.execute();
            } catch (SQLException failure) {
                throw ended(failure);
            }
        }
    }

    @Override
    void verifyAndCommit(Connection connection, long begun) {
        try (PreparedStatement statement = connection.prepareStatement("SELECT 1 / " + isSame("?") + "; COMMIT")) {
            statement.setLong(1, begun);
            statement.execute();
            Transactions.checkCommit(statement.getWarnings());
        } catch (SQLException failure) {
            throw Recording.failed(ended(failure));
        }
    }

    /** @throws CommitRefusedException when the failure says that the transaction is another one */
    static SQLException ended(SQLException failure) {
        if (OTHER_TRANSACTION.equals(failure.getSQLState())) {
            throw CommitRefusedException.endedByTheWork(failure);
        }
        return failure;
    }

    private String lock() {
        return "pg_try_advisory_xact_lock(" + number + ")";
    }

    /**
     * Sets the parameters that find the node of a lock.
     *
     * @param key the key whose row the lock is for
     * @return the index of the next parameter
     */
    int setNode(PreparedStatement statement, int first, IdempotencyKey key) throws SQLException {
        return first;
    }

    /** The same, for a lock that is for no row. */
    void setNode(PreparedStatement statement, int first, long number) throws SQLException {}

    @Override
    Look look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        String sql = limit.isEmpty()
                ? savepoint ? lookAndSave : look
                : look(PostgreSqlLimit.of(connection, limit.get())) + (savepoint ? SAVE : "");
        try (PreparedStatement look = connection.prepareStatement(sql)) {
            KeyHash hash = KeyHash.of(request);
            look.setLong(1, hash.contents());
            look.setLong(2, hash.key());
            setKey(look, setNode(look, 3, request.key()), request.key());
            look.execute();
            Look.Lock lock;
            long now;
            long begun;
            try (ResultSet locks = look.getResultSet()) {
                locks.next();
                lock = LOCKS[locks.getInt(1)];
                now = locks.getLong(2);
                begun = locks.getLong(3);
            }
            look.getMoreResults();
            try (ResultSet row = look.getResultSet()) {
                return new Look(lock, now, begun, Row.read(row));
            }
        }
    }

    @Override
    Optional<Inserted> insertWithLock(
            Connection connection,
            KeyedRequest request,
            Payload result,
            Retention retention,
            Optional<Duration> limit,
            boolean savepoint)
            throws SQLException {
        String sql = limit.isEmpty()
                ? savepoint ? insertAndSave : insert
                : insert(PostgreSqlLimit.of(connection, limit.get())) + (savepoint ? SAVE : "");
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setBytes(1, request.fingerprint().toByteArray());
            insert.setString(2, request.attempt().map(AttemptId::value).orElse(null));
            insert.setLong(3, Micros.expiry(0, retention));
            insert.setShort(4, (short) result.format());
            insert.setBytes(5, result.toByteArray());
            setKey(insert, 6, request.key());
            KeyHash hash = KeyHash.of(request);
            insert.setLong(9, hash.contents());
            insert.setLong(10, hash.key());
            insert.execute();
            try (ResultSet row = insert.getResultSet()) {
                return row.next() ? Optional.of(new Inserted(row.getLong(1), row.getLong(2))) : Optional.empty();
            }
        }
    }

    @Override
    void awaitStandbys(Connection connection, IdempotencyKey key, Row row) throws SQLException {
        if (row.writer().isEmpty()) {
            return;
        }
        long writer = row.writer().getAsLong();
        Replicated known = replicated.get(writer >>> NODE);
        if (known != null && known.has(writer)) {
            return;
        }
        OptionalLong ended = write(connection, write, key, row);
        if (ended.isPresent()) {
            // A node that was started anew is another one.
            replicated.values().removeIf(Replicated::isOld);
            replicated.put(ended.getAsLong() >>> NODE, new Replicated(ended.getAsLong(), System.nanoTime()));
        }
    }

    /**
     * Writes on the node of a row, so that the commit of this transaction waits for the node's standbys.
     *
     * @return the node, and before which of its transactions all had ended; empty in a transaction, whose commit is still to come
     * @throws StoreException when the wait was cancelled, or the row that was read is gone
     */
    OptionalLong write(Connection connection, String write, IdempotencyKey key, Row row) throws SQLException {
        boolean commits = connection.getAutoCommit();
        try (Statement statement = connection.createStatement();
                ResultSet ended = statement.executeQuery(write)) {
            ended.next();
            Transactions.checkCommit(statement.getWarnings());
            return commits ? OptionalLong.of(ended.getLong(1)) : OptionalLong.empty();
        }
    }

    /**
     * What a commit that the standbys have confirmed shows: they have all that was committed before it.
     *
     * @param before the transactions with numbers lower than its low 32 bits had ended by then
     */
    private record Replicated(long before, long nanoTime) {

        /** @param writer a number, of which the low 32 bits count */
        boolean has(long writer) {
            return !isOld() && (int) (writer - before) < 0;
        }

        boolean isOld() {
            return System.nanoTime() - nanoTime >= NUMBERS_COMPARE.toNanos();
        }
    }

    /** The locks already distinguish contents. */
    @Override
    boolean tellsContentsLater() {
        return false;
    }

    @Override
    boolean isOtherContents(Connection connection, KeyedRequest request) {
        return false;
    }

    @Override
    boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException {
        String sql = limit.isEmpty() ? hold : hold(PostgreSqlLimit.of(connection, limit.get()));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, number);
            setNode(statement, 2, number);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** The statement that locks has begun it. */
    @Override
    boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException {
        return false;
    }

    @Override
    void endLimit(Connection connection) {
        // It ends with the transaction.
    }

    /** Not prepared: a plan that was made for an empty table, and is kept, reads every expired row of a large one. */
    @Override
    int purge(Connection connection, int limit, boolean own) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(purge.formatted(limit));
        }
    }

    /** The commit rides along with the insert, and may fail by a deferred constraint of the caller's. */
    @Override
    boolean isDuplicateKey(SQLException failure) {
        return sql().isDuplicateKey(failure)
                && String.valueOf(failure.getMessage()).contains("counterfoil_record");
    }

    /** Not a lock time-out: PostgreSQL has none but those that a session sets itself. */
    @Override
    boolean isConflict(SQLException failure) {
        return sql().isConflict(failure);
    }
}

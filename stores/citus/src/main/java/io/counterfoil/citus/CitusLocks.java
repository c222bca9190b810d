package io.counterfoil.citus;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.locks.PostgreSqlLimit;
import io.counterfoil.jdbc.locks.StandbyWait;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Citus: PostgreSQL on several nodes. A lock is an advisory lock on the node that has the key's shard, whichever node a connection leads to: the
 * statement that locks counts the rows of the key, so Citus executes it there as a whole, with or without a row. While a shard moves to
 * another node, two claims may both acquire the lock; the primary key then admits one record, and the other transaction is rolled back.
 *
 * <p>A claim acquires two locks, that of the key with its contents first, and that of the key second: a claim that gets the first and not the
 * second knows that the second one's holder has other contents. The transaction that locks may be on another node than the one that records,
 * so nothing recognises it. An insert of selected rows is planned by the coordinator, which would acquire the locks on its own node, so
 * there is none that claims.
 */
final class CitusLocks implements KeyLocks {

    /** Tries one lock; its parameter is the number. */
    private static final String LOCK = "pg_try_advisory_xact_lock(? + 0 * count(*))";

    /** Finds the node of a lock; its parameters are the parts of a key. */
    private static final String ON_ITS_NODE = " FROM counterfoil_record" + RecordTable.OF_KEY;

    private static final String HOLD = "SELECT " + LOCK + ON_ITS_NODE;

    private static final String SAVE = "; SAVEPOINT " + SAVEPOINT;

    /** The moment at which a node was started distinguishes it from other nodes, and from itself before a restart. */
    private static final String ORIGIN = "((extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint << "
            + StandbyWait.SERVER_BITS + ") | ";

    private static final String WRITER =
            "CASE WHEN current_setting('synchronous_standby_names') <> '' THEN " + ORIGIN + "xmin::text::bigint END";

    private static final String OF_ROW = RecordTable.OF_KEY + " AND token = ?";

    /** Of a commit that only a message in the log waits for, Citus passes on no failure. */
    private static final String TOUCH = "UPDATE counterfoil_record SET token = token" + OF_ROW;

    /** Written to the log, so that its commit waits for standbys. */
    private static final String WRITE = "SELECT " + ORIGIN
            + "(txid_snapshot_xmin(txid_current_snapshot()) & 4294967295),"
            + " pg_logical_emit_message(true, 'counterfoil', '') FROM counterfoil_record" + OF_ROW;

    private static final LockState[] STATES = LockState.values();

    private static final TransactionCheck NONE = (connection, begun) -> {};

    private final SqlDialect sql;
    private final RecordTable records;
    private final CitusPurge purge;
    private final StandbyWait standbys = new StandbyWait(this::write);
    private final String look;
    private final String lookAndSave;

    CitusLocks(SqlDialect sql) {
        this.sql = sql;
        this.records = new RecordTable(sql.now(), WRITER, sql::toJdbc);
        this.purge = new CitusPurge(sql.now());
        this.look = "SELECT CASE WHEN " + LOCK + " THEN CASE WHEN " + LOCK + " THEN 0 ELSE 1 END ELSE 2 END, "
                + sql.now() + ON_ITS_NODE + "; " + records.query();
        this.lookAndSave = look + SAVE;
    }

    @Override
    public RecordTable records() {
        return records;
    }

    @Override
    public ClaimLookup look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(savepoint ? lookAndSave : look)) {
            KeyHash hash = KeyHash.of(request);
            statement.setLong(1, hash.contents());
            statement.setLong(2, hash.key());
            records.setKey(statement, 3, request.key());
            records.setKey(statement, 6, request.key());
            statement.execute();
            LockState lock;
            long now;
            try (ResultSet locks = statement.getResultSet()) {
                locks.next();
                lock = STATES[locks.getInt(1)];
                now = locks.getLong(2);
            }
            statement.getMoreResults();
            try (ResultSet row = statement.getResultSet()) {
                return new ClaimLookup(lock, now, TransactionCheck.UNKNOWN, RecordRow.read(row));
            }
        }
    }

    /** A number is the key of no row; what matters is that it finds the same node each time. */
    @Override
    public boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(HOLD)) {
            statement.setLong(1, number);
            for (int part = 2; part <= 4; part++) {
                records.setText(statement, part, Long.toString(number));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** On the node of the connection, where the transaction ends, and not on that of the lock; it ends with the transaction. */
    @Override
    public boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT " + PostgreSqlLimit.of(connection, limit));
        }
        return false;
    }

    @Override
    public TransactionCheck check() {
        return NONE;
    }

    @Override
    public boolean commitsWithInsert() {
        return true;
    }

    @Override
    public void awaitStandbys(Connection connection, IdempotencyKey key, RecordRow row) throws SQLException {
        standbys.await(connection, key, row);
    }

    /** By the row: it may have been read on a node that has failed since, and be missing on the one that stands in for it. */
    private OptionalLong write(Connection connection, IdempotencyKey key, RecordRow row) throws SQLException {
        if (!connection.getAutoCommit()) {
            try (PreparedStatement touch = ofRow(connection, TOUCH, key, row)) {
                if (touch.executeUpdate() == 0) {
                    throw gone(key);
                }
                return OptionalLong.empty();
            }
        }
        try (PreparedStatement statement = ofRow(connection, WRITE, key, row);
                ResultSet ended = statement.executeQuery()) {
            Transactions.checkCommit(statement.getWarnings());
            if (!ended.next()) {
                throw gone(key);
            }
            return OptionalLong.of(ended.getLong(1));
        }
    }

    private PreparedStatement ofRow(Connection connection, String statement, IdempotencyKey key, RecordRow row)
            throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(statement);
        records.setKey(prepared, 1, key);
        prepared.setLong(4, row.token());
        return prepared;
    }

    private static StoreException gone(IdempotencyKey key) {
        return new StoreException("answering by the record of " + key
                + ": it is gone since it was read, as after a fail-over that has lost it, so the outcome is unknown");
    }

    @Override
    public int purge(Connection connection, int limit, boolean own) throws SQLException {
        return purge.purge(connection, limit);
    }

    /** The commit rides along with the insert, and may fail by a deferred constraint of the caller's. */
    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return sql.isDuplicateKey(failure)
                && String.valueOf(failure.getMessage()).contains("counterfoil_record");
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return sql.isConflict(failure);
    }
}

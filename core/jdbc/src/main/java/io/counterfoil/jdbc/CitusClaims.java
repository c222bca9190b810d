package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.Transactions;
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

/**
 * Citus: PostgreSQL on several nodes. A lock is acquired on the node that has the key's shard, whichever node a connection leads to: the
 * statement that locks counts the rows of the key, so Citus executes it there as a whole, with or without a row. While a shard moves to
 * another node, two claims may both acquire the lock; the primary key then admits one record, and the other transaction is rolled back.
 */
final class CitusClaims extends AdvisoryLockClaims {

    /** A node is told from others, and from itself before it was started anew, by the moment at which it was started. */
    private static final String ORIGIN =
            "((extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint << 32) | ";

    private static final String OF_ROW = Queries.OF_KEY + " AND token = ?";

    /** Of a commit that only a message in the log waits for, Citus passes on no failure. */
    private static final String TOUCH = "UPDATE counterfoil_record SET token = token" + OF_ROW;

    private static final String EXPIRED =
            "SELECT request_id, client, operation FROM counterfoil_record WHERE expires_at <= ";

    private final String expired;
    private final String delete;

    CitusClaims(SqlDialect sql) {
        super(sql, "? + 0 * count(*)", " FROM counterfoil_record" + Queries.OF_KEY, ORIGIN);
        this.expired = EXPIRED + sql.now() + " ORDER BY expires_at LIMIT ?";
        String key = Queries.OF_KEY + " AND expires_at <= " + sql.now();
        this.delete = "WITH free AS (SELECT 1 FROM counterfoil_record" + key + " FOR UPDATE SKIP LOCKED)"
                + " DELETE FROM counterfoil_record" + key + " AND EXISTS (SELECT 1 FROM free)";
    }

    /** The statement that locks may run on another node than the one that records. */
    @Override
    String begun() {
        return NO_BEGIN;
    }

    @Override
    int setNode(PreparedStatement statement, int first, IdempotencyKey key) throws SQLException {
        setKey(statement, first, key);
        return first + 3;
    }

    /** A number is the key of no row; what matters is that it finds the same node each time. */
    @Override
    void setNode(PreparedStatement statement, int first, long number) throws SQLException {
        for (int part = 0; part < 3; part++) {
            setText(statement, first + part, Long.toString(number));
        }
    }

    /** By the row: it may have been read on a node that has failed since, and be missing on the one that stands in for it. */
    @Override
    OptionalLong write(Connection connection, String write, IdempotencyKey key, Row row) throws SQLException {
        if (!connection.getAutoCommit()) {
            try (PreparedStatement touch = ofRow(connection, TOUCH, key, row)) {
                if (touch.executeUpdate() == 0) {
                    throw gone(key);
                }
                return OptionalLong.empty();
            }
        }
        try (PreparedStatement statement = ofRow(connection, write + " FROM counterfoil_record" + OF_ROW, key, row);
                ResultSet ended = statement.executeQuery()) {
            Transactions.checkCommit(statement.getWarnings());
            if (!ended.next()) {
                throw gone(key);
            }
            return OptionalLong.of(ended.getLong(1));
        }
    }

    private PreparedStatement ofRow(Connection connection, String sql, IdempotencyKey key, Row row)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        setKey(statement, 1, key);
        statement.setLong(4, row.token());
        return statement;
    }

    private static StoreException gone(IdempotencyKey key) {
        return new StoreException("answering by the record of " + key
                + ": it is gone since it was read, as after a fail-over that has lost it, so the outcome is unknown");
    }

    @Override
    Look look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        return super.look(connection, request, Optional.empty(), savepoint);
    }

    /** An insert of selected rows is planned by the coordinator, which would acquire the locks on its own node. */
    @Override
    Optional<Inserted> insertWithLock(
            Connection connection,
            KeyedRequest request,
            Payload result,
            Retention retention,
            Optional<Duration> limit,
            boolean savepoint) {
        return Optional.empty();
    }

    @Override
    boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException {
        return super.hold(connection, number, Optional.empty());
    }

    /** On the node of the connection, where the transaction ends, and not on that of the lock. */
    @Override
    boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT " + PostgreSqlLimit.of(connection, limit));
        }
        return false;
    }

    /** Each row by its key: rows of several shards cannot be locked by one statement. */
    @Override
    int purge(Connection connection, int limit, boolean own) throws SQLException {
        List<List<String>> keys = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(expired)) {
            query.setInt(1, limit);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    keys.add(List.of(row.getString(1), row.getString(2), row.getString(3)));
                }
            }
        }
        int removed = 0;
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            for (List<String> key : keys) {
                for (int part = 0; part < 3; part++) {
                    statement.setString(part + 1, key.get(part));
                    statement.setString(part + 4, key.get(part));
                }
                statement.addBatch();
            }
            for (int count : statement.executeBatch()) {
                removed += count;
            }
        }
        return removed;
    }
}

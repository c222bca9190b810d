package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.dialect.SqlDialect;
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
    private static final String WRITER =
            writer("((extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint << 32) | xmin::text::bigint");

    /** Of a commit that only a message in the log waits for, Citus passes on no failure. */
    private static final String TOUCH = "UPDATE counterfoil_record SET token = token" + Queries.OF_KEY;

    private static final String EXPIRED =
            "SELECT request_id, client, operation FROM counterfoil_record WHERE expires_at <= ";

    private final String expired;
    private final String delete;

    CitusClaims(SqlDialect sql) {
        super(sql, "? + 0 * count(*)", " FROM counterfoil_record" + Queries.OF_KEY, WRITER);
        this.expired = EXPIRED + sql.now() + " ORDER BY expires_at LIMIT ?";
        String key = Queries.OF_KEY + " AND expires_at <= " + sql.now();
        this.delete = "WITH free AS (SELECT 1 FROM counterfoil_record" + key + " FOR UPDATE SKIP LOCKED)"
                + " DELETE FROM counterfoil_record" + key + " AND EXISTS (SELECT 1 FROM free)";
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

    @Override
    OptionalLong write(Connection connection, IdempotencyKey key) throws SQLException {
        if (connection.getAutoCommit()) {
            return super.write(connection, key);
        }
        try (PreparedStatement touch = connection.prepareStatement(TOUCH)) {
            setKey(touch, 1, key);
            touch.executeUpdate();
        }
        return OptionalLong.empty();
    }

    @Override
    Look look(Connection connection, KeyedRequest request, Optional<Duration> limit) throws SQLException {
        return super.look(connection, request, Optional.empty());
    }

    /** An insert of selected rows is planned by the coordinator, which would acquire the locks on its own node. */
    @Override
    OptionalLong insertWithLock(
            Connection connection,
            KeyedRequest request,
            Payload result,
            Retention retention,
            Optional<Duration> limit) {
        return OptionalLong.empty();
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

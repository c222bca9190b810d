package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The primitives inside one transaction. A lease is good for the transaction that gave it, and for no other. */
final class JdbcClaims implements Claims {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final AtomicLong LAST_TOKEN = new AtomicLong();

    private final Transactions.Transaction transaction;
    private final Set<Lease> leases = new HashSet<>();

    JdbcClaims(Transactions.Transaction transaction) {
        this.transaction = transaction;
    }

    /** The unit is over: its leases are stale from now on. */
    void end() {
        leases.clear();
    }

    @Override
    public Claim claim(KeyedRequest request) {
        IdempotencyKey key = request.key();
        try (PreparedStatement claim = transaction.connection().prepareStatement(PostgreSql.CLAIM)) {
            claim.setLong(1, PostgreSql.lockOf(key));
            setKey(claim, 2, key);
            claim.execute();
            boolean locked = firstBoolean(claim);
            claim.getMoreResults();
            try (ResultSet row = claim.getResultSet()) {
                if (row.next()) {
                    return answer(request, row);
                }
            }
            return locked ? acquired(key) : new Claim.InFlight(RETRY_AFTER);
        } catch (SQLException failure) {
            throw new StoreException("claiming a key", failure);
        }
    }

    private Claim acquired(IdempotencyKey key) {
        Lease lease = new Lease(key, LAST_TOKEN.incrementAndGet());
        leases.add(lease);
        return new Claim.Acquired(lease);
    }

    private Claim answer(KeyedRequest request, ResultSet row) throws SQLException {
        Fingerprint fingerprint = Fingerprint.ofStored(row.getBytes("fingerprint"));
        IdempotencyRecord record = new IdempotencyRecord(
                request.key(),
                fingerprint,
                Optional.ofNullable(row.getString("first_attempt")).map(AttemptId::new),
                row.getObject("received_at", OffsetDateTime.class).toInstant(),
                count(request.key()),
                new Payload(row.getInt("format"), row.getBytes("payload")));
        return fingerprint.equals(request.fingerprint()) ? new Claim.Replay(record) : new Claim.Mismatch(record);
    }

    private long count(IdempotencyKey key) throws SQLException {
        try (PreparedStatement count = transaction.connection().prepareStatement(PostgreSql.COUNT)) {
            setKey(count, 1, key);
            try (ResultSet row = count.executeQuery()) {
                // Purged between the two statements: this request is one more than the original.
                return row.next() ? row.getLong(1) : 2;
            }
        }
    }

    @Override
    public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
        if (!leases.contains(lease)) {
            return Settlement.STALE;
        }
        if (transaction.isRollbackOnly()) {
            return Settlement.ROLLED_BACK;
        }
        try (PreparedStatement record = transaction.connection().prepareStatement(PostgreSql.RECORD)) {
            setKey(record, 1, lease.key());
            record.setBytes(4, request.fingerprint().toByteArray());
            record.setString(5, request.attempt().map(AttemptId::value).orElse(null));
            setSeconds(record, 6, retention.duration());
            record.setInt(7, payload.format());
            record.setBytes(8, payload.toByteArray());
            if (record.executeUpdate() == 0) {
                return Settlement.STALE;
            }
        } catch (SQLException failure) {
            throw new StoreException("recording an answer", failure);
        }
        leases.remove(lease);
        return Settlement.RECORDED;
    }

    @Override
    public boolean release(Lease lease) {
        if (!leases.remove(lease)) {
            return false;
        }
        transaction.setRollbackOnly();
        return true;
    }

    @Override
    public boolean hold(DataKey key) {
        try (PreparedStatement hold = transaction.connection().prepareStatement(PostgreSql.HOLD)) {
            hold.setLong(1, PostgreSql.lockOf(key));
            hold.execute();
            return firstBoolean(hold);
        } catch (SQLException failure) {
            throw new StoreException("holding a key", failure);
        }
    }

    @Override
    public boolean joined() {
        return transaction.isJoined();
    }

    private static boolean firstBoolean(PreparedStatement executed) throws SQLException {
        try (ResultSet row = executed.getResultSet()) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static void setKey(PreparedStatement statement, int first, IdempotencyKey key) throws SQLException {
        statement.setString(first, key.requestId().value());
        statement.setString(first + 1, key.client().value());
        statement.setString(first + 2, key.operation().value());
    }

    private static void setSeconds(PreparedStatement statement, int index, Optional<Duration> duration)
            throws SQLException {
        if (duration.isEmpty()) {
            statement.setNull(index, Types.DOUBLE);
            return;
        }
        statement.setDouble(index, duration.get().toMillis() / 1000.0);
    }
}

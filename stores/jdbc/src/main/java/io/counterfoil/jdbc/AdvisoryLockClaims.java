package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * PostgreSQL: a lock is a transaction-level advisory lock, let go of by the database when the transaction ends, also when the
 * process behind it died.
 *
 * <p>A claim acquires two, that of the key with its contents first, and that of the key second: a claim that gets the first and not
 * the second knows that the second one's holder has other contents. Locks and look-up are two statements of one round trip on
 * purpose: under READ COMMITTED the second has a snapshot of its own, taken after the locks were, so a transaction that held them before
 * is seen.
 */
final class AdvisoryLockClaims extends ClaimStatements {

    private static final String FIND = "SELECT " + Row.COLUMNS + " FROM counterfoil_record" + Queries.OF_KEY;

    /** What a lock that was acquired is, without a limit. */
    private static final String UNLIMITED = "true";

    private static final String HOLD = hold(UNLIMITED);

    private static final Look.Lock[] LOCKS = Look.Lock.values();

    private final String look;
    private final String purge;

    AdvisoryLockClaims(SqlDialect sql) {
        super(sql);
        this.look = look(UNLIMITED);
        // By the rows' places, found once: a join could look for them again and again, and pass over others each time.
        this.purge = "DELETE FROM counterfoil_record WHERE ctid = ANY (ARRAY("
                + "SELECT ctid FROM counterfoil_record WHERE expires_at <= " + sql.now()
                + " ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED)) AND expires_at <= " + sql.now();
    }

    /** @param acquired an expression that is true, evaluated where both locks were acquired */
    private String look(String acquired) {
        return "SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN CASE WHEN pg_try_advisory_xact_lock(?) THEN CASE WHEN "
                + acquired + " THEN 0 END ELSE 1 END ELSE 2 END, " + sql().now() + "; " + FIND;
    }

    /** @param acquired an expression that is true, evaluated where the lock was acquired */
    private static String hold(String acquired) {
        return "SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN " + acquired + " ELSE false END";
    }

    @Override
    Look look(Connection connection, KeyedRequest request, Optional<Duration> limit) throws SQLException {
        String sql = limit.isEmpty() ? look : look(PostgreSqlLimit.of(connection, limit.get()));
        try (PreparedStatement look = connection.prepareStatement(sql)) {
            KeyHash hash = KeyHash.of(request);
            look.setLong(1, hash.contents());
            look.setLong(2, hash.key());
            setKey(look, 3, request.key());
            look.execute();
            Look.Lock lock;
            long now;
            try (ResultSet locks = look.getResultSet()) {
                locks.next();
                lock = LOCKS[locks.getInt(1)];
                now = locks.getLong(2);
            }
            look.getMoreResults();
            try (ResultSet row = look.getResultSet()) {
                return new Look(lock, now, Row.read(row));
            }
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
        String sql = limit.isEmpty() ? HOLD : hold(PostgreSqlLimit.of(connection, limit.get()));
        try (PreparedStatement hold = connection.prepareStatement(sql)) {
            hold.setLong(1, number);
            try (ResultSet row = hold.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** The statement that locks has begun it. */
    @Override
    boolean beginLimit(Connection connection, Duration limit, boolean joined) {
        return false;
    }

    @Override
    void endLimit(Connection connection) {
        // It ends with the transaction.
    }

    @Override
    int purge(Connection connection, int limit, boolean own) throws SQLException {
        try (PreparedStatement purge = connection.prepareStatement(this.purge)) {
            purge.setInt(1, limit);
            return purge.executeUpdate();
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

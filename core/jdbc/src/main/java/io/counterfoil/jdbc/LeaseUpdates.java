package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The writes under a lease, each one statement that is guarded by what its writer knows of the row: its token, and that it is
 * not executed and not released. Every time is the database's, read in the statement itself. Immutable.
 */
final class LeaseUpdates {

    /** Of a request that is in progress, or whose outcome is unknown, under this token. */
    private static final String OWNED = Queries.OF_KEY + " AND token = ? AND leased_until > " + Row.RELEASED;

    /** How long a released row stays, for the sake of its token: longer than any clock is set back. */
    private static final Duration RELEASED_STAYS = Duration.ofDays(1);

    private final ClaimStatements statements;
    private final String insert;
    private final String again;
    private final String takeOver;
    private final String renew;
    private final String save;
    private final String complete;
    private final String completeForEver;
    private final String release;
    private final String abandon;

    LeaseUpdates(ClaimStatements statements) {
        this.statements = statements;
        String now = statements.sql().now();
        String update = "UPDATE counterfoil_record SET ";
        this.insert =
                "INSERT INTO counterfoil_record (fingerprint, first_attempt, received_at, token, leased_until, expires_at,"
                        + " request_id, client, operation) VALUES (?, ?, ?, ?, " + now + " + ?, " + Row.NEVER
                        + ", ?, ?, ?)";
        this.again = update + "fingerprint = ?, first_attempt = ?, received_at = ?, token = ?, leased_until = " + now
                + " + ?, expires_at = " + Row.NEVER + ", request_count = 1" + Queries.OF_KEY
                + " AND token = ? AND leased_until = " + Row.RELEASED;
        this.takeOver = update + "token = ?, leased_until = " + now + " + ?" + Queries.OF_KEY
                + " AND token = ? AND leased_until = ?";
        this.renew = update + "leased_until = " + now + " + ?" + OWNED;
        this.save = update + "format = ?, payload = ?" + OWNED;
        String answer = update + "leased_until = NULL, format = ?, payload = ?, expires_at = ";
        this.complete = answer + now + " + ?" + OWNED;
        this.completeForEver = answer + "?" + OWNED;
        this.release = update + "leased_until = " + Row.RELEASED + ", format = NULL, payload = NULL, expires_at = "
                + now + " + ?" + OWNED;
        this.abandon = update + "leased_until = " + now + OWNED;
    }

    /** The statement of {@link #insert}. */
    String insertion() {
        return insert;
    }

    /** Begins a lease where there is no row. */
    void insert(Connection connection, String sql, KeyedRequest request, Begin begin) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setBegin(statement, request, begin);
            statement.execute();
            Transactions.checkCommit(statement.getWarnings());
        }
    }

    /** Begins a lease in a row that was released, if it is still the same one. */
    boolean again(Connection connection, KeyedRequest request, Begin begin, Row released) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(again)) {
            setBegin(statement, request, begin);
            statement.setLong(9, released.token());
            return isChanged(statement);
        }
    }

    private void setBegin(PreparedStatement statement, KeyedRequest request, Begin begin) throws SQLException {
        statement.setBytes(1, request.fingerprint().toByteArray());
        statement.setString(2, request.attempt().map(AttemptId::value).orElse(null));
        statement.setLong(3, begin.now());
        statement.setLong(4, begin.token());
        statement.setLong(5, begin.micros());
        statements.setKey(statement, 6, request.key());
    }

    /**
     * How a lease begins.
     *
     * @param now the store's time
     * @param token its token
     * @param micros how long it runs
     */
    record Begin(long now, long token, long micros) {}

    /** Takes over the lease of a row, if it is still the same one and was not renewed. */
    boolean takeOver(Connection connection, IdempotencyKey key, Row ranOut, long token, long micros)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(takeOver)) {
            statement.setLong(1, token);
            statement.setLong(2, micros);
            statements.setKey(statement, 3, key);
            statement.setLong(6, ranOut.token());
            statement.setLong(7, ranOut.leasedUntil().orElseThrow());
            return isChanged(statement);
        }
    }

    boolean renew(Connection connection, Lease lease, long micros) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(renew)) {
            statement.setLong(1, micros);
            return ifOwned(statement, 2, lease);
        }
    }

    boolean save(Connection connection, Lease lease, Payload progress) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(save)) {
            setPayload(statement, progress);
            return ifOwned(statement, 3, lease);
        }
    }

    boolean complete(Connection connection, Lease lease, Payload payload, Retention retention) throws SQLException {
        long kept =
                retention.duration().map(duration -> Micros.after(0, duration)).orElse(Row.NEVER);
        boolean forEver = kept == Row.NEVER;
        try (PreparedStatement statement = connection.prepareStatement(forEver ? completeForEver : complete)) {
            setPayload(statement, payload);
            statement.setLong(3, forEver ? Row.NEVER : kept);
            return ifOwned(statement, 4, lease);
        }
    }

    boolean release(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(release)) {
            statement.setLong(1, Micros.after(0, RELEASED_STAYS));
            return ifOwned(statement, 2, lease);
        }
    }

    boolean abandon(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(abandon)) {
            return ifOwned(statement, 1, lease);
        }
    }

    private static void setPayload(PreparedStatement statement, Payload payload) throws SQLException {
        statement.setShort(1, (short) payload.format());
        statement.setBytes(2, payload.toByteArray());
    }

    private boolean ifOwned(PreparedStatement statement, int index, Lease lease) throws SQLException {
        statements.setKey(statement, index, lease.key());
        statement.setLong(index + 3, lease.token());
        return isChanged(statement);
    }

    /** Whether the statement changed its row; it commits by itself. */
    private static boolean isChanged(PreparedStatement statement) throws SQLException {
        boolean changed = statement.executeUpdate() == 1;
        Transactions.checkCommit(statement.getWarnings());
        return changed;
    }
}

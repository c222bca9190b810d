package io.counterfoil.jdbc.lease;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.record.Database;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The writes under a lease, each one statement that is guarded by what its writer knows of the row: its token, and that it is
 * not executed and not released. Every time is the database's, read in the statement itself. Immutable.
 */
public final class LeaseUpdates {

    /** Of a request that is in progress, or whose outcome is unknown, under this token. */
    private static final String OWNED = RecordTable.OF_KEY + " AND token = ? AND leased_until > " + RecordRow.RELEASED;

    /** How long a released row stays, for the sake of its token: longer than any clock is set back. */
    private static final Duration RELEASED_STAYS = Duration.ofDays(1);

    private final RecordTable records;
    private final String insert;
    private final String again;
    private final String takeOver;
    private final String renew;
    private final String save;
    private final String complete;
    private final String completeForEver;
    private final String release;
    private final String abandon;

    LeaseUpdates(Database database) {
        this.records = database.records();
        String now = database.dialect().now();
        String update = "UPDATE counterfoil_record SET ";
        this.insert =
                "INSERT INTO counterfoil_record (fingerprint, first_attempt, received_at, token, leased_until, expires_at,"
                        + " request_id, client, operation) VALUES (?, ?, ?, ?, " + now + " + ?, " + RecordRow.NEVER
                        + ", ?, ?, ?)";
        this.again = update + "fingerprint = ?, first_attempt = ?, received_at = ?, token = ?, leased_until = " + now
                + " + ?, expires_at = " + RecordRow.NEVER + ", request_count = 1" + RecordTable.OF_KEY
                + " AND token = ? AND leased_until = " + RecordRow.RELEASED;
        this.takeOver = update + "token = ?, leased_until = " + now + " + ?" + RecordTable.OF_KEY
                + " AND token = ? AND leased_until = ?";
        this.renew = update + "leased_until = " + now + " + ?" + OWNED;
        this.save = update + "format = ?, payload = ?" + OWNED;
        String answer = update + "leased_until = NULL, format = ?, payload = ?, expires_at = ";
        this.complete = answer + now + " + ?" + OWNED;
        this.completeForEver = answer + "?" + OWNED;
        this.release = update + "leased_until = " + RecordRow.RELEASED
                + ", format = NULL, payload = NULL, expires_at = " + now + " + ?" + OWNED;
        this.abandon = update + "leased_until = " + now + OWNED;
    }

    /** The statement of {@link #insert}. */
    String insertion() {
        return insert;
    }

    /** Begins a lease where there is no row. */
    void insert(Connection connection, String sql, KeyedRequest request, LeaseBegin begin) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setBegin(statement, request, begin);
            statement.execute();
            Transactions.checkCommit(statement.getWarnings());
        }
    }

    /** Begins a lease in a row that was released, if it is still the same one. */
    boolean again(Connection connection, KeyedRequest request, LeaseBegin begin, RecordRow released)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(again)) {
            setBegin(statement, request, begin);
            statement.setLong(9, released.token());
            return isChanged(statement);
        }
    }

    private void setBegin(PreparedStatement statement, KeyedRequest request, LeaseBegin begin) throws SQLException {
        statement.setBytes(1, request.fingerprint().toByteArray());
        statement.setString(2, request.attempt().map(AttemptId::value).orElse(null));
        statement.setLong(3, begin.now());
        statement.setLong(4, begin.token());
        statement.setLong(5, begin.micros());
        records.setKey(statement, 6, request.key());
    }

    /** Takes over the lease of a row, if it is still the same one and was not renewed. */
    boolean takeOver(Connection connection, IdempotencyKey key, RecordRow ranOut, long token, long micros)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(takeOver)) {
            statement.setLong(1, token);
            statement.setLong(2, micros);
            records.setKey(statement, 3, key);
            statement.setLong(6, ranOut.token());
            statement.setLong(7, ranOut.leasedUntil().orElseThrow());
            return isChanged(statement);
        }
    }

    /** Moves the end of a lease; false where it is not held any more. */
    public boolean renew(Connection connection, Lease lease, long micros) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(renew)) {
            statement.setLong(1, micros);
            return ifOwned(statement, 2, lease);
        }
    }

    /** Stores how far the work has come; false where the lease is not held any more. */
    public boolean save(Connection connection, Lease lease, Payload progress) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(save)) {
            setPayload(statement, progress);
            return ifOwned(statement, 3, lease);
        }
    }

    /** Records the result; false where the lease is not held any more. */
    public boolean complete(Connection connection, Lease lease, Payload payload, Retention retention)
            throws SQLException {
        long kept =
                retention.duration().map(duration -> Micros.after(0, duration)).orElse(RecordRow.NEVER);
        boolean forEver = kept == RecordRow.NEVER;
        try (PreparedStatement statement = connection.prepareStatement(forEver ? completeForEver : complete)) {
            setPayload(statement, payload);
            statement.setLong(3, forEver ? RecordRow.NEVER : kept);
            return ifOwned(statement, 4, lease);
        }
    }

    /** Frees the key; false where the lease is not held any more. */
    public boolean release(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(release)) {
            statement.setLong(1, Micros.after(0, RELEASED_STAYS));
            return ifOwned(statement, 2, lease);
        }
    }

    /** Ends the lease now, with an unknown outcome; false where it is not held any more. */
    public boolean abandon(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(abandon)) {
            return ifOwned(statement, 1, lease);
        }
    }

    private static void setPayload(PreparedStatement statement, Payload payload) throws SQLException {
        statement.setShort(1, (short) payload.format());
        statement.setBytes(2, payload.toByteArray());
    }

    private boolean ifOwned(PreparedStatement statement, int index, Lease lease) throws SQLException {
        records.setKey(statement, index, lease.key());
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

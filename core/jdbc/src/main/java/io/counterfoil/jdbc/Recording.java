package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The writing of one record of a request that was executed. */
record Recording(
        ClaimStatements statements,
        KeyedRequest request,
        long receivedAt,
        long begun,
        long token,
        Payload payload,
        Retention retention) {

    /** The begin of an insert, up to its values. */
    static final String INTO = "INSERT INTO counterfoil_record (fingerprint, first_attempt, received_at, expires_at,"
            + " token, format, payload, request_id, client, operation)";

    private static final String INSERT = INTO + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** With a token that cannot be computed in another transaction than the one that claimed. */
    private static final String VERIFIED_INSERT =
            INTO + " VALUES (?, ?, ?, ?, ? / " + AdvisoryLockClaims.isSame("?") + ", ?, ?, ?, ?, ?)";

    private static final String COMMIT = "; COMMIT";

    private static final String REPLACE =
            "UPDATE counterfoil_record SET fingerprint = ?, first_attempt = ?, received_at = ?,"
                    + " expires_at = ?, token = ?, format = ?, payload = ?, leased_until = NULL, request_count = 1"
                    + Queries.OF_KEY
                    + " AND token = ? AND leased_until = " + Row.RELEASED;

    private static final int AFTER_VALUES = 8;
    private static final int AFTER_KEY = 11;

    /** Inserts the record. */
    void insert(Connection connection) {
        insert(connection, "");
    }

    /** Inserts the record and commits, in one round trip. */
    void insertAndCommit(Connection connection) {
        insert(connection, COMMIT);
    }

    private void insert(Connection connection, String end) {
        boolean verified = begun != Look.NOT_TOLD && !statements.verifiesFirst();
        try (PreparedStatement insert = connection.prepareStatement((verified ? VERIFIED_INSERT : INSERT) + end)) {
            set(insert, verified);
            insert.execute();
            Transactions.checkCommit(insert.getWarnings());
        } catch (SQLException failure) {
            if (statements.isDuplicateKey(failure)) {
                throw new RecordConflictException(request.key(), failure);
            }
            throw failed(verified ? AdvisoryLockClaims.ended(failure) : failure);
        }
    }

    /** What the commit that rides along finds of the work's is a failure of the work. */
    static RuntimeException failed(SQLException failure) {
        return CommitRefusedException.of(failure)
                .<RuntimeException>map(refused -> refused)
                .orElseGet(() -> new StoreException("recording a result", failure));
    }

    /** Puts the record in the place of a row that was released, if it is still the same one. */
    void replace(Connection connection, Row released) {
        try (PreparedStatement update = connection.prepareStatement(REPLACE)) {
            if (!statements.verifiesFirst()) {
                statements.verify(connection, begun);
            }
            set(update, false);
            update.setLong(AFTER_KEY, released.token());
            if (update.executeUpdate() == 0) {
                throw new RecordConflictException(request.key());
            }
        } catch (SQLException failure) {
            throw failed(failure);
        }
    }

    private void set(PreparedStatement statement, boolean verified) throws SQLException {
        statement.setBytes(1, request.fingerprint().toByteArray());
        statement.setString(2, request.attempt().map(AttemptId::value).orElse(null));
        statement.setLong(3, receivedAt);
        statement.setLong(4, Micros.expiry(receivedAt, retention));
        statement.setLong(5, token);
        int more = 0;
        if (verified) {
            statement.setLong(6, begun);
            more = 1;
        }
        statement.setShort(6 + more, (short) payload.format());
        statement.setBytes(7 + more, payload.toByteArray());
        statements.setKey(statement, AFTER_VALUES + more, request.key());
    }
}

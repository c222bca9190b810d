package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The writing of one record of a request that was executed. */
record Recording(
        ClaimStatements statements,
        KeyedRequest request,
        long receivedAt,
        long token,
        Payload payload,
        Retention retention) {

    /** The begin of an insert, up to its values. */
    static final String INTO = "INSERT INTO counterfoil_record (fingerprint, first_attempt, received_at, expires_at,"
            + " token, format, payload, request_id, client, operation)";

    private static final String INSERT = INTO + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String INSERT_AND_COMMIT = INSERT + "; COMMIT";

    private static final String REPLACE =
            "UPDATE counterfoil_record SET fingerprint = ?, first_attempt = ?, received_at = ?,"
                    + " expires_at = ?, token = ?, format = ?, payload = ?, leased_until = NULL, request_count = 1"
                    + Queries.OF_KEY
                    + " AND token = ? AND leased_until = " + Row.RELEASED;

    private static final int AFTER_VALUES = 8;
    private static final int AFTER_KEY = 11;

    /** Inserts the record. */
    void insert(Connection connection) {
        insert(connection, INSERT);
    }

    /** Inserts the record and commits, in one round trip. */
    void insertAndCommit(Connection connection) {
        insert(connection, INSERT_AND_COMMIT);
    }

    private void insert(Connection connection, String sql) {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            set(insert);
            insert.execute();
            Transactions.checkCommit(insert.getWarnings());
        } catch (SQLException failure) {
            if (statements.isDuplicateKey(failure)) {
                throw new RecordConflictException(request.key(), failure);
            }
            throw new StoreException("recording a result", failure);
        }
    }

    /** Puts the record in the place of a row that was released, if it is still the same one. */
    void replace(Connection connection, Row released) {
        try (PreparedStatement update = connection.prepareStatement(REPLACE)) {
            set(update);
            update.setLong(AFTER_KEY, released.token());
            if (update.executeUpdate() == 0) {
                throw new RecordConflictException(request.key());
            }
        } catch (SQLException failure) {
            throw new StoreException("recording a result", failure);
        }
    }

    private void set(PreparedStatement statement) throws SQLException {
        statement.setBytes(1, request.fingerprint().toByteArray());
        statement.setString(2, request.attempt().map(AttemptId::value).orElse(null));
        statement.setLong(3, receivedAt);
        statement.setLong(4, Micros.expiry(receivedAt, retention));
        statement.setLong(5, token);
        statement.setShort(6, (short) payload.format());
        statement.setBytes(7, payload.toByteArray());
        statements.setKey(statement, AFTER_VALUES, request.key());
    }
}

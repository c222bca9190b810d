package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.record.Database;
import io.counterfoil.jdbc.record.RecordConflictException;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Writes the record of a request that was executed, each in one statement. Immutable and thread-safe. */
public final class RecordWriter {

    private static final String INSERT = RecordTable.INSERT_INTO + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String COMMIT = "; COMMIT";

    private static final String INSERT_AND_COMMIT = INSERT + COMMIT;

    private static final String REPLACE =
            "UPDATE counterfoil_record SET fingerprint = ?, first_attempt = ?, received_at = ?,"
                    + " expires_at = ?, token = ?, format = ?, payload = ?, leased_until = NULL, request_count = 1"
                    + RecordTable.OF_KEY
                    + " AND token = ? AND leased_until = " + RecordRow.RELEASED;

    private static final int AFTER_VALUES = 8;
    private static final int AFTER_KEY = 11;

    private final Database database;
    private final boolean checks;
    private final String verifiedInsert;
    private final String verifiedInsertAndCommit;
    private final ArrayInsert arrays;

    /** Writes to this database. */
    public RecordWriter(Database database) {
        this.database = database;
        this.checks = database.check().expression().isPresent();
        // With a token that cannot be computed in another transaction than the one that claimed.
        this.verifiedInsert = database.check()
                .expression()
                .map(expression ->
                        RecordTable.INSERT_INTO + " VALUES (?, ?, ?, ?, ? * (" + expression + "), ?, ?, ?, ?, ?)")
                .orElse(INSERT);
        this.verifiedInsertAndCommit = verifiedInsert + COMMIT;
        this.arrays = new ArrayInsert(database.check().expression());
    }

    Database database() {
        return database;
    }

    void insert(Connection connection, NewRecord record) {
        boolean verified = isVerified(record);
        insert(connection, record, verified, verified ? verifiedInsert : INSERT);
    }

    /** Inserts the record and commits, in one round trip. */
    void insertAndCommit(Connection connection, NewRecord record) {
        boolean verified = isVerified(record);
        insert(connection, record, verified, verified ? verifiedInsertAndCommit : INSERT_AND_COMMIT);
    }

    /**
     * Inserts several records in one round trip, as far as the driver has one for a batch.
     *
     * @param commit whether to commit in the same round trip, where the records are inserted in one statement
     */
    void insertAll(Connection connection, List<NewRecord> records, boolean commit) {
        boolean verified = records.stream().allMatch(this::isVerified);
        try {
            if (database.locks().insertsArrays()) {
                arrays.insert(connection, records, verified, commit);
            } else {
                insertEach(connection, records, verified);
            }
        } catch (SQLException failure) {
            if (database.locks().isDuplicateKey(failure)) {
                throw new RecordConflictException(
                        records.stream().map(record -> record.request().key()).toList(), failure);
            }
            throw failed(verified ? database.check().explained(failure) : failure);
        }
    }

    private void insertEach(Connection connection, List<NewRecord> records, boolean verified) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(verified ? verifiedInsert : INSERT)) {
            for (NewRecord record : records) {
                set(insert, record, verified);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private boolean isVerified(NewRecord record) {
        return checks && record.begun() != TransactionCheck.UNKNOWN;
    }

    private void insert(Connection connection, NewRecord record, boolean verified, String sql) {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            set(insert, record, verified);
            insert.execute();
            Transactions.checkCommit(insert.getWarnings());
        } catch (SQLException failure) {
            if (database.locks().isDuplicateKey(failure)) {
                throw new RecordConflictException(record.request().key(), failure);
            }
            throw failed(verified ? database.check().explained(failure) : failure);
        }
    }

    /** What the commit that rides along finds of the work's is a failure of the work. */
    static RuntimeException failed(SQLException failure) {
        return CommitRefusedException.of(failure)
                .<RuntimeException>map(refused -> refused)
                .orElseGet(() -> new StoreException("recording a result", failure));
    }

    /** Puts the record in the place of a row that was released, if it is still the same one. */
    void replace(Connection connection, NewRecord record, RecordRow released) {
        try (PreparedStatement update = connection.prepareStatement(REPLACE)) {
            if (checks) {
                database.check().verify(connection, record.begun());
            }
            set(update, record, false);
            update.setLong(AFTER_KEY, released.token());
            if (update.executeUpdate() == 0) {
                throw new RecordConflictException(record.request().key());
            }
        } catch (SQLException failure) {
            throw failed(failure);
        }
    }

    private void set(PreparedStatement statement, NewRecord record, boolean verified) throws SQLException {
        statement.setBytes(1, record.request().fingerprint().toByteArray());
        statement.setString(2, record.request().attempt().map(AttemptId::value).orElse(null));
        statement.setLong(3, record.receivedAt());
        statement.setLong(4, Micros.expiry(record.receivedAt(), record.retention()));
        statement.setLong(5, record.token());
        int more = 0;
        if (verified) {
            statement.setLong(6, record.begun());
            more = 1;
        }
        statement.setShort(6 + more, (short) record.payload().format());
        statement.setBytes(7 + more, record.payload().toByteArray());
        database.records()
                .setKey(statement, AFTER_VALUES + more, record.request().key());
    }
}

package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Inserts several records in one statement whose text does not depend on their number: as arrays ({@code unnest}). Immutable and thread-safe. */
final class ArrayInsert {

    private static final String COLUMNS =
            "fingerprint, first_attempt, received_at, expires_at, token, format, payload, request_id, client, operation";

    private static final String OF_ARRAYS = " FROM unnest(?::bytea[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[],"
            + " ?::smallint[], ?::bytea[], ?::text[], ?::text[], ?::text[]) AS r(" + COLUMNS + ")";

    private static final String INSERT = RecordTable.INSERT_INTO + " SELECT " + COLUMNS + OF_ARRAYS;

    private final String verified;

    /** @param check as in {@link io.counterfoil.jdbc.dialect.TransactionCheck#expression} */
    ArrayInsert(Optional<String> check) {
        this.verified = check.map(expression -> RecordTable.INSERT_INTO + " SELECT "
                        + COLUMNS.replace("token", "token * (" + expression + ")") + OF_ARRAYS)
                .orElse(INSERT);
    }

    void insert(Connection connection, List<NewRecord> records, boolean isVerified, boolean commit)
            throws SQLException {
        String sql = isVerified ? verified : INSERT;
        try (PreparedStatement insert = connection.prepareStatement(commit ? sql + "; COMMIT" : sql)) {
            Arrays arrays = new Arrays(connection, insert, records);
            if (isVerified) {
                insert.setLong(arrays.next(), records.get(0).begun());
            }
            arrays.set(
                    "bytea",
                    byte[][]::new,
                    record -> record.request().fingerprint().toByteArray());
            arrays.set(
                    "text",
                    String[]::new,
                    record -> record.request().attempt().map(AttemptId::value).orElse(null));
            arrays.set("bigint", Long[]::new, NewRecord::receivedAt);
            arrays.set("bigint", Long[]::new, record -> Micros.expiry(record.receivedAt(), record.retention()));
            arrays.set("bigint", Long[]::new, NewRecord::token);
            arrays.set(
                    "smallint", Short[]::new, record -> (short) record.payload().format());
            arrays.set("bytea", byte[][]::new, record -> record.payload().toByteArray());
            arrays.set(
                    "text",
                    String[]::new,
                    record -> record.request().key().requestId().value());
            arrays.set(
                    "text",
                    String[]::new,
                    record -> record.request().key().client().value());
            arrays.set(
                    "text",
                    String[]::new,
                    record -> record.request().key().operation().value());
            insert.execute();
            Transactions.checkCommit(insert.getWarnings());
        }
    }

    /** Sets one array after the other. */
    private static final class Arrays {

        private final Connection connection;
        private final PreparedStatement statement;
        private final List<NewRecord> records;
        private int index;

        Arrays(Connection connection, PreparedStatement statement, List<NewRecord> records) {
            this.connection = connection;
            this.statement = statement;
            this.records = records;
        }

        int next() {
            return ++index;
        }

        /** @param array makes an array of the type, which the driver recognises */
        <T> void set(String type, IntFunction<@Nullable T[]> array, Function<NewRecord, @Nullable T> column)
                throws SQLException {
            @Nullable T[] values = records.stream().map(column).toArray(array);
            statement.setArray(next(), connection.createArrayOf(type, values));
        }
    }
}

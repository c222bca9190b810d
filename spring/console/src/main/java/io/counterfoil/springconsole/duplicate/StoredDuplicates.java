package io.counterfoil.springconsole.duplicate;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The requests that were counted in the store, by operation: of the {@value #SAMPLE} records that expire last, which are found by the index of the
 * expiry. Thread-safe.
 */
public final class StoredDuplicates {

    /** How many records are looked at. */
    static final int SAMPLE = 1000;

    private static final int SECONDS = 5;

    private final Transactions transactions;

    /**
     * Makes a reader of the counts in a database.
     *
     * @param transactions those of the database with the records
     */
    public StoredDuplicates(Transactions transactions) {
        this.transactions = transactions;
    }

    /** For each operation its records, their requests, and the most requests of one record; the operation with the most requests first. */
    List<Map<String, Object>> json() {
        try {
            return transactions.single(StoredDuplicates::read);
        } catch (SQLException failure) {
            throw new StoreException("counting requests", failure);
        }
    }

    private static List<Map<String, Object>> read(Connection connection) throws SQLException {
        SqlDialect sql = Dialects.of(connection);
        String query =
                "SELECT operation, count(*) AS records, sum(request_count) AS requests, max(request_count) AS most FROM ("
                        + "SELECT operation, request_count FROM counterfoil_record"
                        + " WHERE expires_at < " + RecordRow.NEVER
                        + " AND leased_until IS NULL ORDER BY expires_at DESC"
                        + sql.limit() + ") latest GROUP BY operation ORDER BY requests DESC, operation";
        List<Map<String, Object>> operations = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setQueryTimeout(SECONDS);
            statement.setInt(1, SAMPLE);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    operations.add(Map.of(
                            "operation", sql.getText(row, "operation"),
                            "records", row.getLong("records"),
                            "requests", row.getLong("requests"),
                            "most", row.getLong("most")));
                }
            }
        }
        return operations;
    }
}

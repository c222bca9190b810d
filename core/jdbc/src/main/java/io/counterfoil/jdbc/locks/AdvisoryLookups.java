package io.counterfoil.jdbc.locks;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.row.RecordRow;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tries the advisory locks of several keys and reads their rows, in one round trip of two statements, like that for one key. The rows are joined
 * key by key, by the index, whatever the statistics of the table say.
 */
final class AdvisoryLookups {

    private final String sql;

    /**
     * @param now the expression of the database's time
     * @param writer that of the row's writer
     */
    AdvisoryLookups(String now, String writer) {
        this.sql = "SELECT k.n, CASE WHEN pg_try_advisory_xact_lock(k.contents)"
                + " THEN CASE WHEN pg_try_advisory_xact_lock(k.key) THEN 0 ELSE 1 END ELSE 2 END, "
                + now + ", " + BeginTimeCheck.BEGUN
                + " FROM unnest(?::bigint[], ?::bigint[]) WITH ORDINALITY AS k(contents, key, n);"
                + " SELECT r.*, k.n FROM unnest(?::text[], ?::text[], ?::text[]) WITH ORDINALITY"
                + " AS k(request_id, client, operation, n) CROSS JOIN LATERAL (SELECT "
                + RecordRow.COLUMNS_BEFORE_WRITER + writer + " AS writer FROM counterfoil_record"
                + " WHERE counterfoil_record.request_id = k.request_id COLLATE \"C\""
                + " AND counterfoil_record.client = k.client COLLATE \"C\""
                + " AND counterfoil_record.operation = k.operation COLLATE \"C\" OFFSET 0) AS r";
    }

    List<ClaimLookup> look(Connection connection, List<KeyedRequest> requests, String save) throws SQLException {
        List<KeyHash> hashes = requests.stream().map(KeyHash::of).toList();
        try (PreparedStatement look = connection.prepareStatement(sql + save)) {
            look.setArray(1, numbers(connection, hashes, KeyHash::contents));
            look.setArray(2, numbers(connection, hashes, KeyHash::key));
            look.setArray(3, texts(connection, requests, key -> key.requestId().value()));
            look.setArray(4, texts(connection, requests, key -> key.client().value()));
            look.setArray(5, texts(connection, requests, key -> key.operation().value()));
            look.execute();
            List<ClaimLookup> locks = new ArrayList<>();
            try (ResultSet row = look.getResultSet()) {
                while (row.next()) {
                    LockState lock = AdvisoryLocks.STATES[row.getInt(2)];
                    locks.add(new ClaimLookup(lock, row.getLong(3), row.getLong(4), Optional.empty()));
                }
            }
            look.getMoreResults();
            Map<Integer, RecordRow> rows = new HashMap<>();
            try (ResultSet row = look.getResultSet()) {
                while (row.next()) {
                    rows.put(row.getInt(RecordRow.AFTER_COLUMNS) - 1, RecordRow.current(row));
                }
            }
            for (Map.Entry<Integer, RecordRow> found : rows.entrySet()) {
                locks.set(found.getKey(), locks.get(found.getKey()).with(found.getValue()));
            }
            return locks;
        }
    }

    private static Array numbers(Connection connection, List<KeyHash> hashes, Function<KeyHash, Long> number)
            throws SQLException {
        return connection.createArrayOf("bigint", hashes.stream().map(number).toArray(Long[]::new));
    }

    private static Array texts(
            Connection connection, List<KeyedRequest> requests, Function<IdempotencyKey, String> text)
            throws SQLException {
        return connection.createArrayOf(
                "text",
                requests.stream().map(request -> text.apply(request.key())).toArray(String[]::new));
    }
}

package io.counterfoil.citus;

import io.counterfoil.jdbc.row.RecordTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Removes expired rows, each by its key: rows of several shards cannot be locked by one statement. */
final class CitusPurge {

    private final String expired;
    private final String delete;

    /** @param now the expression of the database's time */
    CitusPurge(String now) {
        this.expired = "SELECT request_id, client, operation FROM counterfoil_record WHERE expires_at <= " + now
                + " ORDER BY expires_at LIMIT ?";
        String key = RecordTable.OF_KEY + " AND expires_at <= " + now;
        this.delete = "WITH free AS (SELECT 1 FROM counterfoil_record" + key + " FOR UPDATE SKIP LOCKED)"
                + " DELETE FROM counterfoil_record" + key + " AND EXISTS (SELECT 1 FROM free)";
    }

    int purge(Connection connection, int limit) throws SQLException {
        List<List<String>> keys = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(expired)) {
            query.setInt(1, limit);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    keys.add(List.of(row.getString(1), row.getString(2), row.getString(3)));
                }
            }
        }
        int removed = 0;
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            for (List<String> key : keys) {
                for (int part = 0; part < 3; part++) {
                    statement.setString(part + 1, key.get(part));
                    statement.setString(part + 4, key.get(part));
                }
                statement.addBatch();
            }
            for (int count : statement.executeBatch()) {
                removed += count;
            }
        }
        return removed;
    }
}

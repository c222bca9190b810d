package io.counterfoil.jdbc.messaging;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes old rows of failed messages, of dead letters and of attempt counts: finds them first, and removes each by its primary key, where it is
 * still as old.
 *
 * @param before what has changed before this is old
 */
record FailurePurge(SqlDialect dialect, Instant before) {

    private static final String OLD_FAILURES =
            "SELECT message_hash FROM counterfoil_message_failure WHERE is_dead = ? AND"
                    + " changed_at < ? ORDER BY changed_at, message_hash";
    private static final String OLD_COUNTS =
            "SELECT message_hash FROM counterfoil_message_try WHERE ? = 0 AND counted_at < ? ORDER BY message_hash";
    private static final String FAILURE =
            "DELETE FROM counterfoil_message_failure WHERE message_hash = ? AND changed_at < ?";
    private static final String COUNT = "DELETE FROM counterfoil_message_try WHERE message_hash = ? AND counted_at < ?";

    int purge(Connection connection, int limit) throws SQLException {
        int removed = 0;
        for (int state : new int[] {MessageFailures.FAILING, MessageFailures.DEAD}) {
            removed += removed < limit ? purge(connection, OLD_FAILURES, state, FAILURE, limit - removed) : 0;
        }
        // Counts have no state.
        return removed < limit ? removed + purge(connection, OLD_COUNTS, 0, COUNT, limit - removed) : removed;
    }

    private int purge(Connection connection, String query, int state, String removal, int limit) throws SQLException {
        List<byte[]> old = new ArrayList<>();
        try (PreparedStatement find = connection.prepareStatement(query + dialect.limit())) {
            find.setInt(1, state);
            find.setLong(2, MessageFailures.micros(before));
            find.setInt(3, limit);
            try (ResultSet row = find.executeQuery()) {
                while (row.next()) {
                    old.add(row.getBytes(1));
                }
            }
        }
        if (old.isEmpty()) {
            return 0;
        }
        try (PreparedStatement delete = connection.prepareStatement(removal)) {
            for (byte[] hash : old) {
                delete.setBytes(1, hash);
                delete.setLong(2, MessageFailures.micros(before));
                delete.addBatch();
            }
            delete.executeBatch();
        }
        return old.size();
    }
}

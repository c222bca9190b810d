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

    private static final List<Rows> ALL = List.of(
            new Rows("counterfoil_message_failure", "is_dead = 0 AND changed_at < ?", "changed_at"),
            new Rows("counterfoil_message_failure", "is_dead = 1 AND changed_at < ?", "changed_at"),
            new Rows("counterfoil_message_try", "counted_at < ?", "message_hash"));

    /**
     * Rows that age.
     *
     * @param old the condition; its parameter is the time
     * @param order in which they are found
     */
    private record Rows(String table, String old, String order) {

        String query() {
            return "SELECT message_hash FROM " + table + " WHERE " + old + " ORDER BY " + order;
        }

        String removal() {
            return "DELETE FROM " + table + " WHERE " + old + " AND message_hash = ?";
        }
    }

    int purge(Connection connection, int limit) throws SQLException {
        int removed = 0;
        for (Rows rows : ALL) {
            removed += removed < limit ? purge(connection, rows, limit - removed) : 0;
        }
        return removed;
    }

    private int purge(Connection connection, Rows rows, int limit) throws SQLException {
        List<byte[]> old = new ArrayList<>();
        try (PreparedStatement find = connection.prepareStatement(rows.query() + dialect.limit())) {
            find.setLong(1, MessageFailures.micros(before));
            find.setInt(2, limit);
            try (ResultSet row = find.executeQuery()) {
                while (row.next()) {
                    old.add(row.getBytes(1));
                }
            }
        }
        if (old.isEmpty()) {
            return 0;
        }
        try (PreparedStatement delete = connection.prepareStatement(rows.removal())) {
            for (byte[] hash : old) {
                delete.setLong(1, MessageFailures.micros(before));
                delete.setBytes(2, hash);
                delete.addBatch();
            }
            delete.executeBatch();
        }
        return old.size();
    }
}

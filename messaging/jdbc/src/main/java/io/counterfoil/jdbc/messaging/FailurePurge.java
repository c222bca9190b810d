package io.counterfoil.jdbc.messaging;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.purge.RowRemoval;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * Removes old rows of failed messages, of dead letters and of attempt counts, and passes over those that are locked, as a dead letter is while it
 * is requeued.
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

        RowRemoval removal(SqlDialect dialect) {
            return new RowRemoval(dialect, table, List.of("message_hash"), old, order);
        }
    }

    int purge(Connection connection, int limit) throws SQLException {
        int removed = 0;
        for (Rows rows : ALL) {
            if (removed < limit) {
                removed += rows.removal(dialect).remove(connection, limit - removed, MessageFailures.micros(before));
            }
        }
        return removed;
    }
}

package io.counterfoil.jdbc.batch;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes old batches with their members. The row of a batch is locked for that, so that no members are added meanwhile, and it is removed last: a
 * batch that is too large for one transaction loses its members over several. Thread-safe.
 */
record BatchPurge(BatchTable batches, MemberTable members) {

    /** Removes a batch of rows, those of members included, and returns how many. */
    int remove(Connection connection, Duration age, int limit) throws SQLException {
        int removed = 0;
        int more = limit;
        while (more > 0 && removed < limit) {
            more = removeSome(connection, age, limit - removed);
            removed += more;
        }
        return removed;
    }

    /** At least one where there is one; a batch that has lost members before counts more than it has. */
    private int removeSome(Connection connection, Duration age, int limit) throws SQLException {
        List<Batch> whole = new ArrayList<>();
        int removed = 0;
        int left = limit;
        for (Batch batch : batches.lockOlder(connection, age, limit)) {
            if (batch.size() < left) {
                whole.add(batch);
                left -= 1 + (int) batch.size();
            } else if (left > 0) {
                removed = members.deleteFirst(connection, batch, left);
                if (removed < left) {
                    removed += batches.delete(connection, List.of(batch));
                }
                left = 0;
            }
        }
        return removed + members.deleteAll(connection, whole) + batches.delete(connection, whole);
    }
}

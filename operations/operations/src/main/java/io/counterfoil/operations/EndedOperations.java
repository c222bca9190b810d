package io.counterfoil.operations;

import io.counterfoil.jdbc.purge.RowRemoval;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Removes operations some time after their end, unless their callback is still to be made. They are found by their IDs, which are in the order of
 * submission: an operation that ended before a time was submitted before it, so that younger operations are not read. Thread-safe.
 *
 * @param kinds those that are removed, with what removes the rest of them
 */
record EndedOperations(
        OperationTable table, InstantSource clock, Map<String, OperationWork> kinds, Duration retention) {

    /** How much the clocks of two processes may differ. */
    private static final Duration CLOCK_DIFFERENCE = Duration.ofDays(1);

    private static final String ENDED = "id < ? AND finished_at < ? AND callback_state <> ? AND kind IN (%s)";

    int remove(Connection connection, int limit) throws SQLException {
        if (kinds.isEmpty()) {
            return 0;
        }
        RowRemoval removal = table.removal(ENDED.formatted(String.join(", ", Collections.nCopies(kinds.size(), "?"))));
        Object[] parameters = parameters();
        List<Object[]> keys = removal.find(connection, limit, parameters);
        List<OperationRow> ended = table.lock(connection, removal, keys, parameters);
        for (OperationRow row : ended) {
            Operation operation = row.operation();
            Objects.requireNonNull(kinds.get(operation.kind())).remove(connection, operation);
        }
        return removal.delete(connection, ended.stream().map(table::key).toList());
    }

    private Object[] parameters() {
        Instant before = clock.instant().minus(retention);
        List<Object> parameters = new ArrayList<>(List.of(
                table.stored(firstId(before.plus(CLOCK_DIFFERENCE))),
                OperationTable.micros(before),
                CallbackState.PENDING.name()));
        parameters.addAll(kinds.keySet());
        return parameters.toArray();
    }

    /** Not above any ID of this time. */
    private static UUID firstId(Instant time) {
        return new UUID(time.toEpochMilli() << Short.SIZE, 0);
    }
}

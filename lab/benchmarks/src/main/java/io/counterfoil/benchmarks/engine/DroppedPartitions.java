package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Spread;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Retention by dropping partitions, each once all of its records have expired: an experiment on the table, none of the product's. A partition is
 * detached beside running transactions, and then dropped.
 */
final class DroppedPartitions implements PurgePart.Scheme {

    private final Ours traffic;
    private final Queue<String> partitions;
    private final Duration pause;
    private final List<Double> millis = new ArrayList<>();

    /**
     * Of these partitions.
     *
     * @param partitions the oldest first
     * @param pause between two of them
     */
    DroppedPartitions(Ours traffic, List<String> partitions, Duration pause) {
        this.traffic = traffic;
        this.partitions = new ArrayDeque<>(partitions);
        this.pause = pause;
    }

    @Override
    public String title() {
        return "dropped partitions"
                + (millis.isEmpty()
                        ? ""
                        : ", %s ms each"
                                .formatted(Spread.figure(Spread.of(millis).median())));
    }

    @Override
    public Ours traffic() {
        return traffic;
    }

    /** The table is filled already. */
    @Override
    public void load(int rows) {}

    @Override
    public long step() throws SQLException, InterruptedException {
        long start = System.nanoTime();
        long removed = drop();
        if (removed > 0) {
            millis.add((System.nanoTime() - start) / 1e6);
            Thread.sleep(pause.toMillis());
        }
        return removed;
    }

    private long drop() throws SQLException {
        String oldest = partitions.peek();
        if (oldest == null) {
            return 0;
        }
        try (Connection connection = traffic.pool().getConnection();
                Statement statement = connection.createStatement()) {
            long rows;
            try (ResultSet found =
                    statement.executeQuery("SELECT (SELECT reltuples FROM pg_class WHERE oid = '" + oldest
                            + "'::regclass), coalesce(max(expires_at), 0) <= extract(epoch FROM clock_timestamp()) * 1000000 FROM "
                            + oldest)) {
                found.next();
                rows = found.getLong(1);
                if (!found.getBoolean(2)) {
                    return 0;
                }
            }
            statement.execute("ALTER TABLE counterfoil_record DETACH PARTITION " + oldest + " CONCURRENTLY");
            statement.execute("DROP TABLE " + oldest);
            partitions.remove();
            return rows;
        }
    }
}

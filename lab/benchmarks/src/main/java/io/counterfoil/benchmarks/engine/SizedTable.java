package io.counterfoil.benchmarks.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * A table of records of one day, the oldest of which have expired. The others are replayed like those of executed requests, of which they are copies. Its
 * indexes are built after it was filled.
 */
final class SizedTable {

    /** Over which the rows were received, in milliseconds. */
    private static final long SPAN = 86_400_000;

    /** How many of the newest rows count as recent. */
    private static final long RECENT = 5000;

    /** Filled in one transaction that has emptied the table, which writes no WAL under {@code wal_level = minimal}. */
    private static final String FILL = """
            INSERT INTO counterfoil_record
                (request_id, client, operation, fingerprint, received_at, expires_at, token, format, payload)
            SELECT %1$s, one.client, one.operation, one.fingerprint, at * 1000,
                CASE WHEN row < %5$d THEN row + 1 ELSE one.expires_at + row END, at * 1000, one.format, one.payload
              FROM original AS one,
                (SELECT row, md5(row::text) AS hash, %2$d + row * %3$d / %4$d AS at FROM generate_series(0::bigint, %4$d - 1) AS row) AS made""";

    private final Ours traffic;
    private final SizedKeys keys;
    private final long rows;
    private final long expired;
    private final LongAdder executed = new LongAdder();
    private final long begin = System.currentTimeMillis() - SPAN;

    /** @param expired how many of the rows have expired */
    SizedTable(Ours traffic, SizedKeys keys, long rows, long expired) {
        this.traffic = traffic;
        this.keys = keys;
        this.rows = rows;
        this.expired = expired;
    }

    Ours traffic() {
        return traffic;
    }

    /** The key of a row, the oldest of which is 0. */
    String key(long row) {
        return keys.keyOf(row, begin + row * SPAN / rows);
    }

    /** Fills the table as the product creates it. */
    void fill() throws Exception {
        fill(List.of());
    }

    /**
     * Fills the table as a partitioned one, whose partitions have equally many rows; new keys belong to the last one.
     *
     * @return the names of the partitions, the oldest first
     */
    List<String> fillPartitioned(int partitions) throws Exception {
        List<String> names = new ArrayList<>();
        List<String> table = new ArrayList<>(List.of(
                "ALTER TABLE counterfoil_record RENAME TO of_the_product",
                "CREATE TABLE counterfoil_record (LIKE of_the_product INCLUDING DEFAULTS) PARTITION BY RANGE (request_id)",
                "DROP TABLE of_the_product"));
        for (int i = 0; i < partitions; i++) {
            String from = i == 0 ? "MINVALUE" : bound(rows * i / partitions);
            String to = i == partitions - 1 ? "MAXVALUE" : bound(rows * (i + 1) / partitions);
            names.add("record_" + i);
            table.add("CREATE TABLE record_%d PARTITION OF counterfoil_record FOR VALUES FROM (%s) TO (%s)"
                    .formatted(i, from, to));
        }
        fill(table);
        return names;
    }

    /** Less than the key of this row and every later one. */
    private String bound(long row) {
        return "'" + key(row).substring(0, 13) + "'";
    }

    private void fill(List<String> table) throws Exception {
        first();
        try (Connection connection = traffic.pool().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("CREATE TEMPORARY TABLE original ON COMMIT DROP AS SELECT * FROM counterfoil_record");
            statement.execute("TRUNCATE counterfoil_record");
            statement.execute("ALTER TABLE counterfoil_record DROP CONSTRAINT counterfoil_record_pkey");
            statement.execute("DROP INDEX counterfoil_record_expiry");
            for (String sql : table) {
                statement.execute(sql);
            }
            statement.execute(FILL.formatted(keys.expression(), begin, SPAN, rows, expired));
            statement.execute("ALTER TABLE counterfoil_record ADD PRIMARY KEY (request_id, client, operation)");
            statement.execute("CREATE INDEX counterfoil_record_expiry ON counterfoil_record (expires_at)");
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("VACUUM (FREEZE, ANALYZE) counterfoil_record");
            statement.execute("CHECKPOINT");
        }
    }

    /** Bytes of the table with its indexes. */
    long bytes() throws SQLException {
        try (Connection connection = traffic.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet size = statement.executeQuery(
                        "SELECT pg_total_relation_size('counterfoil_record') + coalesce(sum(pg_total_relation_size(inhrelid)), 0)"
                                + " FROM pg_inherits WHERE inhparent = 'counterfoil_record'::regclass")) {
            size.next();
            return size.getLong(1);
        }
    }

    /** A first execution. */
    void first() throws Exception {
        Requests.requireAnswer(traffic, traffic.execute(keys.next()));
        executed.increment();
    }

    /**
     * Checks what the requests have left behind.
     *
     * @throws IllegalStateException if a first execution took no effect, or a replay took one
     */
    void check() throws SQLException {
        long found = Booking.count(traffic.pool());
        if (found != executed.sum()) {
            throw new IllegalStateException("%,d bookings instead of %,d".formatted(found, executed.sum()));
        }
    }

    /** A replay of one of the newest rows. */
    void replayRecent() throws Exception {
        replay(Math.max(expired, rows - RECENT));
    }

    /** A replay of any row that has not expired. */
    void replayAny() throws Exception {
        replay(expired);
    }

    private void replay(long oldest) throws Exception {
        String key = key(ThreadLocalRandom.current().nextLong(oldest, rows));
        Requests.requireAnswer(traffic, traffic.execute(key));
    }
}

package io.counterfoil.benchmarks.engine;

import io.counterfoil.idempotency.maintenance.Purge;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Counterfoil's purge: batches of the oldest records, each in its own transaction. */
record BatchedDeletes(Ours traffic, Loading loading) implements PurgePart.Scheme {

    private static final int BATCH = 1000;

    /** Records as the engine writes them, expired for at least a day. */
    private static final String EXPIRED = """
            INSERT INTO counterfoil_record
                (request_id, client, operation, fingerprint, received_at, expires_at, token, format, payload)
            SELECT lpad(to_hex(row), 32, '0'), 'client', 'POST /bookings', sha256('contents'), row, row + 1, row, 0,
                decode(repeat('5a', 200), 'hex')
            FROM generate_series(1, %d) AS row""";

    /** Inserts expired records. */
    @FunctionalInterface
    interface Loading {
        void load(int rows) throws SQLException;
    }

    /** Of a table that is filled with expired records alone. */
    BatchedDeletes(Ours traffic) {
        this(
                traffic,
                rows -> Database.run(
                        traffic.pool(), List.of(EXPIRED.formatted(rows), "ANALYZE counterfoil_record", "CHECKPOINT")));
    }

    @Override
    public String title() {
        return "batched deletes, %,d rows a batch, with the pauses of `Purge`".formatted(BATCH);
    }

    @Override
    public void load(int rows) throws SQLException {
        loading.load(rows);
    }

    @Override
    public long step() throws InterruptedException {
        long start = System.nanoTime();
        int removed = traffic.store().purge(BATCH);
        TimeUnit.NANOSECONDS.sleep(Purge.REST * (System.nanoTime() - start));
        return removed;
    }
}

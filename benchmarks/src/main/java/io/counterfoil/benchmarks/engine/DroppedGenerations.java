package io.counterfoil.benchmarks.engine;

import java.sql.SQLException;
import java.util.List;

/**
 * Ours in generations: whole tables are dropped, one after the other with a rest in between.
 *
 * <p>In reality a generation's time is over every two hours; here many are there from the beginning, detached, and each is attached just before
 * it is dropped.
 */
final class DroppedGenerations implements PurgePart.Scheme {

    private static final int TABLES = 100;
    private static final int REST_MILLIS = 100;

    /** Like a generation of the engine's, each with the expiry times of a microsecond of its own, long ago. */
    private static final String GENERATION = """
            CREATE TABLE old_%1$d (LIKE counterfoil_record INCLUDING ALL, CHECK (expires_at >= %1$d AND expires_at < %1$d + 1));
            INSERT INTO old_%1$d
                (request_id, client, operation, fingerprint, received_at, expires_at, token, format, payload)
            SELECT lpad(to_hex(row), 32, '0'), 'client', 'POST /bookings', sha256('contents'), 0, %1$d, row, 0,
                decode(repeat('5a', 200), 'hex')
            FROM generate_series(1, %2$d) AS row""";

    private static final String ATTACH =
            "ALTER TABLE counterfoil_record ATTACH PARTITION old_%1$d FOR VALUES FROM (%1$d) TO (%1$d + 1)";

    private final Ours traffic;
    private final int rowsOfEach;
    private int attached;

    DroppedGenerations(Ours traffic, int rows) {
        this.traffic = traffic;
        this.rowsOfEach = Math.max(1, rows / TABLES);
    }

    @Override
    public String title() {
        return "dropped generations, %,d rows every %d ms".formatted(rowsOfEach, REST_MILLIS);
    }

    @Override
    public Ours traffic() {
        return traffic;
    }

    @Override
    public void load(int rows) throws SQLException {
        for (int table = 1; table <= TABLES; table++) {
            Database.run(traffic.pool(), List.of(GENERATION.formatted(table, rowsOfEach)));
        }
        Database.run(traffic.pool(), List.of("CHECKPOINT"));
    }

    @Override
    public long step() throws SQLException, InterruptedException {
        if (attached == TABLES) {
            return 0;
        }
        Thread.sleep(REST_MILLIS);
        attached++;
        Database.run(traffic.pool(), List.of(ATTACH.formatted(attached)));
        return Math.max(1, (long) Ours.generations(traffic.pool()).purge().dropped() * rowsOfEach);
    }
}

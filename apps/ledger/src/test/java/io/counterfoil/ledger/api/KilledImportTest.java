package io.counterfoil.ledger.api;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.ledger.process.LedgerJvm;
import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.soak.Depth;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import tools.jackson.databind.JsonNode;

/**
 * A service that is killed again and again while it imports a file: in turns somewhere behind a commit, and in the middle of a chunk.
 *
 * <p>No life of the service can finish the file before it is killed: the database holds back one row for each life, by a lock that is
 * released when the service is dead. How often: {@code -Dsoak.kills=50}; once in each way where nothing is said.
 */
@Timeout(value = 15, unit = MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class KilledImportTest {

    private static final int KILLS = Depth.of("kills", 2);

    /** Two whole chunks and a part of one. */
    private static final int ROWS_OF_A_LIFE = 2_300;

    private static final int ROWS = (KILLS + 1) * ROWS_OF_A_LIFE;

    private final Database database = TestPostgres.freshDatabase();
    private final JdbcClient sql = JdbcClient.create(database.dataSource());
    private final Random random = new Random(Depth.seed(KilledImportTest.class));

    private ChildJvm service() throws IOException {
        return LedgerJvm.start(ImportingMain.class, database.jdbcUrl(), database.user(), database.password());
    }

    private long done() {
        return sql.sql("SELECT coalesce(max(done), 0) FROM counterfoil_operation")
                .query(Long.class)
                .single();
    }

    /** Makes the last row of each life wait for the lock of that life's number. */
    private void holdRowsBack() {
        sql.sql("""
                CREATE FUNCTION hold_back() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.quantity %% %1$s = 0 AND NEW.quantity <= %2$s THEN
                        PERFORM pg_advisory_xact_lock_shared(NEW.quantity / %1$s);
                    END IF;
                    RETURN NEW;
                END $$""".formatted(ROWS_OF_A_LIFE, KILLS * ROWS_OF_A_LIFE)).update();
        sql.sql(
                        "CREATE TRIGGER hold_back BEFORE INSERT ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION hold_back()")
                .update();
    }

    private static void lock(JdbcClient holder, String function, int life) {
        holder.sql("SELECT " + function + "(?)").param(life).query().listOfRows();
    }

    private boolean isHeldBack() {
        return sql.sql("""
                        SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database
                         WHERE locktype = 'advisory' AND NOT granted AND d.datname = current_database()""").query(Integer.class).single() > 0;
    }

    /** Kills it behind a commit of its own and up to some milliseconds later, or at the row that is held back, in the middle of a chunk. */
    private void killAtWork(ChildJvm service, int life, long before) {
        if (life % 2 == 0) {
            await().atMost(10, MINUTES)
                    .pollInterval(Duration.ofMillis(1 + random.nextInt(30)))
                    .until(() -> done() > before);
        } else {
            await().atMost(10, MINUTES).pollInterval(Duration.ofMillis(2)).until(() -> done() > before && isHeldBack());
        }
        service.kill();
        Depth.report("kills", 1);
    }

    @Test
    @Tag("RF-8")
    @Tag("RQ-13")
    void killedImport_isFinishedByTheNextProcess_withEachRowOnce() throws Exception {
        String csv = "quantity,reference_id\n"
                + IntStream.rangeClosed(1, ROWS)
                        .mapToObj(i -> i + ",row-" + i + "\n")
                        .collect(Collectors.joining());
        String ledger;
        try (Connection locks = database.dataSource().getConnection()) {
            JdbcClient holder = JdbcClient.create(new SingleConnectionDataSource(locks, true));
            IntStream.rangeClosed(1, KILLS).forEach(life -> lock(holder, "pg_advisory_lock", life));
            try (ChildJvm first = service()) {
                Api api = new Api(URI.create(first.awaitLine(ImportingMain.URL)));
                holdRowsBack();
                ledger = api.ledger();
                Reply taken = api.call("POST", "/v1/imports?idempotency_key=k&reference_id=file&ledger_id=" + ledger)
                        .body(csv)
                        .contentType("text/csv")
                        .send();
                assertThat(taken.status()).as("%s", taken).isEqualTo(202);
                killAtWork(first, 1, 0);
                lock(holder, "pg_advisory_unlock", 1);
            }
            for (int life = 2; life <= KILLS; life++) {
                long before = done();
                try (ChildJvm next = service()) {
                    killAtWork(next, life, before);
                }
                lock(holder, "pg_advisory_unlock", life);
            }
        }
        assertThat(done()).as("rows posted before the last death").isLessThan(ROWS);
        try (RunningService last = RunningService.on(database, "ledger.imports.heartbeat=" + ImportingMain.HEARTBEAT)) {
            Api api = new Api(last.uri());

            JsonNode ended = api.get("/v1/imports/file").ended();

            assertThat(ended.get("state").stringValue()).isEqualTo("succeeded");
            assertThat(ended.at("/result/created").intValue()).isEqualTo(ROWS);
            assertThat(api.balance(ledger))
                    .isEqualTo(LongStream.rangeClosed(1, ROWS).sum());
            assertThat(sql.sql("SELECT quantity FROM ledger_transaction ORDER BY ordinal")
                            .query(Long.class)
                            .list())
                    .isEqualTo(LongStream.rangeClosed(1, ROWS).boxed().toList());
            List<Long> positions = sql.sql("SELECT position FROM counterfoil_batch_member ORDER BY position")
                    .query(Long.class)
                    .list();
            assertThat(positions)
                    .isEqualTo(LongStream.rangeClosed(2, ROWS + 1).boxed().toList());
            assertThat(api.get("/v1/transactions?reference_id=row-" + ROWS)
                            .ok()
                            .json()
                            .get("quantity")
                            .intValue())
                    .isEqualTo(ROWS);
        }
    }
}

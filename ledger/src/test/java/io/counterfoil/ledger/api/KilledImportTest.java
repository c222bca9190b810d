package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * A service that is killed again and again while it imports a file. How often: {@code -Dcrash.kills=50}; a few times where nothing is
 * said.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class KilledImportTest {

    private static final int KILLS = Integer.getInteger("crash.kills", 3);

    /** More than a process posts before its death. */
    private static final int ROWS = 4000 + KILLS * 16_000;

    private final Database database = TestPostgres.freshDatabase();
    private final JdbcClient sql = JdbcClient.create(database.dataSource());
    private final Random random = new Random(7);

    private ChildJvm service() throws IOException {
        return ChildJvm.start(ImportingMain.class, database.jdbcUrl(), database.user(), database.password());
    }

    private static Api api(ChildJvm service) throws IOException {
        return new Api(URI.create(service.awaitLine(ImportingMain.URL)));
    }

    private long done() {
        return sql.sql("SELECT coalesce(max(done), 0) FROM counterfoil_operation")
                .query(Long.class)
                .single();
    }

    /** At some moment of its work: behind a commit, and then somewhere in what follows it. */
    private void killAtWork(ChildJvm service, long before) {
        long now;
        do {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            now = done();
        } while (now == before);
        assertThat(now).as("rows posted when it is to be killed").isLessThan(ROWS);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(60)));
        service.kill();
    }

    @Test
    @Tag("RF-8")
    @Tag("RQ-13")
    void importOfAServiceThatIsKilled_isFinishedByTheNext_withEveryRowOnce() throws Exception {
        String csv = "quantity,reference_id\n"
                + IntStream.rangeClosed(1, ROWS)
                        .mapToObj(i -> i + ",row-" + i + "\n")
                        .collect(Collectors.joining());
        String ledger;
        try (ChildJvm first = service()) {
            Api api = api(first);
            ledger = api.ledger();
            Reply taken = api.call("POST", "/v1/imports?idempotency_key=k&reference_id=file&ledger_id=" + ledger)
                    .body(csv)
                    .contentType("text/csv")
                    .send();
            assertThat(taken.status()).as("%s", taken).isEqualTo(202);
            killAtWork(first, 0);
        }
        for (int kills = 1; kills < KILLS; kills++) {
            long before = done();
            try (ChildJvm next = service()) {
                killAtWork(next, before);
            }
        }
        assertThat(done()).as("rows posted before the last death").isLessThan(ROWS);
        try (ChildJvm last = service()) {
            Api api = api(last);

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

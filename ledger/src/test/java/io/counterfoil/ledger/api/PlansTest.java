package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.testkit.thread.TestThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;

/** No statement reads the transactions from beginning to end, on tables that were never analysed, and on such that were. */
@Timeout(300)
class PlansTest {

    private static final int BATCHES = 2;
    private static final int ITEMS = 10_000;
    private static final int LEDGERS = 500;

    /** Of one table, over some fifty requests: far less than one scan of the transactions. */
    private static final long MOST_ROWS_READ = BATCHES * ITEMS / 4;

    private static RunningService service;
    private static JdbcClient sql;
    private static Api api;

    @BeforeAll
    static void fill() {
        service = RunningService.start(List.of());
        sql = service.sql();
        api = new Api(service.uri());
        tables().forEach(table -> sql.sql("ALTER TABLE " + table + " SET (autovacuum_enabled = off)")
                .update());
        for (int i = 0; i < LEDGERS; i++) {
            String key = Api.fresh();
            api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats", "reference_id", key)
                    .key(key)
                    .created();
        }
        for (int i = 0; i < BATCHES; i++) {
            List<Map<String, Object>> items = new ArrayList<>();
            for (int item = 0; item < ITEMS; item++) {
                items.add(Map.of("quantity", 1, "idempotency_key", Api.fresh(), "reference_id", Api.fresh()));
            }
            api.post(
                            "/v1/ledgers/" + api.ledger() + "/transaction-batches",
                            "idempotency_key",
                            Api.fresh(),
                            "batch_id",
                            Api.fresh(),
                            "mode",
                            "per_item",
                            "transactions",
                            items)
                    .created();
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    @Tag("LG-6")
    void everyOperation_findsItsRowsByAnIndex_beforeAndAfterTablesAreAnalysed() {
        assertThat(sql.sql("SELECT count(*) FROM ledger_transaction")
                        .query(Long.class)
                        .single())
                .isEqualTo(BATCHES * ITEMS);

        assertThat(rowsReadByScans()).as("never analysed").allSatisfy(PlansTest::isNoScan);
        sql.sql("ANALYZE").update();
        assertThat(rowsReadByScans()).as("analysed").allSatisfy(PlansTest::isNoScan);
    }

    private static void isNoScan(String table, long rows) {
        assertThat(rows).as(table).isLessThan(MOST_ROWS_READ);
    }

    /** How many rows of each table all documented operations read by sequential scans. */
    private static Map<String, Long> rowsReadByScans() {
        Map<String, Long> before = scanned();
        EveryOperation.repliesOf(api);
        Map<String, Long> after = scanned();
        after.replaceAll((table, rows) -> rows - before.getOrDefault(table, 0L));
        return after;
    }

    /** By the database's statistics, which a session tells at its end at the latest. */
    private static Map<String, Long> scanned() {
        List<Integer> sessions = sessions();
        service.bean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
        await("the pool's sessions have ended")
                .atMost(TestThreads.LIMIT)
                .until(() -> Collections.disjoint(sessions(), sessions));
        Map<String, Long> scanned = new TreeMap<>();
        sql.sql("SELECT relname, seq_tup_read FROM pg_stat_user_tables")
                .query((row, number) -> scanned.put(row.getString(1), row.getLong(2)))
                .list();
        return scanned;
    }

    /** Those of the service: this one tells its own number of another. */
    private static List<Integer> sessions() {
        return sql.sql(
                        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                .query(Integer.class)
                .list();
    }

    private static List<String> tables() {
        return sql.sql("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema")
                .query(String.class)
                .list();
    }
}

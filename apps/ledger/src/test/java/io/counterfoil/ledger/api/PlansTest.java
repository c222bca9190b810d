package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * No statement reads a table from beginning to end: as planned on a new database, and kept by the driver and the database while the tables grow;
 * on grown tables that were never analysed; and on analysed ones.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class PlansTest {

    private static final int BATCHES = 2;
    private static final int ITEMS = 10_000;
    private static final int LEDGERS = 500;

    private static final int BALANCE = 500;

    /** Rows that all operations of transactions may find by one index: a page or two. A wrong index finds all of the ledger's for each. */
    private static final int MOST_READ = ITEMS / 10;

    private static final int CONNECTIONS = 2;

    private static RunningService service;
    private static JdbcClient sql;
    private static Api api;

    @BeforeAll
    static void start() {
        // The driver prepares each statement at once, and the database keeps its first plan; otherwise both do so after
        // five executions.
        service = RunningService.start(List.of(
                "spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
                "spring.datasource.hikari.data-source-properties.prepareThreshold=1",
                "spring.datasource.hikari.connection-init-sql=SET plan_cache_mode = force_generic_plan"));
        sql = service.sql();
        api = new Api(service.uri());
        tables().forEach(table -> sql.sql("ALTER TABLE " + table + " SET (autovacuum_enabled = off)")
                .update());
    }

    /** Returns the ledger of all the transactions. */
    private static String fill() {
        String ledger = api.ledger(BALANCE);
        for (int i = 0; i < LEDGERS; i++) {
            String key = Api.fresh();
            api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats", "reference_id", key)
                    .key(key)
                    .created();
        }
        for (int i = 0; i < BATCHES; i++) {
            List<Map<String, Object>> items = new ArrayList<>();
            for (int item = 0; item < ITEMS; item++) {
                items.add(Map.of(
                        "quantity",
                        item % 2 == 0 ? 1 : -1,
                        "idempotency_key",
                        Api.fresh(),
                        "reference_id",
                        Api.fresh()));
            }
            api.post(
                            "/v1/ledgers/" + ledger + "/transaction-batches",
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
        return ledger;
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    @Tag("LG-6")
    void everyOperation_usesAnIndex_onNewGrownAndAnalysedTables() throws SQLException {
        Map<String, Long> before = scanned();
        EveryOperation.repliesOf(api);
        String ledger = fill();
        EveryOperation.repliesOf(api);
        assertThat(readSince(before)).as("as planned on new tables").isEmpty();
        requireFewReadOf(ledger, "as planned on new tables");

        planAnew();
        before = scanned();
        EveryOperation.repliesOf(api);
        assertThat(readSince(before)).as("never analysed").isEmpty();
        requireFewReadOf(ledger, "never analysed");

        sql.sql("ANALYZE").update();
        before = scanned();
        EveryOperation.repliesOf(api);
        assertThat(readSince(before).keySet()).as("analysed").isSubsetOf(tablesOfOnePage());
        requireFewReadOf(ledger, "analysed");
        assertThat(sql.sql("SELECT count(*) FROM ledger_transaction")
                        .query(Long.class)
                        .single())
                .isGreaterThan(BATCHES * ITEMS);
    }

    /** An index that is not that of the key would find all transactions of the ledger. */
    private static void requireFewReadOf(String ledger, String when) throws SQLException {
        Map<String, Long> before = foundByIndex();
        EveryOperation.ofTransactions(api, ledger);
        assertThat(increases(before, foundByIndex(), MOST_READ))
                .as("rows of a large ledger, %s", when)
                .isEmpty();
    }

    /** What is in one page is read as a whole, since an index would be a page more. */
    private static List<String> tablesOfOnePage() {
        return sql.sql("SELECT relname FROM pg_class WHERE relkind = 'r' AND relpages <= 1")
                .query(String.class)
                .list();
    }

    /** New connections, which have no plans. */
    private static void planAnew() {
        service.bean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
    }

    /** How many rows of which tables were read by sequential scans since then. */
    private static Map<String, Long> readSince(Map<String, Long> before) throws SQLException {
        return increases(before, scanned(), 0);
    }

    /** By how much each count has grown, where that is more than the least. */
    private static Map<String, Long> increases(Map<String, Long> before, Map<String, Long> after, long least) {
        Map<String, Long> increases = new TreeMap<>(after);
        increases.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
        increases.values().removeIf(increase -> increase <= least);
        return increases;
    }

    /** Without the queue of operations, which db-scheduler reads whole at each of its heartbeats, whatever is asked of the ledger. */
    private static Map<String, Long> scanned() throws SQLException {
        return counted(
                "SELECT relname, seq_tup_read FROM pg_stat_user_tables WHERE relname <> 'counterfoil_operation_queue'");
    }

    private static Map<String, Long> foundByIndex() throws SQLException {
        return counted("SELECT indexrelname, idx_tup_read FROM pg_stat_user_indexes");
    }

    /** By the database's statistics, which each session of the service is told to report. */
    private static Map<String, Long> counted(String query) throws SQLException {
        List<Connection> all = new ArrayList<>();
        try {
            while (all.size() < CONNECTIONS) {
                Connection session = service.bean(DataSource.class).getConnection();
                all.add(session);
                try (Statement statement = session.createStatement()) {
                    statement.execute("SELECT pg_stat_force_next_flush()");
                }
            }
        } finally {
            for (Connection each : all) {
                each.close();
            }
        }
        Map<String, Long> counts = new TreeMap<>();
        sql.sql(query)
                .query((row, number) -> counts.put(row.getString(1), row.getLong(2)))
                .list();
        return counts;
    }

    private static List<String> tables() {
        return sql.sql("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema")
                .query(String.class)
                .list();
    }
}

package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.springconsole.audit.AuditSubject;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The console of a service on a cluster, which is connected to the coordinator (node 0) or to a worker. */
@ParameterizedClass
@ValueSource(ints = {0, 1})
@Timeout(600)
@Tag("BM-1")
@Tag("CN-1")
@Tag("CN-2")
@SoakOnly("contracts")
class CitusConsoleTest {

    private static final String NOT_HAPPENED = "{\"happened\": false, \"reason\": \"looked at the bank\"}";

    private static @Nullable RunningShop running;
    private static List<Database> nodes = List.of();

    private final String id = UUID.randomUUID().toString();

    CitusConsoleTest(int node) {}

    @BeforeParameterizedClassInvocation
    static void open(int node) {
        nodes = TestCitus.freshDatabase();
        for (TableSchema feature : List.of(JdbcSchema.SCHEMA, ConsoleAudit.SCHEMA, JdbcOutbox.SCHEMA)) {
            feature.create(nodes.get(0).dataSource());
        }
        running = RunningShop.secured(nodes.get(node));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        if (running != null) {
            running.close();
        }
    }

    private static RunningShop shop() {
        return Objects.requireNonNull(running, "started");
    }

    /** Where tables are changed. */
    private static JdbcClient coordinator() {
        return JdbcClient.create(nodes.get(0).dataSource());
    }

    private static JsonNode records(String query) throws Exception {
        return shop().json("victor", "api/records?" + query).get("records");
    }

    private JsonNode decisions() throws Exception {
        return shop().json("olga", "api/records/" + shop().id("olga", id)).get("decisions");
    }

    @Test
    void happened_givesDuplicatesTheResponse() throws Exception {
        shop().dieOrdering(id, "tea");

        HttpResponse<String> decided = shop().decide("olga", id, """
                {"happened": true, "reason": "the bank has it", "status": "202", "headers": "", "body": "receipt 7"}""");

        assertThat(decided.statusCode()).as(decided.body()).isEqualTo(200);
        assertThat(shop().order(id, "tea").body()).isEqualTo("receipt 7");
        assertThat(decisions().get(0).get("by").asString()).isEqualTo("olga");
    }

    @Test
    void didNotHappen_letsTheNextRequestRun() throws Exception {
        shop().dieOrdering(id, "tea");
        long before = shop().ordered();

        assertThat(shop().decide("olga", id, NOT_HAPPENED).statusCode()).isEqualTo(200);

        assertThat(shop().order(id, "tea").statusCode()).isEqualTo(201);
        assertThat(shop().ordered()).isEqualTo(before + 1);
        assertThat(shop().json("victor", "api/decisions").get("decisions").findValuesAsString("subject"))
                .contains(id);
    }

    @Test
    void decision_withoutItsEntry_isNotMade() throws Exception {
        shop().dieOrdering(id, "tea");
        coordinator()
                .sql("ALTER TABLE counterfoil_console_audit RENAME COLUMN reason TO moved_away")
                .update();
        HttpResponse<String> refused;
        try {
            refused = shop().decide("olga", id, NOT_HAPPENED);
        } finally {
            coordinator()
                    .sql("ALTER TABLE counterfoil_console_audit RENAME COLUMN moved_away TO reason")
                    .update();
        }

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(records("requestId=" + id).get(0).get("state").asString()).isEqualTo("unknown");
    }

    @Test
    void eachFilter_findsItsRecords() throws Exception {
        shop().order(id, "tea", "X-Client-Name", id);
        shop().dieOrdering("died " + id, "tea");
        shop().begin("begun " + id, "tea");

        assertThat(records("requestId=" + id)).hasSize(1);
        assertThat(records("client=" + id)).hasSize(1);
        assertThat(records("client=" + id + "&operation=POST%20/orders&state=answered"))
                .hasSize(1);
        assertThat(records("client=" + id + "&operation=GET%20/orders")).isEmpty();
        assertThat(records("state=unknown").findValuesAsString("requestId")).contains("died " + id);
        assertThat(records("state=at_work").findValuesAsString("requestId")).contains("begun " + id);
        assertThat(records("state=answered&requestId=begun%20" + id)).isEmpty();
    }

    @Test
    void overview_countsTheRecords_ofAllNodes() throws Exception {
        JsonNode before = shop().json("victor", "api/overview");
        for (int i = 0; i < 3; i++) {
            shop().dieOrdering(i + " died " + id, "tea");
            shop().begin(i + " begun " + id, "tea");
        }

        JsonNode after = shop().json("victor", "api/overview");

        assertThat(count(after, "unknown")).isEqualTo(count(before, "unknown") + 3);
        assertThat(count(after, "inProgress")).isEqualTo(count(before, "inProgress") + 3);
    }

    private static int count(JsonNode overview, String what) {
        return overview.get(what).get("count").asInt();
    }

    @Test
    void duplicates_areCountedInTheStore() throws Exception {
        shop().order(id, "tea");
        shop().jdbc()
                .sql("UPDATE counterfoil_record SET request_count = 1000 WHERE request_id = ?")
                .param(id)
                .update();

        JsonNode operations = shop().json("victor", "api/duplicates/stored").get("operations");

        assertThat(operations.get(0).get("most").asLong()).isEqualTo(1000);
    }

    @Test
    void expiredDecision_isRemoved_byThePurge() throws Exception {
        shop().dieOrdering(id, "tea");
        shop().decide("olga", id, NOT_HAPPENED);
        shop().jdbc()
                .sql("UPDATE counterfoil_console_audit SET decided_at = 1 WHERE subject = ?")
                .param(id)
                .update();

        shop().bean(ConsoleAudit.class).purge(Duration.ofDays(365), 1000);

        assertThat(shop().bean(ConsoleAudit.class).about(AuditSubject.of(RunningShop.key(id)), 10))
                .isEmpty();
    }
}

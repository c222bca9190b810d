package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Unknown outcomes are settled, and who settled them is recorded with it: on each database. */
@ParameterizedClass
@EnumSource(DecisionsTest.Engine.class)
@Timeout(600)
@Tag("CN-2")
class DecisionsTest {

    private static final String NOT_HAPPENED = "{\"happened\": false, \"reason\": \" looked at\\nthe bank \"}";

    private static final String CONTESTED = "\"reason\": \"contested\"";
    private static final String HAPPENED = "{\"happened\": true, \"status\": 201, " + CONTESTED + "}";
    private static final int ROUNDS = 5;

    private static @Nullable RunningShop running;

    private final String id = UUID.randomUUID().toString();

    enum Engine {
        POSTGRESQL,
        MARIADB,
        H2;

        Database database() {
            return switch (this) {
                case POSTGRESQL -> TestPostgres.freshDatabase();
                case MARIADB -> TestMariaDb.freshDatabase();
                case H2 -> h2();
            };
        }

        private static Database h2() {
            String name = "console" + UUID.randomUUID().toString().replace("-", "");
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
            dataSource.setUser("sa");
            return new Database(name, dataSource.getURL(), "sa", "", dataSource);
        }
    }

    DecisionsTest(Engine engine) {}

    @BeforeParameterizedClassInvocation
    static void open(Engine engine) {
        running = RunningShop.secured(engine.database());
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop().close();
    }

    private static RunningShop shop() {
        return Objects.requireNonNull(running, "started");
    }

    private JsonNode decisions() throws Exception {
        return shop().json("olga", "api/records/" + shop().id("olga", id)).get("decisions");
    }

    private String state() throws Exception {
        return shop().json("olga", "api/records?requestId=" + id)
                .get("records")
                .get(0)
                .get("state")
                .asString();
    }

    @Test
    void happened_givesDuplicatesTheResponse() throws Exception {
        shop().dieOrdering(id, "tea");

        HttpResponse<String> decided = shop().decide("olga", id, """
                {"happened": true, "reason": "the bank has it", "status": "202", "headers": "Location: /orders/7", "body": "receipt 7"}""");

        assertThat(decided.statusCode()).as(decided.body()).isEqualTo(200);
        HttpResponse<String> duplicate = shop().order(id, "tea");
        assertThat(duplicate.statusCode()).isEqualTo(202);
        assertThat(duplicate.body()).isEqualTo("receipt 7");
        assertThat(duplicate.headers().firstValue("Location")).contains("/orders/7");
    }

    @Test
    void didNotHappen_letsTheNextRequestRun() throws Exception {
        shop().dieOrdering(id, "tea");
        long before = shop().ordered();

        assertThat(shop().decide("olga", id, NOT_HAPPENED).statusCode()).isEqualTo(200);

        assertThat(shop().order(id, "tea").statusCode()).isEqualTo(201);
        assertThat(shop().ordered()).isEqualTo(before + 1);
    }

    @Test
    void decision_isShownWithItsRecord_andInTheList() throws Exception {
        shop().dieOrdering(id, "tea");
        shop().decide("olga", id, NOT_HAPPENED);
        shop().order(id, "tea");

        JsonNode decision = decisions().get(0);

        assertThat(decision.get("by").asString()).isEqualTo("olga");
        assertThat(decision.get("reason").asString()).isEqualTo("looked at the bank");
        assertThat(decision.get("action").asString()).isEqualTo("did-not-happen");
        assertThat(decision.get("operation").asString()).isEqualTo("POST /orders");
        assertThat(shop().json("victor", "api/decisions").get("decisions").findValuesAsString("subject"))
                .contains(id);
    }

    @Test
    void decision_withoutItsEntry_isNotMade() throws Exception {
        shop().dieOrdering(id, "tea");
        shop().jdbc()
                .sql("ALTER TABLE counterfoil_console_audit RENAME TO moved_away")
                .update();
        HttpResponse<String> refused;
        try {
            refused = shop().decide("olga", id, NOT_HAPPENED);
        } finally {
            shop().jdbc()
                    .sql("ALTER TABLE moved_away RENAME TO counterfoil_console_audit")
                    .update();
        }

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(state()).isEqualTo("unknown");
    }

    @Test
    void decision_withoutAReason_isRefused() throws Exception {
        shop().dieOrdering(id, "tea");

        HttpResponse<String> refused = shop().decide("olga", id, "{\"happened\": false, \"reason\": \"  \"}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(RunningShop.read(refused).get("field").asString()).isEqualTo("reason");
        assertThat(state()).isEqualTo("unknown");
    }

    @Test
    void secondDecision_isRefused_andNotRecorded() throws Exception {
        shop().dieOrdering(id, "tea");
        String happened = "{\"happened\": true, \"reason\": \"seen\", \"status\": 201}";
        shop().decide("olga", id, happened);

        HttpResponse<String> second = shop().decide("olga", id, happened);

        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(decisions()).hasSize(1);
    }

    @Test
    void recordInProgress_cannotBeDecided() throws Exception {
        shop().begin(id, "tea");

        assertThat(shop().decide("olga", id, NOT_HAPPENED).statusCode()).isEqualTo(409);
        assertThat(decisions()).isEmpty();
    }

    @Test
    void twoDecisionsAtOnce_areOne() throws Exception {
        try (TestThreads threads = new TestThreads()) {
            for (int round = 0; round < ROUNDS; round++) {
                String contested = id + "-" + round;
                shop().dieOrdering(contested, "tea");
                String record = shop().id("olga", contested);
                List<Integer> statuses = threads.together(
                        2,
                        operator -> () -> shop().decideAbout(
                                        "olga",
                                        record,
                                        operator == 0 ? "{\"happened\": false, " + CONTESTED + "}" : HAPPENED)
                                .statusCode());

                assertThat(statuses).containsOnlyOnce(200);
                assertThat(statuses).containsAnyOf(404, 409);
                assertThat(shop().jdbc()
                                .sql(
                                        "SELECT count(*) FROM counterfoil_console_audit WHERE reason = 'contested' AND decided_by = 'olga'")
                                .query(Integer.class)
                                .single())
                        .isEqualTo(round + 1);
            }
        }
    }

    @Test
    void decisionBesideTheNextOwner_isOneOfTheTwo() throws Exception {
        try (TestThreads threads = new TestThreads()) {
            for (int round = 0; round < ROUNDS; round++) {
                String contested = id + "-" + round;
                shop().dieOrdering(contested, "tea");
                List<Boolean> taken = threads.together(
                        2,
                        who -> () -> who == 0
                                ? shop().decide("olga", contested, HAPPENED).statusCode() == 200
                                : shop().takeOver(contested));

                assertThat(taken).containsOnlyOnce(true);
            }
        }
    }
}

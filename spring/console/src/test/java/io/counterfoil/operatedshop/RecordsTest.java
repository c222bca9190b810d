package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the panels of records and duplicates are answered, on a real PostgreSQL. */
@Timeout(600)
@Tag("CN-1")
class RecordsTest {

    private static RunningShop shop;

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = RunningShop.secured(TestPostgres.freshDatabase());
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static JsonNode records(String query) throws Exception {
        return shop.json("victor", "api/records?" + query).get("records");
    }

    @Test
    void services_areTheApplicationAlone() throws Exception {
        JsonNode services = shop.json("victor", "services");

        assertThat(services).hasSize(1);
        assertThat(services.get(0).get("name").asString()).isEqualTo("shop");
        assertThat(services.get(0).get("base").asString()).isEqualTo("api/");
    }

    @Test
    void panels_areInTheirOrder() throws Exception {
        assertThat(shop.json("victor", "api/session").get("panels").findValuesAsString("id"))
                .containsSubsequence("unknown", "progress", "records", "duplicates", "decisions");
    }

    @Test
    void filters_areCombined() throws Exception {
        shop.order(id, "tea", "X-Client-Name", "alice");

        assertThat(records("requestId=" + id + "&client=alice&operation=POST%20/orders&state=answered"))
                .hasSize(1);
        assertThat(records("requestId=" + id + "&client=")).isEmpty();
        assertThat(records("requestId=" + id + "&state=unknown")).isEmpty();
    }

    @Test
    void filterThatCannotBe_isNamed() throws Exception {
        var refused = shop.get("victor", "api/records?state=lost");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(RunningShop.read(refused).get("field").asString()).isEqualTo("state");
    }

    @Test
    void pages_haveEveryRecordOnce() throws Exception {
        for (int i = 0; i < 5; i++) {
            shop.order(id + i, "tea", "X-Client-Name", id);
        }
        List<String> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = shop.json("victor", "api/records?limit=2&client=" + id + cursor);
            found.addAll(page.get("records").findValuesAsString("requestId"));
            cursor = page.has("next") ? "&cursor=" + page.get("next").asString() : "";
        } while (!cursor.isEmpty());

        assertThat(found).containsExactlyInAnyOrder(id + 0, id + 1, id + 2, id + 3, id + 4);
    }

    @Test
    void recordInProgress_isListed_sinceWhen() throws Exception {
        shop.begin(id, "tea");

        JsonNode record = records("state=at_work&requestId=" + id).get(0);

        assertThat(record.get("firstReceived").asString()).isNotEmpty();
        assertThat(record.has("leasedUntil")).isTrue();
        assertThat(shop.json("victor", "api/overview")
                        .get("inProgress")
                        .get("count")
                        .asInt())
                .isPositive();
    }

    @Test
    void record_ofNoKey_isNotFound() throws Exception {
        shop.order(id, "tea");
        String token = shop.id("victor", id);
        shop.jdbc()
                .sql("DELETE FROM counterfoil_record WHERE request_id = ?")
                .param(id)
                .update();

        assertThat(shop.get("victor", "api/records/" + token).statusCode()).isEqualTo(404);
    }

    @Test
    void duplicates_areCountedByTheProcess() throws Exception {
        long replayed = counted(2);
        long mismatched = counted(3);
        shop.order(id, "tea");
        shop.order(id, "tea");
        shop.order(id, "cake");

        assertThat(counted(2)).isEqualTo(replayed + 1);
        assertThat(counted(3)).isEqualTo(mismatched + 1);
    }

    /** Of orders, in all minutes. */
    private static long counted(int column) throws Exception {
        long sum = 0;
        for (JsonNode operation : shop.json("victor", "api/duplicates").get("operations")) {
            if (operation.get("operation").asString().equals("POST /orders")) {
                for (JsonNode minute : operation.get("minutes")) {
                    sum += minute.get(column).asLong();
                }
            }
        }
        return sum;
    }

    @Test
    void duplicates_areCountedInTheStore() throws Exception {
        shop.order(id, "tea");
        shop.jdbc()
                .sql("UPDATE counterfoil_record SET request_count = 1000 WHERE request_id = ?")
                .param(id)
                .update();

        JsonNode operations = shop.json("victor", "api/duplicates/stored").get("operations");

        assertThat(operations.get(0).get("operation").asString()).isEqualTo("POST /orders");
        assertThat(operations.get(0).get("most").asLong()).isEqualTo(1000);
    }

    @Test
    void cursorThatWasTamperedWith_isReadOrRefused() throws Exception {
        for (int i = 0; i < 3; i++) {
            shop.order(id + i, "tea", "X-Client-Name", id);
        }
        String cursor = shop.json("victor", "api/records?limit=2&client=" + id)
                .get("next")
                .asString();
        for (int i = 0; i < cursor.length(); i++) {
            char[] changed = cursor.toCharArray();
            changed[i] = changed[i] == '_' ? 'A' : '_';
            String query = new String(changed);

            assertThat(shop.get("victor", "api/records?cursor=" + query).statusCode())
                    .as(query)
                    .isIn(200, 400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api/records?cursor=x",
                "api/records?cursor=",
                "api/records?limit=0",
                "api/records?limit=1001",
                "api/records?limit=1e3",
                "api/records?requestId=%00",
                "api/records?client=%0a",
                "api/records?operation=",
                "api/records/x",
                "api/records/%20",
                "api/decisions?cursor=1",
                "api/decisions?cursor=999999999999999999.------------------------------------"
            })
    void parameterThatCannotBeRead_isRefused(String path) throws Exception {
        var refused = shop.get("victor", path);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(RunningShop.read(refused).has("field")).isTrue();
    }

    @Test
    void pages_whileRowsComeAndGo_haveEveryRowThatStays_once() throws Exception {
        for (int i = 0; i < 6; i++) {
            shop.order(id + i, "tea", "X-Client-Name", id);
        }
        JsonNode first = shop.json("victor", "api/records?limit=2&client=" + id);
        shop.order(id + 9, "tea", "X-Client-Name", id);
        List<String> gone = first.get("records").findValuesAsString("requestId");
        shop.jdbc()
                .sql("DELETE FROM counterfoil_record WHERE request_id IN (:gone)")
                .param("gone", gone)
                .update();

        JsonNode rest = shop.json(
                "victor",
                "api/records?limit=9&client=" + id + "&cursor="
                        + first.get("next").asString());

        assertThat(rest.get("records").findValuesAsString("requestId"))
                .containsOnlyOnce(id + 2, id + 3, id + 4, id + 5, id + 9)
                .doesNotContainAnyElementsOf(gone);
    }
}

package io.counterfoil.operated;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Operators list records, look at one, release it and resolve it, in lease mode on a real PostgreSQL. */
@Isolated("captures log lines, which the start of another application would switch off")
@Timeout(600)
class RecordsEndpointTest {

    private static final String RECORDS = "/actuator/counterfoilrecords";

    private static RunningShop shop;

    private final String id = UUID.randomUUID().toString();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.counterfoil.springboot.records");
    private final ListAppender<ILoggingEvent> audit = new ListAppender<>();

    @BeforeAll
    static void open() {
        shop = RunningShop.open(
                "--counterfoil.mode=lease",
                // None while the table is renamed.
                "--counterfoil.purge.interval=1h",
                "--management.endpoints.web.exposure.include=counterfoil,counterfoilrecords",
                "--management.endpoint.counterfoilrecords.access=unrestricted");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @BeforeEach
    void listen() {
        logger.setLevel(ch.qos.logback.classic.Level.WARN);
        audit.start();
        logger.addAppender(audit);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(audit);
        logger.setLevel(null);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private static JsonNode found(String query) throws Exception {
        HttpResponse<String> response = shop.get(RECORDS + "?" + query);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response).get("records");
    }

    private JsonNode record() throws Exception {
        JsonNode records = found("requestId=" + id);
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    private String one() throws Exception {
        return RECORDS + "/" + record().get("id").asString();
    }

    private static void assertProblem(HttpResponse<String> response, int status, String type, String... words) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(json(response).get("type").asString()).isEqualTo("urn:counterfoil:problem:" + type);
        assertThat(json(response).get("status").asInt()).isEqualTo(status);
        for (String word : words) {
            assertThat(json(response).get("detail").asString()).contains(word);
        }
    }

    @Test
    @Tag("RQ-13")
    void stuckLease_isListed_andReleased_andTheNextRequestRuns() throws Exception {
        shop.dieOrdering(id, "tea " + id);
        assertThat(shop.order(id, "tea " + id).statusCode()).isEqualTo(409);
        JsonNode stuck = record();
        assertThat(stuck.get("state").asString()).isEqualTo("unknown");
        assertThat(stuck.get("operation").asString()).isEqualTo("POST /orders");
        assertThat(stuck.has("client")).isFalse();
        assertThat(stuck.get("token").asLong()).isPositive();
        assertThat(stuck.has("leasedUntil")).isTrue();
        assertThat(stuck.has("expires")).isFalse();
        assertThat(found("state=unknown").findValuesAsString("requestId")).contains(id);

        HttpResponse<String> released = shop.as("olga", "DELETE", one(), "");

        assertThat(released.statusCode()).as(released.body()).isEqualTo(204);
        assertThat(released.body()).isEmpty();
        assertThat(found("requestId=" + id)).isEmpty();
        HttpResponse<String> run = shop.order(id, "tea " + id);
        assertThat(run.statusCode()).isEqualTo(201);
        assertThat(run.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(shop.ordered("tea " + id)).isOne();
        assertThat(record().get("state").asString()).isEqualTo("answered");
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-13")
    void stuckLease_isResolved_andDuplicatesGetThatResponse() throws Exception {
        shop.dieOrdering(id, "tea " + id);

        HttpResponse<String> resolved = shop.as("olga", "POST", one(), """
                {"status": 202, "headers": "Location: /orders/7\\nLink: <a>\\r\\nLink:<b>\\nX-Empty:\\nDate: never\\n",
                 "body": "receipt \u00e9"}""");

        assertThat(resolved.statusCode()).as(resolved.body()).isEqualTo(200);
        assertThat(json(resolved).get("state").asString()).isEqualTo("answered");
        assertThat(json(resolved).get("answer").get("status").asInt()).isEqualTo(202);
        HttpResponse<String> duplicate = shop.order(id, "tea " + id);
        assertThat(duplicate.statusCode()).isEqualTo(202);
        assertThat(duplicate.body()).isEqualTo("receipt \u00e9");
        assertThat(duplicate.headers().firstValue("Location")).contains("/orders/7");
        assertThat(duplicate.headers().allValues("Link")).containsExactly("<a>", "<b>");
        assertThat(duplicate.headers().allValues("Date")).doesNotContain("never");
        assertThat(duplicate.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(shop.ordered("tea " + id)).isZero();
    }

    @Test
    @Tag("RQ-7")
    void bodyThatIsNoText_isResolvedInBase64() throws Exception {
        shop.dieOrdering(id, "tea");

        HttpResponse<String> resolved =
                shop.as("olga", "POST", one(), "{\"status\": \"200\", \"bodyBase64\": \"AAECw6k=\"}");

        assertThat(json(resolved).get("answer").get("bodyBytes").asInt()).isEqualTo(5);
        assertThat(shop.order(id, "tea").body()).isEqualTo("\u0000\u0001\u0002\u00e9");
    }

    @Test
    @Tag("RQ-16")
    void nothingOfAResponse_isShown_butStatusAndSize() throws Exception {
        // With spaces, which no text of base64 has.
        HttpResponse<String> answered = shop.order(id, "tea & cake");
        assertThat(answered.body()).contains("secret receipt");

        HttpResponse<String> detail = shop.get(one());
        HttpResponse<String> list = shop.get(RECORDS + "?requestId=" + id);

        assertThat(detail.body() + list.body()).doesNotContain("secret receipt").doesNotContain("tea & cake");
        JsonNode answer = json(detail).get("answer");
        assertThat(answer.get("status").asInt()).isEqualTo(201);
        assertThat(answer.get("bodyBytes").asInt()).isEqualTo(answered.body().length());
        assertThat(answer.get("kept").asBoolean()).isTrue();
        assertThat(answer.get("refusal").asBoolean()).isFalse();
        assertThat(json(detail).get("requestCount").asInt()).isOne();
        assertThat(json(detail).has("expires")).isTrue();
        assertThat(json(list).get("records").get(0).has("answer")).isFalse();
    }

    @Test
    void whoIsNoOperator_isRefused_andNothingIsChanged() throws Exception {
        shop.dieOrdering(id, "tea");
        String one = one();

        for (String user : List.of("", "victor")) {
            assertProblem(shop.as(user, "DELETE", one, ""), 403, "not-an-operator", "COUNTERFOIL_OPERATOR", "release");
            assertProblem(
                    shop.as(user, "POST", one, "{\"status\": 200}"),
                    403,
                    "not-an-operator",
                    "COUNTERFOIL_OPERATOR",
                    "resolve");
            assertProblem(shop.as(user, "DELETE", RECORDS + "/nonsense", ""), 403, "not-an-operator");
        }

        assertThat(record().get("state").asString()).isEqualTo("unknown");
        assertThat(audit.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSize(6)
                .contains("Action on a record rejected [action=release] [by=victor] [id=nonsense]")
                .anyMatch(line -> line.contains("[action=resolve] [by=-]"));
    }

    @Test
    @Tag("CO-2")
    void everyAction_isLogged_withWhoDidIt_underTheCorrelationId() throws Exception {
        shop.dieOrdering(id, "tea");
        String one = one();
        shop.as("olga", "DELETE", one, "");
        shop.as("olga", "POST", one, "{\"status\": 200}");

        String key = " [by=olga] [request_id=" + id + "] [client=(anonymous)] [operation=POST /orders]";
        assertThat(audit.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Action on a record done [action=release]" + key,
                        "Action on a record had nothing to act on [action=resolve]" + key);
        assertThat(audit.list)
                .extracting(line -> line.getMDCPropertyMap().get("corr_id"))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("shift-7\\.[A-Za-z0-9_-]{4}"));
    }

    @Test
    void recordThatIsNotUnknown_cannotBeActedOn() throws Exception {
        shop.order(id, "tea");
        String one = one();

        assertProblem(shop.as("olga", "DELETE", one, ""), 409, "outcome-not-unknown", "answered");
        assertProblem(shop.as("olga", "POST", one, "{\"status\": 200}"), 409, "outcome-not-unknown", "answered");

        assertThat(shop.order(id, "tea").body()).isEqualTo("secret receipt of tea");
        shop.jdbc()
                .sql("DELETE FROM counterfoil_record WHERE request_id = ?")
                .param(id)
                .update();
        assertProblem(shop.get(one), 404, "no-such-record");
        assertProblem(shop.as("olga", "DELETE", one, ""), 404, "no-such-record");
        assertProblem(shop.as("olga", "POST", one, "{\"status\": 200}"), 404, "no-such-record");
    }

    @Test
    @Tag("RQ-15")
    void badParameter_isNamed_withItsLimit() throws Exception {
        for (Map.Entry<String, String> bad : Map.of(
                        "limit=0",
                        "1 to 1000",
                        "limit=1001",
                        "1 to 1000",
                        "limit=ten",
                        "1 to 1000",
                        "state=lost",
                        "[at_work, unknown, answered]",
                        "requestId=",
                        "empty",
                        "requestId=" + "x".repeat(256),
                        "255",
                        "client=" + "x".repeat(256),
                        "255",
                        "operation=" + "x".repeat(1025),
                        "1024",
                        "cursor=AAAA",
                        "copy it completely from a list",
                        "cursor=%20",
                        "copy it completely from a list")
                .entrySet()) {
            HttpResponse<String> response = shop.get(RECORDS + "?" + bad.getKey());
            assertProblem(response, 400, "bad-parameter", bad.getValue());
            String field = bad.getKey().substring(0, bad.getKey().indexOf('='));
            assertThat(json(response).get("field").asString()).isEqualTo(field);
        }
        assertProblem(shop.get(RECORDS + "/nonsense"), 400, "bad-parameter", "id");
        assertProblem(shop.as("olga", "DELETE", RECORDS + "/nonsense", ""), 400, "bad-parameter", "id");
    }

    @Test
    @Tag("RQ-15")
    void badResponse_isNamed_withItsLimit_andNothingIsChanged() throws Exception {
        shop.dieOrdering(id, "tea");
        String one = one();

        for (Map.Entry<String, String> bad : Map.of(
                        "{}", "status is missing",
                        "{\"status\": 199}", "200 to 599",
                        "{\"status\": 600}", "200 to 599",
                        "{\"status\": true}", "200 to 599",
                        "{\"status\": 200, \"body\": \"\", \"bodyBase64\": \"\"}", "bodyBase64",
                        "{\"status\": 200, \"bodyBase64\": \"*\"}", "base64",
                        "{\"status\": 200, \"headers\": \"A: x\\u0000\"}", "line 1",
                        "{\"status\": 200, \"headers\": \"A: x\\nA b: x\"}", "line 2",
                        "{\"status\": 200, \"headers\": \"A\"}", "Name: value")
                .entrySet()) {
            assertProblem(shop.as("olga", "POST", one, bad.getKey()), 400, "bad-parameter", bad.getValue());
        }
        String tooLong = "{\"status\": 200, \"body\": \"" + "x".repeat((1 << 20) + 1) + "\"}";
        assertProblem(shop.as("olga", "POST", one, tooLong), 400, "bad-parameter", "body", "1048576");

        assertThat(record().get("state").asString()).isEqualTo("unknown");
    }

    @Test
    void filters_canBeCombined() throws Exception {
        shop.dieOrdering(id, "tea");

        assertThat(found("requestId=" + id + "&state=unknown&client=&operation=POST+/orders"))
                .hasSize(1);
        assertThat(found("requestId=" + id + "&state=answered")).isEmpty();
        assertThat(found("requestId=" + id + "&client=nobody")).isEmpty();
        assertThat(found("requestId=" + id + "&operation=" + URLEncoder.encode("POST /order", StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @Test
    @Tag("RQ-15")
    void pages_goOnWhereTheCursorSays() throws Exception {
        shop.jdbc().sql("DELETE FROM counterfoil_record").update();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(id + i);
            shop.dieOrdering(id + i, "tea");
        }

        List<String> seen = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        do {
            HttpResponse<String> page = shop.get(RECORDS + "?limit=2&state=unknown" + cursor);
            seen.addAll(json(page).findValuesAsString("requestId"));
            cursor =
                    json(page).has("next") ? "&cursor=" + json(page).get("next").asString() : "";
            pages++;
        } while (!cursor.isEmpty());

        assertThat(seen).isEqualTo(ids);
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void storeThatFails_isUnavailable_andSaysSo() throws Exception {
        shop.dieOrdering(id, "tea");
        String one = one();
        shop.jdbc().sql("ALTER TABLE counterfoil_record RENAME TO gone").update();
        try {
            assertProblem(shop.get(RECORDS), 503, "store-unavailable");
            assertProblem(shop.get(one), 503, "store-unavailable");
            assertProblem(shop.as("olga", "DELETE", one, ""), 503, "store-unavailable");
        } finally {
            shop.jdbc().sql("ALTER TABLE gone RENAME TO counterfoil_record").update();
        }
        assertThat(record().get("state").asString()).isEqualTo("unknown");
    }

    @Test
    void summary_tellsModeStoreAndUnknownOutcomes() throws Exception {
        shop.jdbc().sql("DELETE FROM counterfoil_record").update();
        shop.dieOrdering(id, "tea");

        JsonNode summary = json(shop.get("/actuator/counterfoil"));

        assertThat(summary.get("mode").asString()).isEqualTo("lease");
        assertThat(summary.get("store").asString()).isEqualTo("io.counterfoil.jdbc.JdbcLeaseStore");
        assertThat(summary.get("policy").get("retention").get("named").asString())
                .isEqualTo("PT24H");
        assertThat(summary.get("unknownOutcomes").get("count").asInt()).isOne();
        assertThat(summary.get("unknownOutcomes").get("more").asBoolean()).isFalse();
        assertThat(summary.get("unknownOutcomes").has("oldestReceived")).isTrue();
        assertThat(summary.get("purge").get("failing").asBoolean()).isFalse();
    }
}

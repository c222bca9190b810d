package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springboot.settings.PolicyCustomizer;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;

/** Decisions that cannot be made as they are given: the field and its limit are named, and nothing is done. */
@Timeout(600)
@Tag("CN-2")
class RefusedDecisionsTest {

    private static RunningShop shop;

    /** What is longer is not stored. */
    static class SmallResults {

        @Bean
        PolicyCustomizer smallResults() {
            return policies ->
                    policies.withIdempotency(policy -> policy.withResults(results -> results.withMaxBytes(100)));
        }
    }

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = RunningShop.configured(TestPostgres.freshDatabase(), SmallResults.class);
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @BeforeEach
    void die() {
        shop.dieOrdering(id, "tea");
    }

    @AfterEach
    void nothingIsDone() throws Exception {
        var record = shop.json("olga", "api/records/" + shop.id("olga", id));
        assertThat(record.get("state").asString()).isEqualTo("unknown");
        assertThat(record.get("decisions")).isEmpty();
    }

    private void assertRefused(String json, String field, String... detail) throws Exception {
        HttpResponse<String> refused = shop.decide("olga", id, json);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        var problem = RunningShop.read(refused);
        assertThat(problem.get("field").asString()).isEqualTo(field);
        assertThat(problem.get("detail").asString()).contains(detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "''",
                "'   '",
                "'\\n\\t'",
                "'\\u00a0\\u2003\\u3000'",
                "'\\u200b\\u2060\\ufeff'",
                "'\\u2800'",
                "'a\\u0000b'",
                "'\\u001b[31mred'",
                "'a\\u009bb'",
                "'a\\ud800'",
                "'\\u202egnorw'",
                "null",
                "7",
                "['a']"
            })
    void reason_thatCannotBeRead_namesItsLimit(String reason) throws Exception {
        assertRefused("{\"happened\": false, \"reason\": " + reason.replace('\'', '"') + "}", "reason", "1000");
    }

    @Test
    void reason_thatIsMissing_namesItsLimit() throws Exception {
        assertRefused("{\"happened\": false}", "reason", "1000");
    }

    @Test
    void reason_thatIsTooLong_namesItsLimit() throws Exception {
        assertRefused("{\"happened\": false, \"reason\": \"" + "x".repeat(1001) + "\"}", "reason", "1000", "1001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\": 7}", "[1]", "true"})
    void body_thatIsNoText_isRefused(String body) throws Exception {
        assertRefused(
                "{\"happened\": true, \"reason\": \"r\", \"status\": 201, \"body\": " + body + "}", "body", "text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"199", "600", "\"\"", "\"ok\"", "201.5", "true"})
    void status_thatIsNone_isRefused(String status) throws Exception {
        assertRefused("{\"happened\": true, \"reason\": \"r\", \"status\": " + status + "}", "status", "200", "599");
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    void bodyOfAStatusThatHasNone_isRefused(int status) throws Exception {
        assertRefused(
                "{\"happened\": true, \"reason\": \"r\", \"status\": " + status + ", \"body\": \"x\"}",
                "body",
                String.valueOf(status));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Set-Cookie: a=b",
                "Content-Length: 3",
                "Transfer-Encoding: chunked",
                "Connection: close",
                "Idempotency-Replayed: false"
            })
    void headerField_thatDuplicatesDoNotGet_isNamed(String line) throws Exception {
        assertRefused(
                "{\"happened\": true, \"reason\": \"r\", \"status\": 201, \"headers\": \"" + line + "\"}",
                "headers",
                line.substring(0, line.indexOf(':')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"no line\"", "\"A: b\\u0000\"", "[\"A: b\"]", "{\"A\": \"b\"}"})
    void headerFields_thatAreNone_areRefused(String headers) throws Exception {
        assertRefused(
                "{\"happened\": true, \"reason\": \"r\", \"status\": 201, \"headers\": " + headers + "}",
                "headers",
                "must");
    }

    @Test
    void response_thatIsNotStored_isRefused() throws Exception {
        assertRefused(
                "{\"happened\": true, \"reason\": \"r\", \"status\": 201, \"headers\": \"X-Long: " + "x".repeat(60)
                        + "\", \"body\": \"" + "y".repeat(60) + "\"}",
                "body",
                "100");
    }
}

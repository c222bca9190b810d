package io.counterfoil.ledger.playground;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.launch.LedgerServer;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
class PlaygroundTest {

    /** How many transfers it takes at once. */
    private static final int AT_ONCE = 4;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final Database DATABASE = TestPostgres.freshDatabase();

    private static LedgerServer server;

    @BeforeAll
    static void start() {
        server = LedgerServer.start(
                0, new ConnectionSettings(DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password()), false);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Tag("RC-6")
    @Tag("LG-5")
    void attempts_extendTheRequestsCorrelationId_andShareOneKey() throws Exception {
        String ledger = openLedger(100);

        JsonNode report = json(HTTP.send(
                transfer(body(ledger, -10, "drop_response"))
                        .header("Correlation-Id", "story")
                        .build(),
                HttpResponse.BodyHandlers.ofString()));

        List<String> correlations = texts(report, "correlation_id");
        assertThat(correlations).hasSize(2).doesNotHaveDuplicates().allMatch(id -> id.startsWith("story."));
        assertThat(texts(report, "attempt_id")).doesNotHaveDuplicates();
        assertThat(report.at("/attempts/0/status").isNull()).isTrue();
        assertThat(report.at("/attempts/0/failure").stringValue()).isNotBlank();
        assertThat(report.at("/attempts/0/duplicate").isNull()).isTrue();
        assertThat(report.at("/attempts/1/status").intValue()).isEqualTo(201);
        assertThat(report.at("/attempts/1/failure").isNull()).isTrue();
        assertThat(report.at("/attempts/1/duplicate").booleanValue()).isTrue();
        assertThat(UUID.fromString(report.at("/idempotency_key").stringValue()).version())
                .isEqualTo(7);
        assertThat(report.at("/transaction/quantity").longValue()).isEqualTo(-10);
        assertThat(report.at("/problem").isNull()).isTrue();
        assertThat(report.at("/balance_before").longValue()).isEqualTo(100);
        assertThat(report.at("/balance_after").longValue()).isEqualTo(90);
    }

    @Test
    @Tag("CO-11")
    void serviceWithoutALogFile_offersNoStories_andSaysWhy() throws Exception {
        JsonNode report = json(send(body(openLedger(100), -10, "none")));
        HttpResponse<String> story = HTTP.send(
                HttpRequest.newBuilder(server.url().resolve("/story/abcd")).build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(report.at("/attempts/0").has("story")).isTrue();
        assertThat(report.at("/attempts/0/story").isNull()).isTrue();
        assertThat(story.statusCode()).isEqualTo(404);
        assertThat(json(story).at("/detail").stringValue()).contains("logging.file.name");
    }

    @Test
    void refusal_isReportedAsTheServiceGaveIt() throws Exception {
        JsonNode report = json(send(body(openLedger(100), -101, "none")));

        assertThat(report.at("/transaction").isNull()).isTrue();
        assertThat(report.at("/problem/field").stringValue()).isEqualTo("quantity");
        assertThat(report.at("/attempts/0/status").intValue()).isEqualTo(422);
        assertThat(report.at("/balance_after").longValue()).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"quantity\":1,\"fault\":\"none\"} | ledger_id",
                "{\"ledger_id\":7,\"quantity\":1,\"fault\":\"none\"} | ledger_id",
                "{\"ledger_id\":\"x\",\"fault\":\"none\"} | quantity",
                "{\"ledger_id\":\"x\",\"quantity\":\"1\",\"fault\":\"none\"} | quantity",
                "{\"ledger_id\":\"x\",\"quantity\":1.5,\"fault\":\"none\"} | quantity",
                "{\"ledger_id\":\"x\",\"quantity\":0,\"fault\":\"none\"} | quantity",
                "{\"ledger_id\":\"x\",\"quantity\":9007199254740992,\"fault\":\"none\"} | quantity",
                "{\"ledger_id\":\"x\",\"quantity\":1} | fault",
                "{\"ledger_id\":\"x\",\"quantity\":1,\"fault\":\"NONE\"} | fault",
                "{\"ledger_id\":\"x\",\"quantity\":1,\"fault\":\"none\",\"more\":1} | more",
                "[] | body",
            })
    void badInput_isA400_thatNamesTheField(String body, String field) throws Exception {
        HttpResponse<String> response = send(body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(json(response).at("/field").stringValue()).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ldg_01h2xcejqtf2nbrexx3vqjhp41", "../../v1/ledgers"})
    void unknownLedger_isA404(String ledger) throws Exception {
        HttpResponse<String> response = send(body(ledger, -10, "none"));

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(json(response).at("/field").stringValue()).isEqualTo("ledger_id");
    }

    @Test
    void concurrentTransfers_overTheLimit_areRejectedOthersApplied() throws Exception {
        String ledger = openLedger(1000);
        HttpRequest transfer = transfer(body(ledger, -10, "none")).build();
        List<CompletableFuture<HttpResponse<String>>> answers;
        // While the ledger's row is locked, no transfer ends.
        try (Connection connection = DATABASE.dataSource().getConnection();
                PreparedStatement lock = connection.prepareStatement("SELECT 1 FROM ledger WHERE id = ? FOR UPDATE")) {
            connection.setAutoCommit(false);
            lock.setObject(1, LedgerId.TYPE.parse(ledger).value());
            lock.executeQuery();
            answers = Stream.generate(() -> HTTP.sendAsync(transfer, HttpResponse.BodyHandlers.ofString()))
                    .limit(12)
                    .toList();
            await().atMost(2, MINUTES)
                    .until(() ->
                            answers.stream().filter(CompletableFuture::isDone).count() == 12 - AT_ONCE);
            connection.rollback();
        }

        assertThat(answers.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
                .hasSize(12)
                .containsOnly(200, 429)
                .filteredOn(status -> status == 200)
                .hasSize(AT_ONCE);
        JsonNode after = json(HTTP.send(
                HttpRequest.newBuilder(server.url().resolve("/v1/ledgers/" + ledger))
                        .build(),
                HttpResponse.BodyHandlers.ofString()));
        assertThat(after.at("/balance").longValue()).isEqualTo(1000 - 10 * AT_ONCE);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false", ", false"})
    void playground_isThereOnlyWhereItIsSwitchedOn(String enabled, boolean there) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            Map<String, Object> properties = enabled == null ? Map.of() : Map.of("ledger.playground.enabled", enabled);
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
            context.register(PlaygroundController.class);

            assertThat(context.containsBeanDefinition("playgroundController")).isEqualTo(there);
        }
    }

    private static String openLedger(long deposit) throws Exception {
        HttpRequest request = post("/v1/ledgers")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"idempotency_key\":\"%s\",\"unit\":\"points\",\"initial_deposit\":%s}"
                                .formatted(UUID.randomUUID(), deposit)))
                .build();
        return json(HTTP.send(request, HttpResponse.BodyHandlers.ofString()))
                .required("id")
                .stringValue();
    }

    private static HttpResponse<String> send(String body) throws Exception {
        return HTTP.send(transfer(body).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder transfer(String body) {
        return post("/playground/transfers").POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder post(String path) {
        return HttpRequest.newBuilder(server.url().resolve(path)).header("Content-Type", "application/json");
    }

    private static String body(String ledger, long quantity, String fault) {
        return "{\"ledger_id\":\"%s\",\"quantity\":%s,\"fault\":\"%s\"}".formatted(ledger, quantity, fault);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private static List<String> texts(JsonNode report, String field) {
        return report.required("attempts")
                .valueStream()
                .map(attempt -> attempt.required(field).stringValue())
                .toList();
    }
}

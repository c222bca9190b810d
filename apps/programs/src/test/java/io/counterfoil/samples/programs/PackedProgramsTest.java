package io.counterfoil.samples.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.testkit.broker.BrokerAssumptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The programs as they are packed, started by the scripts as a user starts them: not on the class path of the tests. */
@Timeout(1_200)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the scripts are shell scripts")
class PackedProgramsTest {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** After SIGTERM. */
    private static final int TERMINATED = 143;

    private static final Pattern OPTION = Pattern.compile("-([Hd]) '([^']*)'");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    private BuiltClone clone;

    @BeforeEach
    void makeClone() throws IOException {
        clone = BuiltClone.in(directory);
    }

    @AfterEach
    void stopPrograms() throws IOException {
        clone.close();
    }

    @Test
    @Tag("LG-1")
    void ledger_answersThePostOfTheReadme_andReplaysIt() throws Exception {
        ChildJvm program = clone.start("run", "--port=0");
        URI url = URI.create(program.awaitLine("  URL "));

        HttpResponse<String> first = send(postOfTheReadme(url));
        HttpResponse<String> retry = send(postOfTheReadme(url));

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(retry.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(retry.body()).isEqualTo(first.body()).contains("\"balance\":100");
        stop(program);
    }

    @Test
    @Tag("SG-6")
    void controlPlane_showsItsPage_andExecutesACommand() throws Exception {
        BrokerAssumptions.assumeRabbitMq();
        ChildJvm program = clone.start("run", "control-plane", "--port=0");
        URI url = URI.create(program.awaitLine("  URL "));

        assertThat(send(HttpRequest.newBuilder(url).GET().build()).body()).contains("<html");
        HttpResponse<String> accepted = send(HttpRequest.newBuilder(url.resolve("/v1/swarms/swarm-42/create"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"idempotencyKey\": \"first\"}"))
                .build());

        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
        URI attempt = url.resolve(json(accepted).get("outcome").stringValue());
        JsonNode outcome = await().atMost(LIMIT).until(() -> outcomeOf(attempt), JsonNode::isObject);
        assertThat(outcome.get("status").stringValue()).isEqualTo("Ready");
        stop(program);
    }

    @Test
    void demo_sendsTransfers_andFindsEachOnce() throws Exception {
        ChildJvm program = clone.start("run", "demo", "--transfers", "20", "--clients", "2");
        List<String> output = program.output();

        assertThat(program.exitCode()).as("%s", program.errors()).isZero();
        assertThat(output).contains("Each transfer was executed exactly once or refused.");
    }

    @Test
    @Tag("CO-11")
    void command_inspectsAnId_tellsAStory_andPrintsASchema() throws Exception {
        Path log = Files.writeString(directory.resolve("service.log"), """
                2026-11-20 14:24:29.344  INFO 1 --- [shop] [main] shop.Orders : order placed [corr_id=shop-1]
                2026-11-20 14:24:29.345  INFO 1 --- [shop] [main] shop.Orders : another one [corr_id=shop-2]
                """);

        assertThat(counterfoil("id", "inspect", "01a1f958-3429-79d3-a0fc-0010576b9047"))
                .contains("UUID, version 7");
        assertThat(counterfoil("story", "shop-1", log.toString()))
                .contains("order placed")
                .doesNotContain("another one");
        assertThat(counterfoil("schema", "print")).contains("CREATE TABLE IF NOT EXISTS counterfoil_record");
    }

    @Test
    @Tag("UP-1")
    void command_upgradesTables_byADriverOfItsOwn() throws Exception {
        String url = "jdbc:h2:" + directory.resolve("tables").toAbsolutePath() + ";IFEXISTS=FALSE";

        assertThat(counterfoil("schema", "upgrade", "records", "--url", url, "--user", "sa"))
                .contains("CREATE TABLE IF NOT EXISTS counterfoil_record");
        assertThat(counterfoil("schema", "verify", "--url", url, "--user", "sa"))
                .isEqualTo("records: complete, version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "mysql"})
    @Tag("UP-1")
    void command_thatReachesNoDatabase_saysSoInOneLine(String product) throws Exception {
        String url = "jdbc:" + product + "://127.0.0.1:1/shop";

        ChildJvm program = clone.start("counterfoil", "schema", "verify", "--url", url, "--user", "app");

        assertThat(program.output()).isEmpty();
        assertThat(program.errors()).singleElement().asString().startsWith("counterfoil: " + url + ": ");
        assertThat(program.exitCode()).isEqualTo(2);
    }

    private String counterfoil(String... arguments) throws IOException {
        ChildJvm program = clone.start("counterfoil", arguments);
        String output = String.join("\n", program.output());
        assertThat(program.errors()).isEmpty();
        assertThat(program.exitCode()).isZero();
        return output;
    }

    /** The first request of the README, without the options that only affect the output. */
    private static HttpRequest postOfTheReadme(URI url) throws IOException {
        String readme = Files.readString(Path.of("../ledger/README.md"));
        int begin = readme.indexOf("$ curl -si localhost:8080/v1/ledgers");
        String call = readme.substring(begin, readme.indexOf("| grep", begin));
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve("/v1/ledgers"));
        Matcher option = OPTION.matcher(call);
        while (option.find()) {
            if (option.group(1).equals("d")) {
                request.POST(BodyPublishers.ofString(option.group(2)));
            } else {
                String[] field = option.group(2).split(": ", 2);
                request.header(field[0], field[1]);
            }
        }
        return request.build();
    }

    private JsonNode outcomeOf(URI attempt) throws IOException, InterruptedException {
        return json(send(HttpRequest.newBuilder(attempt).build())).at("/attempts/0/outcome");
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    /** As Ctrl-C does; the program then stops what it has started. */
    private static void stop(ChildJvm program) throws IOException {
        program.terminate();
        assertThat(program.exitCode()).isEqualTo(TERMINATED);
        assertThat(program.errors()).noneMatch(line -> line.contains("Exception") || line.contains("Error"));
    }
}

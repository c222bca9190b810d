package io.counterfoil.ledger.story;

import static io.counterfoil.ledger.story.WrittenLog.append;
import static io.counterfoil.ledger.story.WrittenLog.line;
import static io.counterfoil.ledger.story.WrittenLog.pack;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.launch.LedgerServer;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.story.render.HtmlRenderer;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
@Tag("CO-11")
class StoryTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private static Path logs;

    private static Path log;
    private static LedgerServer server;

    @BeforeAll
    static void start() throws IOException {
        Database database = TestPostgres.freshDatabase();
        log = logs.resolve("service.log");
        server = LedgerServer.start(
                0,
                new ConnectionSettings(database.jdbcUrl(), database.user(), database.password()),
                false,
                Map.of("logging.file.name", log.toString()));
        // The tests alone write what is read; what services of this JVM log goes to the deleted file.
        Files.delete(log);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Tag("SG-8")
    void storyOfAnAttempt_showsAllAttemptsOfItsAction() throws Exception {
        append(
                log,
                line(1, "abcd", "Transfer begins [request_id=key-1]")
                        + line(2, "abcd.x.1", "Request executed [request_id=key-1] [attempt=x.1]")
                        + line(3, "abcde", "another work")
                        + line(4, "abcd.x.2", "Request replayed [request_id=key-1] [attempt=x.2]"));

        HttpResponse<String> story = get("/story/abcd.x.2");

        assertThat(story.statusCode()).isEqualTo(200);
        assertThat(story.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(story.body())
                .contains("The story of <code>abcd</code>", "Transfer begins", "Request executed", "Request replayed")
                .contains("Action 1 <code>key-1</code> <span class=\"chip\">2 attempts</span>")
                .contains("<b>x.2</b></code> <span class=\"chip asked\">")
                .doesNotContain("<b>x.1</b></code> <span class=\"chip asked\">", "another work");
        assertThat(story.body()).contains("<a href=\"/\">");
    }

    @Test
    void rolledFiles_areRead_packedOrNot_andOthersAreNot() throws Exception {
        pack(logs.resolve("service.log.2026-01-01.0.gz"), line(1, "rolled", "from the packed one"));
        append(logs.resolve("service.log.2026-01-01.1"), line(2, "rolled", "from the plain one"));
        append(log, line(3, "rolled", "from the current one"));
        append(logs.resolve("service.log.2026-01-01.0123.tmp"), line(1, "rolled", "from a half-made one"));
        append(logs.resolve("service.log2"), line(1, "rolled", "from a stranger"));
        append(logs.resolve("other.log"), line(1, "rolled", "from a neighbour"));

        assertThat(get("/story/rolled").body())
                .contains("from the packed one", "from the plain one", "from the current one")
                .doesNotContain("half-made", "stranger", "neighbour");
    }

    @Test
    void lineThatIsStillBeingWritten_isLeftForLater() throws Exception {
        String second = line(2, "written", "the second");
        append(log, line(1, "written", "the first") + second.substring(0, second.length() - 1));
        String early = get("/story/written").body();
        append(log, "\n");

        assertThat(early).contains("the first").doesNotContain("the second");
        assertThat(get("/story/written").body()).contains("the first", "the second");
    }

    @Test
    void workThatNoLineTellsOf_isA404_withAPage() throws Exception {
        HttpResponse<String> story = get("/story/nobody.1");

        assertThat(story.statusCode()).isEqualTo(404);
        assertThat(story.body()).contains("No log lines of <code>nobody</code>", "Reload the page to see newer lines.");
    }

    @Test
    void attemptThatNoLineTellsOf_isSaid() throws Exception {
        append(log, line(1, "lonely", "of the work"));

        assertThat(get("/story/lonely.1").body())
                .contains("of the work", "No log lines under <code>lonely.1</code> itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a..b", ".a", "a.", "a%20b", "%3Cscript%3E", "%0A", "a%27", "\u00e9"})
    @Tag("CO-10")
    void badId_isA400_thatNamesIt(String id) throws Exception {
        HttpResponse<String> answer = get("/story/" + id);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(JsonMapper.shared().readTree(answer.body()).at("/field").stringValue())
                .isEqualTo("correlation_id");
    }

    @Test
    @Tag("CO-10")
    void idThatIsTooLong_isA400() throws Exception {
        String longest = "a".repeat(63) + "." + "b".repeat(64);

        assertThat(get("/story/" + longest).statusCode()).isEqualTo(404);
        assertThat(get("/story/" + longest + ".c").statusCode()).isEqualTo(400);
    }

    @Test
    void page_mayRunItsOwnScript_andNoOtherPathMay() throws Exception {
        append(log, line(1, "secure", "</script><script>alert(1)</script>"));
        HttpResponse<String> story = get("/story/secure");

        assertThat(story.headers().allValues("Content-Security-Policy"))
                .containsExactly(HtmlRenderer.contentSecurityPolicy() + "; frame-ancestors 'none'");
        assertThat(story.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(story.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(story.headers().firstValue("Content-Disposition")).hasValue("inline");
        assertThat(story.body().split("<script", -1)).hasSize(2);
        for (String other : new String[] {"/", "/story/a..b", "/story/", "/v1/ledgers"}) {
            assertThat(get(other).headers().allValues("Content-Security-Policy"))
                    .singleElement()
                    .asString()
                    .contains("script-src 'self'")
                    .doesNotContain("unsafe", "sha256");
        }
    }

    @Test
    void hugeStory_isBounded_andThatIsSaid() throws Exception {
        append(
                log,
                IntStream.range(0, 20_005)
                        .mapToObj(i -> line(i / 10, "huge", "line " + i))
                        .collect(Collectors.joining()));

        assertThat(get("/story/huge").body()).contains("5 later lines are left out");
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(server.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }
}

package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.story.Limits;
import io.counterfoil.story.StoryReader;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.Scan;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the web server logs of a request, behind all filters, read by the request's ID as {@code counterfoil story} reads it. */
@ParameterizedClass
@EnumSource(WebServerOfTest.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated("reads a log file, which the start of another application would switch off")
@Timeout(600)
@Tag("CO-2")
class ServerLogTest {

    private static final String SENT = "clients-id";

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    WebServerOfTest server;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    static Path directory;

    @SuppressWarnings("NullAway.Init") // Opened before the first test.
    private Shop shop;

    @SuppressWarnings("NullAway.Init") // Set before the first test.
    private Path log;

    @BeforeParameterizedClassInvocation
    void open() {
        log = directory.resolve(server + ".log");
        shop = Shop.open(
                List.of(BrokenHandlers.class, server.surrounded()),
                "--test.web-server=" + server.property(),
                "--logging.level.root=WARN",
                "--logging.file.name=" + log,
                "--logging.pattern.correlation=[corr_id=%X{corr_id:-}] ");
    }

    @AfterParameterizedClassInvocation
    void close() {
        shop.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/boom", "/boom-callable", "/boom-deferred"})
    void exceptionOfAHandler_withoutAKey_isInTheRequestsStory(String path) throws Exception {
        HttpResponse<String> response = shop.send("POST", path, "", "Correlation-Id", SENT);

        assertInStory(response, path);
    }

    @Test
    void exceptionOfTheErrorPage_isInTheRequestsStory() throws Exception {
        assumeTrue(server == WebServerOfTest.TOMCAT, "Jetty logs it for debugging only");

        HttpResponse<String> response = shop.send("POST", "/boom-error-page", "", "Correlation-Id", SENT);

        assertInStory(response, "/boom-error-page");
    }

    @Test
    void exceptionOfAHandler_withAKey_isInTheRequestsStory() throws Exception {
        HttpResponse<String> response = shop.post("/boom", "key-" + server, "", "Correlation-Id", SENT);

        assertInStory(response, "/boom");
    }

    @Test
    @Tag("CO-1")
    void request_hasOneId_inFiltersHandlersAndLaterDispatches() throws Exception {
        HttpResponse<String> response = shop.send("GET", "/dispatched", "", "Correlation-Id", SENT);

        String id = id(response);
        assertThat(id).startsWith(SENT + ".");
        assertThat(response.body()).isEqualTo(id + " " + id + ".1 " + id + " " + id + ".2");
    }

    @Test
    void threadOfTheServer_afterARequest_hasNoId() throws Exception {
        SurroundingIds surrounding = shop.bean(SurroundingIds.class);

        shop.send("POST", "/boom", "", "Correlation-Id", SENT);
        shop.send("GET", "/dispatched", "", "Correlation-Id", SENT);

        // Each of the two is seen before and after.
        for (int i = 0; i < 4; i++) {
            assertThat(surrounding.next()).isEqualTo("none");
        }
    }

    private void assertInStory(HttpResponse<String> response, String path) throws IOException {
        assertThat(response.statusCode()).isEqualTo(500);
        String id = id(response);
        assertThat(id).startsWith(SENT + ".");
        assertThat(story(id).units().flatMap(unit -> unit.lines().stream()))
                .as("lines of %s", id)
                .extracting(Line::message)
                .anyMatch(message -> message.contains("IllegalStateException: broken: " + path + "\n\tat "));
    }

    private static String id(HttpResponse<String> response) {
        return response.headers().firstValue("Correlation-Id").orElseThrow();
    }

    private Story story(String id) throws IOException {
        try (Scan scan = new Scan(List.of(LogSource.of(0, log.toString(), log)), 2, false)) {
            return new StoryReader(id, Limits.DEFAULT, Duration.ofSeconds(1), ZoneId::systemDefault).read(scan);
        }
    }
}

package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
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

/** What the web server logs of a request, behind all filters, under the request's ID. */
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
    void exceptionOfAHandler_withoutAKey_hasTheRequestsId(String path) throws Exception {
        HttpResponse<String> response = shop.send("POST", path, "", "Correlation-Id", SENT);

        assertLogged(response, path);
    }

    @Test
    void exceptionOfTheErrorPage_hasTheRequestsId() throws Exception {
        assumeTrue(server == WebServerOfTest.TOMCAT, "Jetty logs it for debugging only");

        HttpResponse<String> response = shop.send("POST", "/boom-error-page", "", "Correlation-Id", SENT);

        assertLogged(response, "/boom-error-page");
    }

    @Test
    void exceptionOfAHandler_withAKey_hasTheRequestsId() throws Exception {
        HttpResponse<String> response = shop.post("/boom", "key-" + server, "", "Correlation-Id", SENT);

        assertLogged(response, "/boom");
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

    private void assertLogged(HttpResponse<String> response, String path) throws IOException {
        assertThat(response.statusCode()).isEqualTo(500);
        String id = id(response);
        assertThat(id).startsWith(SENT + ".");
        assertThat(logged(id))
                .as("lines of %s", id)
                .anyMatch(message -> message.contains("IllegalStateException: broken: " + path + "\n\tat "));
    }

    private static String id(HttpResponse<String> response) {
        return response.headers().firstValue("Correlation-Id").orElseThrow();
    }

    /** The lines with this ID, each with the stack trace that follows it. */
    private List<String> logged(String id) throws IOException {
        return Pattern.compile("(?m)^(?=\\d{4}-)")
                .splitAsStream(Files.readString(log))
                .filter(line -> line.lines().findFirst().orElse("").contains("[corr_id=" + id + "]"))
                .toList();
    }
}

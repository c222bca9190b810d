package io.counterfoil.ledger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.counterfoil.ledger.launch.Serve;
import io.counterfoil.ledger.process.LedgerJvm;
import io.counterfoil.samples.support.testing.ChildJvm;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stories from the log that a service writes by itself when it is started as users start it. */
@Timeout(300)
@Tag("CO-11")
@Tag("SG-8")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("browser")
class StoryPageTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @RegisterExtension
    static final Pages PAGES = new Pages();

    @TempDir
    private static Path directory;

    private static ChildJvm service;
    private static URI url;

    @BeforeAll
    static void start() throws Exception {
        service = LedgerJvm.start(Serve.class, "--port", 0, "--data-dir", LedgerJvm.dataDirectory(directory));
        url = URI.create(service.awaitLine("  URL "));
    }

    @AfterAll
    static void stop() throws Exception {
        service.terminate();
        service.exitCode();
        service.close();
    }

    @Test
    @Tag("CO-3")
    void everyReportedAttempt_linksToTheStoryOfItsTransfer() throws Exception {
        String ledger = post(
                        "/v1/ledgers", "{\"idempotency_key\":\"story\",\"unit\":\"points\",\"initial_deposit\":100}")
                .required("id")
                .stringValue();

        JsonNode report = post(
                "/playground/transfers",
                "{\"ledger_id\":\"%s\",\"quantity\":-10,\"fault\":\"drop_response\"}".formatted(ledger));

        assertThat(report.required("attempts").size()).isEqualTo(2);
        for (JsonNode attempt : report.required("attempts")) {
            String story = HTTP.send(
                            HttpRequest.newBuilder(url.resolve(
                                            attempt.required("story").stringValue()))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(story)
                    .contains("Transfer of -10 begins", "Attempt begins", "Transaction posted", "Request executed")
                    .contains("Request replayed", "Attempt ended: 201 (replayed)", "Transfer ends: booked")
                    .contains("5 units of 2 services", ">client<", ">ledger<")
                    .contains("<code>" + report.required("idempotency_key").stringValue() + "</code>", ">2 attempts<")
                    .contains("<b>" + attempt.required("attempt_id").stringValue()
                            + "</b></code> <span class=\"chip asked\">");
        }
        assertThat(directory.resolve("logs/service.log")).isNotEmptyFile();
    }

    @Test
    void storyOfAnAttempt_opensInAnotherTab_andLeadsBack() {
        try (Visitor visitor = PAGES.visitor(url, 1280, 900)) {
            visitor.arrive().openLedger("told", 100).breakNetwork("drop_request");
            assertThat(visitor.attempts()).hasCount(3);
            assertThat(visitor.attempts().locator("a.story")).hasCount(3);
            List<String> ids = visitor.attempts("Attempt ID");
            List<String> errors = new ArrayList<>();

            Page story = visitor.page().waitForPopup(() -> {
                visitor.page().context().onPage(opened -> {
                    opened.onPageError(errors::add);
                    opened.onConsoleMessage(message -> errors.add(message.text()));
                });
                visitor.attempts().nth(1).locator("a.story").click();
            });

            assertThat(story.locator("h1")).containsText("The story of");
            assertThat(story.locator(".chip.attempt"))
                    .hasText(new String[] {"attempt " + ids.get(0), "attempt " + ids.get(1), "attempt " + ids.get(2)});
            assertThat(story.locator(".chip.asked")).hasCount(1);
            assertThat(story.locator("summary:has(.chip.asked)")).containsText("attempt " + ids.get(1));
            assertThat(story.locator(".timeline a.bar").first()).isVisible();

            story.locator("#query").fill("Transaction posted");
            assertThat(story.locator("#found")).hasText(Pattern.compile("1 of \\d+"));
            assertThat(visitor.attempts()).hasCount(3);

            story.getByText("The ledger").first().click();
            assertThat(story).hasTitle(Pattern.compile(".*Counterfoil ledger"));
            assertThat(errors).isEmpty();
            visitor.assertNoErrors();
        }
    }

    private static JsonNode post(String path, String body) throws Exception {
        HttpResponse<String> response = HTTP.send(
                HttpRequest.newBuilder(url.resolve(path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 201);
        return JsonMapper.shared().readTree(response.body());
    }
}

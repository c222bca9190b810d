package io.counterfoil.ledger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import io.counterfoil.ledger.access.ApiKeyCommand;
import io.counterfoil.ledger.launch.LedgerServer;
import io.counterfoil.ledger.launch.Serve;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The page of a service that asks for API keys. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("browser")
class ApiKeyPageTest {

    @RegisterExtension
    static final Pages PAGES = new Pages();

    @Test
    @Tag("RQ-5")
    @Tag("CO-11")
    void page_withApiKeys_worksForTheKeysOwnerWithoutStories(@TempDir Path logs) {
        Database database = TestPostgres.freshDatabase();
        ConnectionSettings settings = new ConnectionSettings(database.jdbcUrl(), database.user(), database.password());
        try (LedgerServer server = LedgerServer.start(
                        0,
                        settings,
                        true,
                        Map.of("logging.file.name", logs.resolve("service.log").toString()));
                Visitor visitor = PAGES.visitor(server.url(), 1280, 900)) {
            Page page = visitor.page();
            page.navigate(server.url().toString());
            assertThat(page.locator("#ledgers-problem")).containsText("an API key is required");
            assertThat(page.locator("#client-form")).isHidden();

            page.locator("#api-key").fill(keyOf("alice", database));
            page.locator("#api-key").press("Enter");

            assertThat(page.locator("#new-title")).hasText("Open your first ledger");
            visitor.openLedger("by-alice", 100).breakNetwork("drop_response");
            assertThat(page.locator("#ledger-balance")).hasText("90");
            assertThat(visitor.attempts()).hasCount(2);
            assertThat(page.locator("#attempts .story")).hasCount(0);
            visitor.assertNoErrors();
        }
    }

    private static String keyOf(String owner, Database database) {
        StringWriter out = new StringWriter();
        String url = "%s?user=%s&password=%s".formatted(database.jdbcUrl(), database.user(), database.password());
        Serve.commandLine(new ApiKeyCommand())
                .setOut(new PrintWriter(out, true))
                .execute("api-key", "create", owner, "--database-url", url);
        return out.toString().strip();
    }
}

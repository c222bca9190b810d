package io.counterfoil.ledger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.RequestOptions;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.JdbcLeaseStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The console of the ledger, in a real browser, operated by the keyboard. */
@Timeout(600)
@Tag("CN-4")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("browser")
class ConsolePageTest {

    private static final Duration LEASE = Duration.ofMinutes(5);

    @RegisterExtension
    static final Pages PAGES = new Pages();

    private final List<String> requested = new ArrayList<>();
    private Visitor visitor;
    private Page page;
    private JdbcClient sql;

    @BeforeEach
    void arrive() {
        visitor = PAGES.visitor(1280, 900);
        page = visitor.page();
        page.onRequest(request -> requested.add(request.url()));
        sql = JdbcClient.create(PAGES.database().dataSource());
        sql.sql("DELETE FROM counterfoil_record WHERE leased_until IS NOT NULL OR request_id LIKE '01a1f958%'")
                .update();
        sql.sql("DELETE FROM counterfoil_console_audit").update();
    }

    @AfterEach
    void leave() {
        visitor.assertNoErrors();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        visitor.close();
    }

    private String url() {
        return PAGES.serviceUrl() + "/counterfoil/";
    }

    private void visit(String panel) {
        page.navigate(url() + "#panel=" + panel);
        page.locator("#content:not([aria-busy]) #" + panel + "-title").waitFor();
    }

    /** What processes leave that die while they transfer: leases that have run out. */
    private void die(int number) {
        for (int i = 0; i < number; i++) {
            begin("01a1f958-3429-79d3-a0fc-0010576b9" + (100 + i), "shop-" + i % 3);
        }
        sql.sql("UPDATE counterfoil_record SET leased_until = leased_until - :past, received_at = received_at - :past"
                        + " WHERE leased_until > 0")
                .param("past", 2 * LEASE.toMillis() * 1000)
                .update();
    }

    /** What a service of some weeks has kept. */
    private void keep(int number) {
        sql.sql(
                        "INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, received_at, expires_at, token)"
                                + " SELECT '01a1f958-' || i, 'shop-' || i % 50, 'POST /v1/transactions', decode(repeat('00', 32), 'hex'),"
                                + " 1000000::bigint * i, 4000000000000000 + i, i FROM generate_series(1, :number) AS i")
                .param("number", number)
                .update();
    }

    private static void begin(String requestId, String client) {
        IdempotencyKey key = IdempotencyKey.of(client, "POST /v1/transactions", requestId);
        new JdbcLeaseStore(PAGES.database().dataSource())
                .lease(
                        new KeyedRequest(
                                key, Fingerprint.of(requestId.getBytes(StandardCharsets.UTF_8)), Optional.empty()),
                        LEASE,
                        false);
    }

    private Locator rows() {
        return page.locator("#panel tbody tr");
    }

    private String focused() {
        return (String)
                page.evaluate("document.activeElement.closest('tr')?.dataset.key ?? document.activeElement.tagName");
    }

    @Test
    @Tag("CN-2")
    void twentyUnknownOutcomes_amongManyRecords_areCleared_byKeyboard() {
        keep(100_000);
        die(20);
        visit("unknown");
        assertThat(rows()).hasCount(20);

        page.keyboard().press("ArrowDown");
        for (int left = 19; left >= 0; left--) {
            page.keyboard().press("n");
            assertThat(page.locator("dialog[open]")).isVisible();
            if (left == 19) {
                page.keyboard().type("the ledger has no such transaction");
            }
            page.keyboard().press("Enter");
            assertThat(rows()).hasCount(left);
        }

        assertThat(page.locator("#panel .empty")).isVisible();
        assertThat(sql.sql(
                                "SELECT count(DISTINCT subject) FROM counterfoil_console_audit WHERE reason LIKE 'the ledger has%'")
                        .query(Integer.class)
                        .single())
                .isEqualTo(20);
    }

    @Test
    @Tag("CN-2")
    void outcomeThatHappened_isDecided_byKeyboardAlone() {
        die(1);
        visit("unknown");
        assertThat(rows()).hasCount(1);

        page.keyboard().press("ArrowDown");
        page.keyboard().press("y");
        page.keyboard().type("seen at the bank");
        page.keyboard().press("Tab");
        page.keyboard().type("201");
        page.keyboard().press("Enter");
        assertThat(rows()).hasCount(0);

        visit("decisions");
        assertThat(rows().first()).containsText("it happened");
        assertThat(rows().first()).containsText("seen at the bank");
    }

    @Test
    void decisionWithoutAReason_isRefused_inTheDialog() {
        die(1);
        visit("unknown");
        page.locator("[data-focus=not]").click();
        page.keyboard().press("Enter");

        assertThat(page.locator("dialog .problem")).containsText("Reason");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(rows()).hasCount(1);
    }

    @Test
    void refresh_keepsTheFocus_whereItIs() {
        die(3);
        visit("unknown");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("ArrowDown");
        String before = focused();

        begin("another", "shop-9");
        die(0);

        assertThat(rows()).hasCount(4);
        assertThat(focused()).isEqualTo(before);
    }

    @Test
    void record_isOpened_andLeftByEscape_toItsRow() {
        die(3);
        visit("unknown");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("ArrowDown");
        String row = focused();

        page.keyboard().press("Enter");
        assertThat(page.locator("#story-command")).containsText("./counterfoil story 01a1f958");
        assertThat(page.locator(".timeline")).containsText("The lease ran out without a result");
        page.keyboard().press("Escape");

        assertThat(rows()).hasCount(3);
        page.waitForCondition(() -> focused().equals(row));
    }

    @Test
    void questionMark_showsTheKeys() {
        visit("records");

        page.keyboard().press("?");

        assertThat(page.locator("dialog[open] h2")).hasText("Keys");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
    }

    @Test
    @Tag("CN-3")
    void whoMayNotAct_seesNoButtons() {
        die(1);
        page.route("**/api/session", route -> {
            String session = route.fetch().text().replace("\"act\":true", "\"act\":false");
            route.fulfill(new Route.FulfillOptions().setBody(session).setContentType("application/json"));
        });
        visit("unknown");

        assertThat(rows()).hasCount(1);
        assertThat(page.locator("#panel tbody button")).hasCount(0);
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        assertThat(page.locator(".timeline")).isVisible();
        assertThat(page.locator("#panel .choices")).isHidden();
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void everyPanel_isAccessible(ColorScheme scheme) throws IOException {
        die(3);
        begin("in-progress", "shop-9");
        visitor.arrive().openLedger("accessible " + scheme, 100);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        for (String panel : List.of("unknown", "progress", "records", "duplicates", "decisions")) {
            visit(panel);
            assertThat(violations()).as(panel).isEmpty();
        }
        visit("unknown");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("y");
        assertThat(violations()).as("decision").isEmpty();
        page.keyboard().press("Escape");
        page.keyboard().press("Enter");
        page.locator(".timeline").waitFor();
        assertThat(violations()).as("record").isEmpty();
    }

    /** By axe-core, as texts. */
    @SuppressWarnings("unchecked")
    private List<String> violations() throws IOException {
        try (InputStream axe = ConsolePageTest.class.getResourceAsStream("/axe.min.js")) {
            page.evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
        return (List<String>) page.evaluate(
                "async () => (await axe.run()).violations.map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ')}`)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "progress", "records", "duplicates", "decisions"})
    void panel_onAPhone_hasNoSidewaysScrolling(String panel) {
        die(2);
        begin("a-request-id-of-a-client-that-likes-them-long".repeat(4), "shop-9");
        page.setViewportSize(390, 800);
        visit(panel);

        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
    }

    @ParameterizedTest
    @CsvSource({"unknown", "records"})
    void page_asksNoOtherHost(String panel) {
        die(1);
        visit(panel);
        page.locator("#panel tbody a.key").first().click();
        page.locator(".timeline").waitFor();

        assertThat(requested)
                .isNotEmpty()
                .allMatch(each -> each.startsWith(PAGES.serviceUrl().toString()));
    }

    @Test
    @Tag("CN-1")
    void filters_areInTheAddress() {
        page.request()
                .post(
                        PAGES.serviceUrl() + "/v1/ledgers",
                        RequestOptions.create()
                                .setHeader("Idempotency-Key", "filtered")
                                .setData(Map.of("idempotency_key", "filtered", "unit", "points")));
        visit("records");

        page.getByLabel("Request ID").fill("filtered");
        page.keyboard().press("Enter");

        assertThat(rows()).hasCount(1);
        assertThat(page.url()).contains("requestId=filtered");
        rows().first().locator("a.key").click();
        assertThat(page.locator(".timeline")).containsText("Result recorded: response 201");
        page.getByText("Show the stored response").click();
        assertThat(page.locator("pre")).containsText("points");
    }
}

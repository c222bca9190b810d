package io.counterfoil.messagedesk;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page as a whole in a real browser: its refresh, its failures, its values, what everyone can read and reach. Skipped without a Chromium. */
@Timeout(600)
@Tag("CN-4")
class ConsolePageTest {

    private static final List<String> PANELS =
            List.of("unknown", "progress", "records", "duplicates", "messages", "outbox", "operations", "decisions");

    private static final String LONG = "01a1f9583429".repeat(21);
    private static final String MARKUP = "<img src=x onerror=\"window.hit=1\">";
    private static final String DECISION = "{\"happened\": false, \"reason\": \"%s\"}";
    private static final int MINUTE_MILLIS = 60_000;

    private static @Nullable Chromium chromium;

    private final List<String> errors = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private RunningDesk desk;
    private Page page;

    @BeforeAll
    static void launch() {
        chromium = Chromium.launch();
    }

    @AfterAll
    static void end() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void arrive() {
        desk = RunningDesk.open(TestPostgres.freshDatabase(), "--counterfoil.console.result-role=");
        page = Objects.requireNonNull(chromium, "launched").page();
        page.onPageError(errors::add);
        page.onRequest(request -> {
            if (request.url().contains("/api/overview")) {
                asked.add(request.url());
            }
        });
    }

    @AfterEach
    void leave() {
        page.context().close();
        desk.close();
        assertThat(errors).isEmpty();
    }

    private void visit(String panel) {
        // A new page, also where the address is the one that is shown.
        page.navigate("about:blank");
        page.navigate(desk.address("") + "#panel=" + panel);
        page.locator("#" + panel + "-title:focus").waitFor();
    }

    private Locator rows() {
        return page.locator("#panel tbody tr");
    }

    private void hide(boolean hidden) {
        page.evaluate(
                "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
                        + " document.dispatchEvent(new Event('visibilitychange')); }",
                hidden);
    }

    @Test
    void hiddenPage_asksNothing_untilItIsShown() {
        page.clock().install();
        visit("unknown");
        hide(true);
        page.clock().runFor(MINUTE_MILLIS);
        asked.clear();

        page.clock().runFor(10 * MINUTE_MILLIS);
        assertThat(asked).isEmpty();

        desk.die("k-1", "alice");
        hide(false);
        page.clock().runFor(1);
        assertThat(rows()).hasCount(1);
    }

    @Test
    void pausedPage_asksNothing_untilItIsLive() {
        page.clock().install();
        visit("unknown");
        page.locator("#live").press("Enter");
        page.clock().runFor(MINUTE_MILLIS);
        asked.clear();

        page.clock().runFor(10 * MINUTE_MILLIS);
        assertThat(asked).isEmpty();

        desk.die("k-1", "alice");
        page.locator("#live").press("Enter");
        page.clock().runFor(1);
        assertThat(rows()).hasCount(1);
    }

    @Test
    void outage_isSaid_andEndsByItself() {
        desk.die("k-1", "alice");
        visit("unknown");
        assertThat(rows()).hasCount(1);

        desk.bean(Outage.class).begin();
        assertThat(page.locator("#problem")).containsText("Store unavailable");
        assertThat(rows()).hasCount(1);
        desk.bean(Outage.class).end();

        assertThat(page.locator("#problem")).isEmpty();
    }

    @Test
    void failingService_isAskedLessOften() {
        page.clock().install();
        visit("unknown");
        page.route(
                "**/api/overview",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(503)
                        .setContentType("application/problem+json")
                        .setBody("{\"title\": \"Store unavailable\", \"status\": 503}")));
        page.clock().runFor(4_000);
        assertThat(page.locator("#problem")).containsText("Store unavailable");
        for (int i = 0; i < 4; i++) {
            page.waitForResponse("**/api/overview", () -> page.clock().runFor(16_000));
        }
        asked.clear();

        page.clock().runFor(15_000);

        assertThat(asked).hasSizeLessThan(2);
    }

    @Test
    void signInPage_insteadOfData_isSaid() {
        visit("unknown");

        page.route(
                "**/api/**",
                route -> route.fulfill(
                        new Route.FulfillOptions().setContentType("text/html").setBody("<h1>Sign in</h1>")));

        assertThat(page.locator("#problem")).containsText("reload this page");
    }

    @Test
    void recordThatIsRemoved_whileItIsShown_canNotBeDecided() {
        desk.die("k-1", "alice");
        visit("unknown");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        assertThat(page.getByText("It happened…")).isVisible();

        desk.forget("k-1");

        assertThat(page.locator("#panel")).containsText("There is no record under this key");
        assertThat(page.getByText("It happened…")).isHidden();
        page.keyboard().press("Escape");
        assertThat(page.locator("#unknown-title")).isVisible();
    }

    @Test
    void outcomeThatAnotherOperatorDecided_isExplained() throws Exception {
        desk.die("k-1", "alice");
        visit("unknown");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("n");
        page.keyboard().type("looked");
        desk.decide("k-1", "{\"happened\": true, \"status\": 201, \"reason\": \"seen\"}");

        page.keyboard().press("Enter");

        assertThat(page.locator("dialog .problem")).containsText("Outcome not unknown");
        page.keyboard().press("Escape");
        assertThat(rows()).hasCount(0);
    }

    @Test
    void olderDecisions_areReached_byKeyboard() {
        desk.decided(250, "looked");
        visit("decisions");
        assertThat(rows()).hasCount(100);

        page.getByText("Older decisions").press("Enter");
        page.waitForURL("**cursor=**");
        page.locator("#decisions-title:focus").waitFor();
        String second = page.url();
        page.getByText("Older decisions").press("Enter");
        page.waitForURL(url -> !url.equals(second));
        assertThat(rows()).hasCount(50);
        page.locator("#decisions-title:focus").waitFor();

        assertThat(page.getByText("Older decisions")).isHidden();
        page.getByText("Newest decisions").press("Enter");
        assertThat(rows()).hasCount(100);
    }

    @Test
    void markup_isShownAsItIs() throws Exception {
        desk.die(MARKUP, MARKUP);
        desk.die("k-2", "alice");
        desk.decide("k-2", DECISION.formatted("<b>" + MARKUP.replace("\"", "'") + "</b>"));
        desk.kill(MARKUP);
        desk.fail(MARKUP + "2");
        desk.refuse(MARKUP);

        for (String panel : List.of("unknown", "records", "messages", "outbox", "decisions")) {
            visit(panel);
            assertThat(page.locator("#panel")).containsText("<img src=x onerror=");
            assertThat(page.locator("#panel img")).hasCount(0);
        }
        visit("unknown");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        assertThat(page.locator("#record-title")).containsText(MARKUP);
        assertThat(page.evaluate("window.hit === undefined")).isEqualTo(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"-f | -- -f", "it's; reboot | 'it'\\''s; reboot'", "k-1 | k-1"})
    void storyOfAKey_isAskedForByTheKeyAlone(String requestId, String argument) {
        desk.die(requestId, "alice");
        visit("unknown");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");

        assertThat(page.locator("#story-command")).hasText("./counterfoil story " + argument + " *.log");
    }

    @ParameterizedTest
    @CsvSource({"390, 100", "390, 150", "800, 100", "1280, 100", "1280, 200"})
    void longValues_andLargeText_fitTheWindow(int width, int percent) throws Exception {
        fill();
        page.setViewportSize(width, 900);
        for (String panel : PANELS) {
            visit(panel);
            enlarge(percent);
            assertFits(panel, width);
        }
        visit("unknown");
        enlarge(percent);
        assertThat(page.evaluate("getComputedStyle(document.querySelector('.rows')).fontSize"))
                .isEqualTo(14 * percent / 100 + "px");
        assertThat(page.evaluate("getComputedStyle(document.body).fontSize")).isEqualTo(16 * percent / 100 + "px");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("y");
        assertThat(page.locator("dialog[open]")).isVisible();
        assertFits("decision", width);
        page.keyboard().press("Escape");
        page.keyboard().press("Enter");
        page.locator(".timeline").waitFor();
        assertFits("record", width);
    }

    private void enlarge(int percent) {
        page.evaluate("percent => { document.documentElement.style.fontSize = percent + '%'; }", percent);
    }

    private void assertFits(String what, int width) {
        assertThat(page.evaluate("document.documentElement.scrollWidth"))
                .as(what)
                .isEqualTo(width);
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void everyViewAndDialog_isAccessible(ColorScheme scheme) throws Exception {
        fill();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        for (String panel : PANELS) {
            visit(panel);
            assertAccessible(panel);
        }
        dialog("unknown", "y");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog .problem")).isVisible();
        assertAccessible("decision without a reason");
        dialog("unknown", "n");
        dialog("messages", "r");
        dialog("messages", "d");
        dialog("outbox", "s");
        dialog("outbox", "d");
        dialog("unknown", "?");
        visit("records");
        page.getByText("answered-key").click();
        page.getByText("Show the stored response").click();
        page.locator("pre").waitFor();
        assertAccessible("record with its response");
        desk.bean(Outage.class).begin();
        assertThat(page.locator("#problem")).containsText("Store unavailable");
        assertAccessible("outage");
        desk.bean(Outage.class).end();
    }

    private void dialog(String panel, String key) {
        page.keyboard().press("Escape");
        visit(panel);
        page.keyboard().press("ArrowDown");
        page.keyboard().press(key);
        assertThat(page.locator("dialog[open]")).isVisible();
        assertAccessible(panel + " " + key);
    }

    private void assertAccessible(String what) {
        assertThat(Chromium.violations(page)).as(what).isEmpty();
    }

    @Test
    void reducedMotion_movesNothing() {
        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        visit("unknown");
        page.locator("#live").press("Enter");
        assertThat(page.locator("#toast.shown")).isVisible();

        assertThat(page.evaluate("document.getAnimations().length")).isEqualTo(0);
        assertThat(page.evaluate("getComputedStyle(document.getElementById('toast')).transitionDuration"))
                .isEqualTo("0s");
    }

    private void fill() throws Exception {
        desk.die(LONG, LONG);
        desk.begin(LONG + "b", LONG);
        desk.die("answered-key", "alice");
        desk.decide(
                "answered-key",
                "{\"happened\": true, \"status\": 201, \"headers\": \"Location: /" + LONG + "\", \"body\": \"" + LONG
                        + "\", \"reason\": \"" + LONG + "\"}");
        desk.kill(LONG);
        desk.fail(LONG + "f");
        desk.refuse(LONG);
        desk.submit(LONG.substring(0, 100));
    }
}

package io.counterfoil.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import io.counterfoil.samples.support.testing.Chromium;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The site in a browser; skipped without a Chromium. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserTest {

    private static final int TIMEOUT_MILLIS = 240_000;
    private static final int NARROW = 390;

    /** Each violation with the elements that have it. */
    private static final String AXE = """
            async () => (await axe.run()).violations
              .map(violation => violation.id + ': ' + violation.nodes.map(node => node.html).join(' '))""";

    private final List<String> errors = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();

    private Playwright playwright;
    private Browser browser;
    private RealSite site;
    private SiteServer server;
    private BrowserContext context;
    private Page page;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        Optional<Path> chromium = Chromium.find();
        assumeTrue(chromium.isPresent(), "there is no Chromium on the path");
        site = new RealSite(directory);
        server = new SiteServer(site);
        playwright = Chromium.driver();
        browser = Chromium.launch(playwright, chromium.get());
    }

    @AfterAll
    void stop() {
        if (playwright != null) {
            playwright.close();
            server.close();
        }
    }

    @BeforeEach
    void open() {
        // The policy of the pages does not allow a script that a test brings.
        context = browser.newContext(new Browser.NewContextOptions().setBypassCSP(true));
        context.setDefaultTimeout(TIMEOUT_MILLIS);
        page = context.newPage();
        page.onConsoleMessage(message -> errors.add(message.text()));
        page.onPageError(errors::add);
        page.onRequest(request -> requests.add(request.url()));
    }

    @AfterEach
    void close() {
        context.close();
        assertThat(errors).isEmpty();
        assertThat(requests).allMatch(url -> url.startsWith(server.url("")));
    }

    @Test
    void search_forUnknownOutcome_findsItsSectionFirst() {
        page.navigate(server.url("guides/spring.html"));
        page.keyboard().press("/");
        page.keyboard().type("unknown outcome");

        assertThat(page.locator("#matches a").first())
                .hasAttribute("href", "../guides/operations.html#unknown-outcomes");
    }

    @Test
    void search_forAType_findsItsJavadocFirst() {
        page.navigate(server.url("index.html"));
        page.locator("#query").fill("HttpPolicy");

        assertThat(page.locator("#matches a").first()).hasAttribute("href", "api/io/counterfoil/http/HttpPolicy.html");
    }

    @Test
    void search_withoutAResult_saysSo() {
        page.navigate(server.url("index.html"));
        page.locator("#query").fill("xylophone");

        assertThat(page.locator("#found")).hasText("Nothing found");
    }

    @Test
    void search_byKeyboard_opensAResult() {
        page.navigate(server.url("index.html"));
        page.keyboard().press("/");
        page.keyboard().type("unknown outcome");
        page.locator("#matches a").first().waitFor();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");

        assertThat(page).hasURL(server.url("guides/operations.html#unknown-outcomes"));
    }

    @Test
    void escape_inTheResults_leadsBackToTheField() {
        page.navigate(server.url("index.html"));
        page.locator("#query").fill("outbox");
        page.locator("#matches a").first().waitFor();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Escape");

        assertThat(page.locator("#query")).isFocused();
        assertThat(page.locator("#results")).isHidden();
    }

    @Test
    void firstTabStop_skipsToTheText() {
        page.navigate(server.url("guides/engine.html"));
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");

        assertThat(page.locator("#content")).isFocused();
    }

    @ParameterizedTest
    @CsvSource({
        "index.html, LIGHT",
        "index.html, DARK",
        "guides/spring.html, LIGHT",
        "guides/spring.html, DARK",
        "guides/performance.html, DARK",
        "reference/settings.html, LIGHT",
        "reference/command.html, DARK",
        "decisions/index.html, LIGHT"
    })
    void page_inAColorScheme_isFoundAccessible(String path, ColorScheme colors) throws IOException {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colors));
        page.navigate(server.url(path));

        assertThat(violations()).isEmpty();
    }

    @Test
    void results_areFoundAccessible() throws IOException {
        page.navigate(server.url("index.html"));
        page.locator("#query").fill("outbox");
        page.locator("#matches a").first().waitFor();

        assertThat(violations()).isEmpty();
    }

    @Test
    void menu_onASmallScreen_isFoundAccessible() throws IOException {
        page.setViewportSize(NARROW, 844);
        page.navigate(server.url("guides/http.html"));
        page.locator(".opens-pages").click();

        assertThat(violations()).isEmpty();
    }

    @Test
    void smallScreen_fitsEachPage() {
        page.setViewportSize(NARROW, 844);
        for (Object path : paths()) {
            page.navigate(server.url(path.toString()));

            assertThat(page.evaluate("document.documentElement.scrollWidth"))
                    .as("%s", path)
                    .isEqualTo(NARROW);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pages", "headings"})
    void list_onASmallScreen_opensAndLeadsAway(String list) {
        page.setViewportSize(NARROW, 844);
        page.navigate(server.url("guides/http.html"));
        assertThat(page.locator("#" + list)).isHidden();

        page.locator(".opens-" + list).click();
        page.locator("#" + list + " a:visible").last().click();

        assertThat(page).not().hasURL(server.url("guides/http.html"));
        assertThat(page.locator("#" + list)).isHidden();
    }

    @Test
    void wideCode_isScrolledByKeyboard() {
        page.setViewportSize(NARROW, 844);
        page.navigate(server.url("index.html"));

        assertThat(page.locator("pre").nth(1)).hasAttribute("tabindex", "0");
    }

    @Test
    void print_hasTheTextOnly() {
        page.navigate(server.url("guides/http.html"));
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

        assertThat(page.locator("h1")).isVisible();
        assertThat(page.locator(".masthead, #pages, #headings, .neighbours").all())
                .noneMatch(element -> element.isVisible());
    }

    @Test
    void withoutScripts_thereIsNoSearch() {
        try (BrowserContext plain = browser.newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false))) {
            Page without = plain.newPage();
            without.navigate(server.url("guides/http.html"));

            assertThat(without.locator("#search")).isHidden();
            assertThat(without.locator("#pages")).isVisible();
        }
    }

    /** Under the policy of the pages. */
    @Test
    void search_onADisk_works() {
        try (BrowserContext plain = browser.newContext()) {
            Page onDisk = plain.newPage();
            onDisk.setDefaultTimeout(TIMEOUT_MILLIS);
            onDisk.navigate(site.url("guides/http.html"));
            onDisk.locator("#query").fill("outbox");

            assertThat(onDisk.locator("#matches a").first())
                    .hasAttribute("href", "../guides/messaging.html#the-outbox");
        }
    }

    @Test
    void next_leadsThroughAllPages() {
        page.navigate(server.url("index.html"));
        List<String> titles = new ArrayList<>(List.of(page.title()));
        while (page.locator("a[rel=next]").count() > 0) {
            page.navigate((String) page.locator("a[rel=next]").evaluate("link => link.href"));
            titles.add(page.title());
        }

        assertThat(titles).doesNotHaveDuplicates().hasSize(paths().size());
    }

    /** The pages that the navigation lists. */
    private List<?> paths() {
        page.navigate(server.url("index.html"));
        return (List<?>) page.evaluate("[...document.querySelectorAll('#pages a')].map(a => a.getAttribute('href'))");
    }

    private List<?> violations() throws IOException {
        try (InputStream axe = BrowserTest.class.getResourceAsStream("/axe.min.js")) {
            page.evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
        return (List<?>) page.evaluate(AXE);
    }
}

package io.counterfoil.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.BoundingBox;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The HTML page in a browser; skipped without a Chromium on the path. */
@Tag("CO-11")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoryPageTest {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    /** Controls, or their labels, of less than 24 px by 24 px (WCAG 2.2, success criterion 2.5.8). */
    private static final String SMALL_TARGETS = """
            () => [...document.querySelectorAll('a[href]:not(.skip), button, input, summary')]
              .map(one => one.closest('label') ?? one)
              .filter(one => one.checkVisibility())
              .filter(one => {
                const box = one.getBoundingClientRect();
                return box.width < 23.99 || box.height < 23.99;
              })
              .map(one => one.outerHTML)""";

    private static final int TIMEOUT_MILLIS = 240_000;

    private Playwright playwright;
    private Browser browser;
    private String url;

    @BeforeAll
    void open(@TempDir Path directory) throws IOException {
        Optional<Path> chromium = chromium();
        assumeTrue(chromium.isPresent(), "there is no Chromium on the path");
        Path page = directory.resolve("story.html");
        Files.writeString(
                page,
                StoryResult.story(BookingLogs.in(directory), "--gap", "10s", "--html", "a79x")
                        .out());
        url = page.toUri().toString();
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium.get())
                        .setTimeout(TIMEOUT_MILLIS)
                        .setArgs(List.of("--no-sandbox", "--headless", "--disable-gpu", "--no-first-run")));
    }

    @AfterAll
    void close() {
        if (playwright != null) {
            playwright.close();
        }
    }

    private BrowserContext context(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        context.setDefaultTimeout(TIMEOUT_MILLIS);
        return context;
    }

    private static Optional<Path> chromium() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return NAMES.stream()
                .flatMap(name -> Stream.of(path.split(File.pathSeparator))
                        .map(place -> Path.of(place).resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    void search_showsTheLinesThatMatch_andTheUnitsThatHaveThem() {
        List<String> errors = new ArrayList<>();
        try (BrowserContext context = context(new Browser.NewContextOptions())) {
            Page page = context.newPage();
            page.onConsoleMessage(message -> errors.add(message.text()));
            page.onPageError(errors::add);
            page.navigate(url);
            assertThat(visible(page, ".line")).isEqualTo(9);
            assertThat(page.evaluate(SMALL_TARGETS)).asInstanceOf(LIST).isEmpty();

            page.locator("#query").fill("COMMIT");
            assertThat(visible(page, ".line")).isEqualTo(2);
            assertThat(visible(page, ".unit")).isEqualTo(3);
            assertThat(page.locator("#found").textContent()).isEqualTo("2 of 9");

            page.locator("#query").fill("no match");
            assertThat(page.locator("#nothing").isVisible()).isTrue();

            page.locator("#query").press("Escape");
            page.locator("#severe").check();
            assertThat(visible(page, ".line")).isEqualTo(2);

            page.locator("#severe").uncheck();
            page.locator("[type=checkbox][data-service='1']").uncheck();
            assertThat(visible(page, ".line")).isEqualTo(6);
        }
        assertThat(errors).isEmpty();
    }

    @Test
    void withoutJavaScript_everyLineIsThere_andTheSearchIsNot() {
        try (BrowserContext context = context(new Browser.NewContextOptions().setJavaScriptEnabled(false))) {
            Page page = context.newPage();
            page.navigate(url);

            assertThat(page.content()).contains("no commit", "settled", "12.02 s");
            assertThat(page.locator(".line").count()).isEqualTo(9);
            assertThat(page.locator(".bar").count()).isEqualTo(4);
            assertThat(page.locator("summary a, summary button, summary input").count())
                    .isZero();
            page.locator(".unit .attempts a").first().click();
            assertThat(page.url()).endsWith("#a1");
            assertThat(page.locator("#search").isVisible()).isFalse();
        }
    }

    @Test
    void smallScreen_fitsThePage_andLanesKeepTheirLabels() {
        try (BrowserContext context = context(new Browser.NewContextOptions().setViewportSize(390, 844))) {
            Page page = context.newPage();
            page.navigate(url);

            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            assertThat(page.evaluate(SMALL_TARGETS)).asInstanceOf(LIST).isEmpty();
            assertLanesAreLabelled(page);
            page.locator(".timeline").evaluate("timeline => timeline.scrollLeft = timeline.scrollWidth");
            assertThat(page.locator(".bar").first().boundingBox().x).isNegative();
            assertLanesAreLabelled(page);
        }
    }

    /** Each label is inside the window, above its lane, and at least as large as the other texts of the timeline. */
    private static void assertLanesAreLabelled(Page page) {
        List<Locator> labels = page.locator(".names .service").all();
        assertThat(labels).hasSameSizeAs(page.locator(".lane").all()).isNotEmpty();
        for (int i = 0; i < labels.size(); i++) {
            assertThat(labels.get(i).isVisible()).isTrue();
            BoundingBox label = labels.get(i).boundingBox();
            BoundingBox lane = page.locator(".lane").nth(i).boundingBox();
            assertThat(label.x).isNotNegative();
            assertThat(label.x + label.width).isLessThanOrEqualTo(390);
            assertThat(label.y).isBetween(lane.y, lane.y + lane.height);
            assertThat(labels.get(i).evaluate("label => parseFloat(getComputedStyle(label).fontSize) >= 12"))
                    .isEqualTo(true);
        }
    }

    private static long visible(Page page, String selector) {
        return page.locator(selector).all().stream().filter(Locator::isVisible).count();
    }
}

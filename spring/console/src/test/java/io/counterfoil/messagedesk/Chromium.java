package io.counterfoil.messagedesk;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The Chromium of this machine, and axe-core in it. */
final class Chromium implements AutoCloseable {

    static final double PATIENCE_MILLIS = 180_000;

    private final Playwright driver;
    private final Browser browser;

    private Chromium(Playwright driver, Browser browser) {
        this.driver = driver;
        this.browser = browser;
    }

    /** Starts it, or skips the test. */
    static Chromium launch() {
        Path chromium = Stream.of(
                        System.getProperty("CHROMIUM_PATH", System.getenv("CHROMIUM_PATH")),
                        "/usr/bin/chromium",
                        "/usr/bin/chromium-browser",
                        "/usr/bin/google-chrome")
                .filter(Objects::nonNull)
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(chromium != null, "no Chromium found: the page's test is skipped");
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Playwright driver = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = driver.chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--headless", "--disable-gpu", "--disable-quic")));
        return new Chromium(driver, browser);
    }

    /** A page of a new visitor, in a window of a desktop. */
    Page page() {
        Page page = browser.newContext().newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.setViewportSize(1280, 900);
        return page;
    }

    @Override
    public void close() {
        driver.close();
    }

    /** By axe-core, as texts. */
    @SuppressWarnings("unchecked") // What the script returns.
    static List<String> violations(Page page) {
        try (InputStream axe = Objects.requireNonNull(Chromium.class.getResourceAsStream("/axe.min.js"))) {
            page.evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return (List<String>) page.evaluate(
                "async () => (await axe.run()).violations.map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ')}`)");
    }
}

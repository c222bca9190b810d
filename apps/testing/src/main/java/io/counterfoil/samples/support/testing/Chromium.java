package io.counterfoil.samples.support.testing;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium of this machine. */
public final class Chromium {

    private static final String SETTING = "CHROMIUM_PATH";
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> MAC_APPLICATIONS = List.of(
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");

    private static final double ASSERTION_MILLIS = 180_000;

    private Chromium() {}

    /**
     * The path of Chromium: the value of the system property or environment variable {@value #SETTING}, otherwise the
     * first of the usual names on the path, otherwise a macOS application.
     *
     * @throws IllegalStateException if the setting is not an executable
     */
    public static Optional<Path> find() {
        String set = System.getProperty(SETTING, System.getenv(SETTING));
        if (set != null) {
            if (!Files.isExecutable(Path.of(set))) {
                throw new IllegalStateException(SETTING + " is " + set + ", which is not an executable");
            }
            return Optional.of(Path.of(set));
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Stream<Path> onPath = NAMES.stream()
                .flatMap(name -> Stream.of(path.split(File.pathSeparator))
                        .map(directory -> Path.of(directory).resolve(name)));
        return Stream.of(
                        Stream.of(Path.of("/usr/bin/chromium")),
                        onPath,
                        MAC_APPLICATIONS.stream().map(Path::of))
                .flatMap(places -> places)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Playwright's driver, without a download of browsers. Its assertions have a long timeout, for slow machines. */
    public static Playwright driver() {
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_MILLIS);
        return Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    /** Starts a headless browser, which ends with the driver. */
    public static Browser launch(Playwright driver, Path executable) {
        return driver.chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--headless",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }
}

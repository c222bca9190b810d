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
     * Where it is: what the system property or the environment variable {@value #SETTING} says, else the first of the usual
     * names on the path, else a macOS application.
     *
     * @throws IllegalStateException when the setting names no program
     */
    public static Optional<Path> find() {
        String set = System.getProperty(SETTING, System.getenv(SETTING));
        if (set != null) {
            if (!Files.isExecutable(Path.of(set))) {
                throw new IllegalStateException(SETTING + " is " + set + ", which is no program");
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

    /** Playwright's driver, which is not to fetch a browser of its own. Its assertions wait long, for slow machines. */
    public static Playwright driver() {
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_MILLIS);
        return Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    /** Starts it without a window; with the driver it ends. */
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

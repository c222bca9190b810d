package io.counterfoil.cli.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page over two services in a real browser, where one of them is down. Skipped without a Chromium. */
@Timeout(600)
@Tag("CN-5")
class ServiceChoiceTest {

    private static final double PATIENCE_MILLIS = 180_000;

    private static Playwright driver;
    private static Browser browser;

    private final List<String> errors = new ArrayList<>();
    private ServiceStub ledger;
    private ServiceStub shop;
    private RunningConsole console;
    private Page page;

    @BeforeAll
    static void launch() {
        String places = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Optional<Path> chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Stream.of(places.split(File.pathSeparator))
                        .map(place -> Path.of(place).resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(chromium.isPresent(), "there is no Chromium on the path");
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        driver = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = driver.chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium.get())
                        .setArgs(List.of("--no-sandbox", "--headless", "--disable-gpu", "--disable-quic")));
    }

    @AfterAll
    static void end() {
        if (driver != null) {
            driver.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        ledger = new ServiceStub("ledger");
        shop = new ServiceStub("shop");
        console = new RunningConsole(
                new ConsoleCommand((id, logs) -> "", name -> ""), "--url", ledger.url(), "--url", shop.url());
        page = browser.newContext().newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.onPageError(errors::add);
    }

    @AfterEach
    void stop() throws Exception {
        page.context().close();
        console.stop();
        ledger.close();
        shop.close();
        assertThat(errors).isEmpty();
    }

    private Locator rows() {
        return page.locator("#panel tbody tr");
    }

    private Locator choice() {
        return page.getByLabel("Service");
    }

    @Test
    void otherService_isChosen_byKeyboard() {
        page.navigate(console.url().toString());
        assertThat(rows()).containsText("key-of-ledger");

        choice().focus();
        page.keyboard().press("ArrowDown");

        assertThat(rows()).containsText("key-of-shop");
        assertThat(rows()).hasCount(1);
        page.goBack();
        assertThat(rows()).containsText("key-of-ledger");
    }

    @Test
    void firstService_thatIsDown_canBeLeft() {
        ledger.goDown();
        page.navigate(console.url().toString());
        assertThat(page.locator("#problem")).containsText("Service unreachable");

        choice().selectOption("1");

        assertThat(rows()).containsText("key-of-shop");
        assertThat(page.locator("#problem")).isEmpty();
    }

    @Test
    void serviceThatIsDown_showsNothingOfTheOther() {
        page.navigate(console.url().toString());
        assertThat(rows()).containsText("key-of-ledger");
        shop.goDown();

        choice().selectOption("1");

        assertThat(page.locator("#problem")).containsText("Service unreachable");
        assertThat(rows()).hasCount(0);
        assertThat(choice()).hasValue("1");
    }

    @Test
    void serviceThatComesBack_isShown_withoutReloading() throws Exception {
        shop.goDown();
        page.navigate(console.url() + "#panel=unknown&service=1");
        assertThat(page.locator("#problem")).containsText("Service unreachable");

        shop.comeBack();

        assertThat(rows()).containsText("key-of-shop");
        assertThat(page.locator("#problem")).isEmpty();
    }

    @Test
    void decision_goesToTheServiceThatIsShown() {
        page.navigate(console.url() + "#panel=unknown&service=1");
        assertThat(rows()).containsText("key-of-shop");

        page.keyboard().press("ArrowDown");
        page.keyboard().press("n");
        page.keyboard().type("looked");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog")).hasCount(0);

        assertThat(shop.actions()).containsExactly("api/records/token/decision");
        assertThat(ledger.actions()).isEmpty();
    }

    @Test
    void scriptOfAService_isNotRun() {
        shop.withModule("../services/1/api/foreign.js");
        page.navigate(console.url() + "#panel=records&service=1");

        assertThat(page.locator("#problem")).containsText("Panel not available");
        assertThat(page.evaluate("window.foreign === undefined")).isEqualTo(true);
    }

    @Test
    void panelOfAServicesOwn_isNamed() {
        shop.withModule("vouchers.js");
        page.navigate(console.url() + "#panel=records&service=1");

        assertThat(page.locator("#problem")).containsText("Records cannot be loaded here");
        page.locator("[data-panel=unknown]").click();
        assertThat(rows()).containsText("key-of-shop");
    }
}

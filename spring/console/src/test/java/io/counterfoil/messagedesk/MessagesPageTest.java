package io.counterfoil.messagedesk;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.counterfoil.entities.Namespace;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.URI;
import java.nio.file.Path;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The panels of messages, the outbox and operations in a real browser, operated by the keyboard. Skipped without a Chromium. */
@Timeout(600)
@Tag("CN-4")
class MessagesPageTest {

    private static final URI NOBODY = URI.create("http://127.0.0.1:1/");

    private static @Nullable Chromium chromium;
    private static @Nullable RunningDesk running;

    private final List<String> errors = new ArrayList<>();
    private final List<String> requested = new ArrayList<>();
    private RunningDesk desk;
    private Page page;

    @BeforeAll
    static void launch() {
        chromium = Chromium.launch();
        running = RunningDesk.open(TestPostgres.freshDatabase());
    }

    @AfterAll
    static void end() {
        if (chromium != null) {
            chromium.close();
        }
        if (running != null) {
            running.close();
        }
    }

    @BeforeEach
    void arrive() {
        desk = Objects.requireNonNull(running, "launched");
        page = Objects.requireNonNull(chromium, "launched").page();
        page.onPageError(errors::add);
        page.onRequest(request -> requested.add(request.url()));
    }

    @AfterEach
    void leave() {
        page.context().close();
        desk.clear();
        assertThat(errors).isEmpty();
    }

    private void visit(String panel) {
        page.navigate(desk.address("") + "#panel=" + panel);
        // It has the focus once the panel has been drawn.
        page.locator("#" + panel + "-title:focus").waitFor();
    }

    private Locator rows(int card) {
        return page.locator("#panel .card").nth(card).locator("tbody tr");
    }

    private List<String> decisions() throws Exception {
        List<String> decisions = new ArrayList<>();
        desk.json("api/decisions")
                .get("decisions")
                .forEach(each -> decisions.add(each.get("subject").asString() + " "
                        + each.get("action").asString() + " "
                        + each.get("reason").asString()));
        return decisions;
    }

    @Test
    void deadLetters_areRequeued_byKeyboardAlone() throws Exception {
        List.of("m-1", "m-2", "m-3").forEach(desk::kill);
        visit("messages");
        assertThat(rows(0)).hasCount(3);

        page.keyboard().press("ArrowDown");
        for (int left = 2; left >= 0; left--) {
            page.keyboard().press("r");
            assertThat(page.locator("dialog[open]")).isVisible();
            if (left == 2) {
                page.keyboard().type("the supplier is back");
            }
            page.keyboard().press("Enter");
            assertThat(rows(0)).hasCount(left);
        }

        assertThat(desk.bean(Desk.TestBroker.class).requeued()).containsExactlyInAnyOrder("m-1", "m-2", "m-3");
        assertThat(decisions()).hasSize(3).contains("m-2 requeue the supplier is back");
    }

    @Test
    void deadLetter_isDiscarded_byKeyboardAlone() throws Exception {
        desk.kill("m-1");
        visit("messages");
        assertThat(rows(0)).hasCount(1);

        page.keyboard().press("ArrowDown");
        page.keyboard().press("d");
        page.keyboard().type("sent by mistake");
        page.keyboard().press("Enter");

        assertThat(rows(0)).hasCount(0);
        assertThat(page.locator("#toast")).containsText("m-1 is discarded");
        assertThat(decisions()).containsExactly("m-1 discard sent by mistake");
    }

    @Test
    void requeueThatTheBrokerRefuses_isExplained_inTheDialog() {
        desk.kill("m-1");
        desk.bean(Desk.TestBroker.class).goAway();
        visit("messages");
        page.locator("[data-focus=requeue]").click();
        page.keyboard().type("the supplier is back");
        page.keyboard().press("Enter");

        assertThat(page.locator("dialog .problem")).containsText("the broker is away");
        page.keyboard().press("Escape");
        assertThat(rows(0)).hasCount(1);
    }

    @Test
    void failedMessage_isShown_withItsFailure() {
        desk.fail("m-2");
        visit("messages");

        assertThat(rows(1)).hasCount(1);
        assertThat(rows(1).first()).containsText("no stock");
    }

    @Test
    void messageThatIsSetAside_isSentAgain_byKeyboardAlone() throws Exception {
        desk.refuse("m-1");
        visit("outbox");
        assertThat(rows(0)).hasCount(1);
        assertThat(rows(0).first()).containsText("too large");

        page.keyboard().press("ArrowDown");
        page.keyboard().press("s");
        page.keyboard().type("the limit is raised");
        page.keyboard().press("Enter");

        assertThat(rows(0)).hasCount(0);
        assertThat(decisions()).containsExactly("m-1 send-again the limit is raised");
    }

    @Test
    void operation_isShown_withItsState() throws Exception {
        desk.submit("i-1");
        visit("operations");

        assertThat(rows(0)).hasCount(1);
        assertThat(rows(0).first()).containsText("not started");
    }

    @Test
    void callbackGivenUp_isDeliveredAgain_byKeyboardAlone() throws Exception {
        desk.giveUp(Namespace.ofClient("acme"), "e-1", NOBODY);
        visit("operations");
        assertThat(rows(2)).hasCount(1);
        assertThat(rows(2).first()).containsText("callback given up");

        page.keyboard().press("ArrowDown");
        page.keyboard().press("s");
        page.keyboard().type("the shop is back");
        page.keyboard().press("Enter");

        assertThat(rows(2)).hasCount(0);
        assertThat(rows(1)).hasCount(1);
        assertThat(page.locator("#toast")).containsText("The callback of e-1 is delivered again");
        assertThat(decisions()).containsExactly("e-1 deliver-again the shop is back");
    }

    @Test
    void deliveryThatIsRefused_isExplained_inTheDialog() throws Exception {
        desk.giveUp(Desk.LEFT, "e-1", NOBODY);
        visit("operations");
        page.locator("[data-focus=again]").click();
        page.keyboard().type("the shop is back");
        page.keyboard().press("Enter");

        assertThat(page.locator("dialog .problem")).containsText("there is no secret of its client");
        page.keyboard().press("Escape");
        assertThat(rows(2)).hasCount(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void panels_areAccessible(ColorScheme scheme) throws Exception {
        fill();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        for (String panel : List.of("messages", "outbox", "operations")) {
            visit(panel);
            assertThat(rows(0)).hasCount(panel.equals("messages") ? 2 : 1);
            picture(panel + "-" + scheme);
            assertThat(Chromium.violations(page)).as(panel).isEmpty();
        }
        visit("messages");
        page.keyboard().press("ArrowDown");
        page.keyboard().press("r");
        assertThat(page.locator("dialog[open]")).isVisible();
        picture("requeue-" + scheme);
        assertThat(Chromium.violations(page)).as("decision").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "outbox", "operations"})
    void panel_fitsAPhone_andAsksNoOtherHost(String panel) throws Exception {
        fill();
        page.setViewportSize(390, 800);
        visit(panel);
        assertThat(rows(0).first()).isVisible();
        picture(panel + "-390");

        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
        assertThat(requested)
                .isNotEmpty()
                .allMatch(each -> each.startsWith(desk.address("").toString()));
    }

    private void fill() throws Exception {
        desk.kill("01a1f958-3429-79d3-a0fc-0010576b9001");
        desk.kill("01a1f958-3429-79d3-a0fc-0010576b9002");
        desk.fail("01a1f958-3429-79d3-a0fc-0010576b9003");
        desk.refuse("01a1f958-3429-79d3-a0fc-0010576b9004");
        desk.submit("import-2026-11-29");
        desk.giveUp(Namespace.ofClient("acme"), "export-2026-11-29", NOBODY);
    }

    private void picture(String name) {
        String folder = System.getProperty("counterfoil.pictures", "");
        if (!folder.isEmpty()) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(Path.of(folder, name + ".png"))
                    .setFullPage(true));
        }
    }
}

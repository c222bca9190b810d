package io.counterfoil.samples.controlplane;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.counterfoil.samples.controlplane.Api.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.samples.support.testing.Chromium;
import io.counterfoil.signals.envelope.Alert;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Metric;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SwarmScope;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page, in a real browser. */
@Timeout(600)
class PageTest {

    private static final double PATIENCE_MILLIS = 300_000;

    @RegisterExtension
    static final SharedPlane PLANE = new SharedPlane();

    private static @Nullable Playwright driver;
    private static Browser browser;

    private final List<String> errors = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void launch() {
        Optional<Path> chromium = Chromium.find();
        assumeTrue(chromium.isPresent(), "no Chromium found: the page's test is skipped");
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Playwright started = Chromium.driver();
        driver = started;
        browser = Chromium.launch(started, chromium.orElseThrow());
    }

    @AfterAll
    static void end() {
        if (driver != null) {
            driver.close();
        }
    }

    @BeforeEach
    void arrive() {
        visit(1280, 900);
    }

    private void visit(int width, int height) {
        context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, height));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        page = context.newPage();
        page.onPageError(errors::add);
        page.onConsoleMessage(message -> {
            // That a request was answered 4xx is logged by the browser itself.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                errors.add(message.text());
            }
        });
        page.navigate(PLANE.plane().url().toString());
        assertThat(page.locator("#connection")).hasText("Live");
    }

    @AfterEach
    void leave() {
        context.close();
        assertThat(errors).as("errors on the console").isEmpty();
    }

    @Test
    @Tag("SG-4")
    void createdSwarm_isShownLive_andItsRetryIsAReplay() {
        String swarm = fresh("seen");

        command(swarm, "Create", 0);

        assertThat(chip(swarm)).hasText("Ready", patiently());
        Locator command = shown("swarm-create", swarm);
        assertThat(command.locator(".effects")).hasText("done once");
        assertThat(command.locator("tbody tr")).hasCount(1);
        String first = command.locator("tbody tr").getAttribute("data-attempt");

        command.getByText("Retry").click();

        assertThat(command.locator("tbody tr")).hasCount(2);
        Locator retried = command.locator("tbody tr").first();
        assertThat(retried.locator(".chip.replayed")).hasText("replay", patiently());
        assertThat(retried).containsText("of " + first);
        assertThat(command.locator(".effects")).hasText("done once");

        Page story = page.waitForPopup(
                () -> command.locator("tbody tr").last().locator("a.story").click());

        assertThat(story.locator("h1")).containsText("The story of");
        assertThat(story.locator("summary:has(.chip.asked)")).containsText(first.substring(first.lastIndexOf('.') + 1));
        assertThat(story.locator("main")).containsText("swarm-create of " + swarm + " ends");
        assertThat(story.locator("aside .services")).containsText("controller-");
        story.getByText("The control plane").first().click();
        assertThat(story.locator("#connection")).hasText("Live");
    }

    @Test
    @Tag("SG-5")
    void controllerKilledOnThePage_isRestarted_commandRunsOnce() throws SQLException {
        String swarm = PLANE.api().created();
        String key = fresh("own");
        String victim;
        Locator command = shown("swarm-start", swarm);
        try (Gate gate = PLANE.gate(key)) {
            page.locator("#key").fill(key);
            command(swarm, "Start", 0);
            gate.awaitArrival();
            victim = killTheBusyOne(command);
        }

        assertThat(chip(swarm)).hasText("Running", patiently());
        assertThat(command.locator(".effects")).hasText("done once");
        assertThat(command.locator("tbody tr")).hasCount(1);
        Locator process = page.locator(".process[data-name='" + victim + "']");
        assertThat(process).containsText("running", contains());
        assertThat(process.locator(".process-death")).containsText("died at");
    }

    private String killTheBusyOne(Locator command) {
        Locator busy = page.locator(".process:has(.chip:text-is('working'))");
        assertThat(busy).hasCount(1, new LocatorAssertions.HasCountOptions().setTimeout(PATIENCE_MILLIS));
        String victim = busy.getAttribute("data-name");
        assertThat(command.locator(".effects")).hasText("not done");
        assertThat(command).containsText("no outcome yet");

        page.getByText("Kill " + victim).click();

        String attempt = command.locator("tbody tr").getAttribute("data-attempt");
        assertThat(page.locator(".process[data-name='" + victim + "'] .process-death"))
                .hasText(Pattern.compile("died at \\d\\d:\\d\\d:\\d\\d, working on " + attempt.replace(".", "\\.")));
        assertThat(command.locator("tbody tr")).containsText(victim + " died working on it");
        return victim;
    }

    @Test
    @Tag("SG-6")
    void refusedCommand_showsTheProblem_andMarksItsField() {
        command(fresh("nobody"), "Stop", 0);

        assertThat(page.locator("#command-form .problem")).containsText("there is no such swarm");
        assertThat(page.locator("#swarm")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator("#command-form .problem button")).hasCount(0);

        page.locator("#seconds").fill("a while");
        page.getByText("Stop", new Page.GetByTextOptions().setExact(true)).click();

        assertThat(page.locator("#command-form .problem")).containsText("Not a whole number");
        assertThat(page.locator("#seconds")).hasAttribute("aria-invalid", "true");
    }

    @Test
    void removal_asksFirst_andLooksDangerous() {
        String swarm = PLANE.api().created();
        Locator remove = page.locator("#command-form button[value=remove]");
        assertThat(remove).hasClass("danger");
        page.locator("#swarm").fill(swarm);
        remove.press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).hasAccessibleName("Remove " + swarm + "?");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(remove).isFocused();
        assertThat(shown("swarm-remove", swarm)).hasCount(0);

        remove.press("Enter");
        page.locator("dialog")
                .getByText("Remove", new Locator.GetByTextOptions().setExact(true))
                .click();

        assertThat(shown("swarm-remove", swarm).locator(".effects")).hasText("done once");
        assertThat(chip(swarm)).hasCount(0);
    }

    @Test
    @Tag("SG-6")
    void keyOfOnesOwn_sentAgain_isKnown() {
        String swarm = PLANE.api().created();
        page.locator("#key").fill(fresh("own"));
        command(swarm, "Start", 0);
        assertThat(page.locator("#toast")).containsText("Dispatched as");

        page.getByText("Start", new Page.GetByTextOptions().setExact(true)).click();

        assertThat(page.locator("#toast")).containsText("Known already");
        assertThat(shown("swarm-start", swarm).locator("tbody tr")).hasCount(1);
    }

    @Test
    @Tag("SG-9")
    void deadLetter_isAnAlertWithItsStory_andCountedInAMetric() throws Exception {
        Signal paint = signal("swarm-paint", fresh("swarm"), fresh("key"));
        PLANE.publish(paint.toMessage());

        Locator alert = alertOn(page, paint);
        assertThat(alert).hasCount(1);
        assertThat(alert).containsText("dead-letter");
        assertThat(alert).containsText("signals of type swarm-paint have no handler here");
        assertThat(alert).containsText(paint.idempotencyKey().value());
        assertThat(page.locator("#metrics")).containsText(Pattern.compile("command-counts.*deadLettered: [1-9]"));

        Page story = page.waitForPopup(() -> alert.locator("a.story").click());

        assertThat(story.locator("main")).containsText("Message dead-lettered");
    }

    @Test
    void pressedLink_isFollowed_despiteAnUpdateBeforeItsRelease() throws Exception {
        Signal first = signal("swarm-paint", fresh("swarm"), fresh("key"));
        PLANE.publish(first.toMessage());
        alertOn(page, first).locator("a.story").hover();
        page.mouse().down();
        Signal second = signal("swarm-paint", fresh("swarm"), fresh("key"));
        PLANE.publish(second.toMessage());
        Page beside = context.newPage();
        beside.navigate(PLANE.plane().url().toString());
        assertThat(alertOn(beside, second)).hasCount(1);

        Page story = page.waitForPopup(() -> page.mouse().up());

        assertThat(story.locator("main")).containsText("Message dead-lettered");
        assertThat(alertOn(page, second)).hasCount(1);
    }

    private static Locator alertOn(Page page, Signal signal) {
        return page.locator(".alert[data-attempt='" + signal.correlationId() + "']");
    }

    @Test
    @Tag("SG-9")
    void duplicateOfAnotherSender_isAnAlertOnThePage() throws Exception {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        PLANE.api().answered(PLANE.api().command(swarm, "start", key).correlationId());
        Signal elsewhere = signal("swarm-start", swarm, key);

        PLANE.publish(elsewhere.toMessage());

        Locator alert = alertOn(page, elsewhere);
        assertThat(alert).containsText("unexpected-duplicate");
        assertThat(alert).containsText("of another sender, ");
    }

    @Test
    @Tag("SG-9")
    void hostileAlertAndMetric_areShownAsText() throws Exception {
        String hostile = "<img src=x onerror=\"throw 1\"><script>throw 2</script>";
        SwarmScope scope = new SwarmScope(fresh("swarm"), SwarmAction.ROLE, SwarmScope.ALL);
        CorrelationId id = CorrelationId.fresh();
        String origin = "<b>" + fresh("origin") + "</b>";
        Data data = Data.EMPTY.with("reason", hostile).with(hostile, List.of(hostile));
        PLANE.publish(new Alert(
                        Instant.now(),
                        "disk-full",
                        origin,
                        scope,
                        Optional.of(id),
                        Optional.of(new RequestId(hostile)),
                        data)
                .toMessage());
        PLANE.publish(new Metric(Instant.now(), "queue-depth", origin, scope, Optional.empty(), Optional.empty(), data)
                .toMessage());

        Locator alert = page.locator(".alert[data-attempt='" + id + "']");
        assertThat(alert.locator(".alert-reason")).hasText(hostile);
        assertThat(alert).containsText("from " + origin);
        assertThat(alert).containsText("key " + hostile);
        Locator metric = page.locator(".metric", new Page.LocatorOptions().setHasText(origin));
        assertThat(metric).containsText("reason: " + hostile);
        assertThat(page.locator("#alerts img, #alerts script, #alerts b, #metrics img, #metrics script, #metrics b"))
                .hasCount(0);
    }

    private static Signal signal(String type, String swarm, String key) {
        return new Signal(
                Instant.now(),
                type,
                "orchestrator-2",
                new SwarmScope(swarm, SwarmAction.ROLE, SwarmScope.ALL),
                CorrelationId.fresh(),
                new RequestId(key),
                Data.EMPTY);
    }

    @Test
    void unknownAddress_isAPageWithAWayBack() {
        page.navigate(PLANE.plane().url() + "/no/such/page");
        assertThat(page.locator("h1")).hasText("Page not found");

        page.getByText("To the start page").click();

        assertThat(page.locator("#connection")).hasText("Live");
    }

    @ParameterizedTest
    @CsvSource({"1280, 900", "390, 844"})
    void page_fitsItsWindow(int width, int height) {
        PLANE.api().created();
        context.close();

        visit(width, height);

        assertThat(page.locator(".command").first()).isVisible();
        Object wider = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
        assertThat(wider).isEqualTo(false);
    }

    private void command(String swarm, String verb, int seconds) {
        page.locator("#swarm").fill(swarm);
        page.locator("#seconds").fill(Integer.toString(seconds));
        page.getByText(verb, new Page.GetByTextOptions().setExact(true)).click();
    }

    private Locator chip(String swarm) {
        return page.locator("[data-swarm='" + swarm + "'] .chip");
    }

    private Locator shown(String type, String swarm) {
        return page.locator(".command:has(h3:text-is('" + type + " " + swarm + "'))");
    }

    private static LocatorAssertions.HasTextOptions patiently() {
        return new LocatorAssertions.HasTextOptions().setTimeout(PATIENCE_MILLIS);
    }

    private static LocatorAssertions.ContainsTextOptions contains() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS);
    }
}

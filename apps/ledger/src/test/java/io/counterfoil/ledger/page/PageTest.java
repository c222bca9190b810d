package io.counterfoil.ledger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.RequestOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
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
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("browser")
class PageTest {

    private static final String MINUS = "\u2212";

    private static final String LATE = "delay";

    @RegisterExtension
    static final Pages PAGES = new Pages();

    /** Waits from the first test on for the answer that comes too late, which takes as long as an attempt may. */
    private static Visitor late;

    private Visitor visitor;

    @BeforeAll
    static void sendWhatIsAnsweredLate() {
        late = PAGES.visitorOfShortAttempts(1280, 900)
                .arrive()
                .openLedger("broken", 100)
                .sendThrough(LATE);
    }

    @AfterAll
    static void leaveForGood() {
        if (late != null) {
            late.close();
        }
    }

    @BeforeEach
    void arrive() {
        visitor = PAGES.visitor(1280, 900);
    }

    @AfterEach
    void leave() {
        visitor.assertNoErrors();
        visitor.close();
    }

    @Test
    void firstVisit_offersALedger_thenShowsItsTransactions() {
        Page page = visitor.arrive().page();
        assertThat(page.locator("#new-title")).hasText("Open your first ledger");
        assertThat(gapBeside(page.locator("#ledgers-title"), page.locator("#batches-link")))
                .isGreaterThanOrEqualTo(8);
        page.getByText("Open the ledger").click();
        assertThat(page.locator("#ledger-title")).hasText("my-first-ledger");
        assertThat(page.locator("#ledger-balance")).hasText("10,000");

        visitor.post("-2500", false);

        assertThat(page.locator("#ledger-balance")).hasText("7,500");
        assertThat(visitor.transactions()).hasCount(2);
        assertThat(cell(0, "Quantity")).hasText(MINUS + "2,500");
        assertThat(cell(0, "Balance")).hasText("7,500");
        assertThat(cell(1, "Balance")).hasText("10,000");
        assertThat(page.locator("#plot path.line")).isVisible();
        assertThat(page.locator("#plot-readout")).containsText("No. 2: " + MINUS + "2,500, committed · balance 7,500");
        assertThat(page.locator("#ledgers a[aria-current]")).containsText("7,500 usd_cents");
        assertThat(visitor.balance()).isEqualTo(7500);
    }

    @Test
    @Tag("LG-7")
    void ledgerWithoutAName_isCalledByItsKey() {
        Page page = visitor.arrive().openLedger("", 100).page();

        String key = visitor.get("/v1/ledgers/" + page.locator("#ledger-id").innerText())
                .required("idempotency_key")
                .stringValue();
        assertThat(page.locator("#ledger-title")).hasText(key);
        assertThat(page.locator("#ledgers a[aria-current] .ledger-ref")).hasText(key);
    }

    @Test
    @Tag("LG-6")
    void ledgerWithAnOverdraft_isOpenedAndShownSo_andGoesBelowZero() {
        Page page = visitor.arrive().page();
        page.locator("#new-link").click();
        page.getByText("Allow an overdraft").click();
        page.getByText("Keep idempotency keys per client").click();
        page.locator("#new-deposit").fill("100");
        page.getByText("Open the ledger").click();
        assertThat(page.locator("#ledger-since")).containsText("overdraft allowed \u00b7 idempotency keys per client");

        visitor.post("-150", false);

        assertThat(page.locator("#ledger-balance")).hasText(MINUS + "50");
        assertThat(visitor.balance()).isEqualTo(-50);
    }

    @ParameterizedTest
    @CsvSource({
        "none, original, 201 booked",
        "drop_request, unknown/unknown/original, .+/.+/201 booked",
        "drop_response, unknown/duplicate, .+/201 booked",
        "cut_mid_response, unknown/duplicate, .+/201 booked",
        // On a slow machine further responses are late, and a later attempt may be the original.
        "delay, (unknown/)+(duplicate|original), (no response within 10 s/)+201 booked",
    })
    @Tag("RQ-8")
    @Tag("RQ-10")
    @Tag("RC-2")
    @Tag("RC-6")
    void brokenNetwork_listsEveryAttempt_andTheBalanceMovesOnce(String fault, String duplicates, String answers) {
        if (fault.equals(LATE)) {
            visitor.close();
            visitor = late.awaitReport();
        } else {
            visitor.arrive().openLedger("broken", 100).breakNetwork(fault);
        }
        Page page = visitor.page();

        List<String> marked = visitor.attempts("Duplicate");
        assertThat(String.join("/", marked)).matches(duplicates);
        assertThat(visitor.attempts("Attempt ID")).doesNotHaveDuplicates();
        assertThat(visitor.attempts("Correlation ID")).doesNotHaveDuplicates();
        assertThat(visitor.attempts("Response"))
                .hasSameSizeAs(marked)
                .doesNotContain("")
                .satisfies(answered -> assertThat(String.join("/", answered)).matches(answers));
        assertThat(page.locator("#break-summary"))
                .hasText(Pattern.compile(
                        marked.size() + " attempts?, booked once: " + MINUS + "10\\. Balance 100 → 90\\."));
        assertThat(page.locator("#ledger-balance")).hasText("90");
        assertThat(visitor.transactions()).hasCount(2);
        assertThat(visitor.balance()).isEqualTo(90);
    }

    @Test
    void refusedOverdraft_showsTheProblem_andMarksItsField() {
        Page page = visitor.arrive().openLedger("overdraft", 100).page();

        visitor.post("-101", false);

        assertThat(page.locator("#post-form .problem")).containsText("Balance exceeded");
        assertThat(page.locator("#post-form .problem-field")).hasText("Field Quantity");
        assertThat(page.locator("#post-quantity")).isFocused();
        assertThat(page.locator("#post-quantity")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator("#post-form .problem button")).hasCount(0);

        page.locator("#break-quantity").fill("-101");
        visitor.breakNetwork("drop_response");

        assertThat(page.locator("#break-summary")).hasText("2 attempts, and refused. The balance stays at 100.");
        assertThat(page.locator("#break-result .problem")).containsText("Balance exceeded");
        assertThat(page.locator("#break-result .problem-field")).hasText("Field Quantity");
        assertThat(visitor.attempts("Duplicate")).containsExactly("unknown", "duplicate");
        assertThat(visitor.balance()).isEqualTo(100);
    }

    @Test
    void fieldThatIsNoNumber_isNamed_andNothingIsSent() {
        Page page = visitor.arrive().openLedger("typo", 100).page();

        visitor.post("ten", false);

        assertThat(page.locator("#post-form .problem")).containsText("Quantity must be a whole number, not “ten”.");
        assertThat(page.locator("#post-quantity")).hasAttribute("aria-invalid", "true");
        assertThat(visitor.transactions()).hasCount(1);
    }

    @Test
    void nameThatIsTaken_isCalledAsTheFormCallsIt() {
        Page page = visitor.arrive().openLedger("taken", 100).page();
        page.locator("#new-link").click();
        page.locator("#new-reference").fill("taken");

        page.getByText("Open the ledger").click();

        assertThat(page.locator("#new-form .problem-title")).hasText("Name taken");
        assertThat(page.locator("#new-form .problem")).containsText("this name is already used for another");
        assertThat(page.locator("#new-reference")).isFocused();
    }

    @Test
    void hostileText_isShownAsText() {
        String hostile = "<img src=x onerror='hit=1'>";
        String ledger = visitor.post(
                        "/v1/ledgers",
                        Map.of(
                                "idempotency_key",
                                "hostile",
                                "unit",
                                hostile,
                                "reference_id",
                                hostile,
                                "metadata",
                                Map.of(hostile, hostile)))
                .required("id")
                .stringValue();
        visitor.post(
                "/v1/ledgers/" + ledger + "/transactions",
                Map.of(
                        "idempotency_key",
                        "hostile",
                        "quantity",
                        10,
                        "reference_id",
                        hostile,
                        "content_key",
                        hostile,
                        "metadata",
                        Map.of(hostile, hostile)));

        // Not sooner: the page goes to the newest ledger by itself, and would show it as it was before its transaction.
        Page page = visitor.arrive().page();

        assertThat(page.locator("#ledger-title")).hasText(hostile);
        assertThat(page.locator("#ledger-unit")).hasText(hostile);
        assertThat(page.locator("#ledger-metadata")).containsText("<img src=x");
        assertThat(cell(0, "Transaction").locator(".name")).hasCount(3);
        assertThat(cell(0, "Transaction").locator(".name").first()).hasText(hostile);
        assertThat(page.locator("img")).hasCount(0);
        assertThat(page.evaluate("window.hit")).isNull();
    }

    @Test
    @Tag("RC-1")
    void lostResponse_tryingAgainSendsTheSameKey_andPostsOnce() {
        Page page = visitor.arrive().openLedger("retry", 100).page();
        List<String> keys = new ArrayList<>();
        page.route("**/v1/ledgers/*/transactions", route -> {
            keys.add(keyOf(route));
            if (keys.size() == 1) {
                route.fetch();
                route.abort();
            } else {
                route.resume();
            }
        });

        visitor.post("-10", false);
        assertThat(page.locator("#post-form .problem")).containsText("No response");
        page.getByText("Try again").click();

        assertThat(page.locator("#toast")).hasText("Posted by an earlier attempt; nothing was added.");
        assertThat(visitor.transactions()).hasCount(2);
        assertThat(keys).hasSize(2).containsOnly(keys.get(0));
        assertThat(visitor.balance()).isEqualTo(90);

        visitor.post("-10", false);
        assertThat(visitor.transactions()).hasCount(3);
        assertThat(keys).hasSize(3);
        assertThat(keys.get(2)).isNotEqualTo(keys.get(0));
    }

    private static String keyOf(Route route) {
        return JsonMapper.shared()
                .readTree(route.request().postData())
                .required("idempotency_key")
                .stringValue();
    }

    @Test
    void pendingTransactions_canBeFailedCommittedAndReversed() {
        Page page = visitor.arrive().openLedger("two-phase", 100).page();

        visitor.post("-30", true);
        assertThat(cell(0, "State")).hasText("pending");
        visitor.transactions().nth(0).getByText("Fail").click();
        confirm("Fail transaction 2, " + MINUS + "30?");
        assertThat(cell(0, "State")).hasText("failed");
        assertThat(page.locator("#ledger-balance")).hasText("100");

        visitor.post("-40", true);
        assertThat(visitor.transactions()).hasCount(3);
        visitor.transactions().nth(0).getByText("Commit").click();
        assertThat(cell(0, "State")).hasText("committed");
        assertThat(page.locator("#ledger-balance")).hasText("60");

        Locator reverse = visitor.transactions().nth(0).getByText("Reverse");
        reverse.focus();
        reverse.press("Enter");
        assertThat(page.locator("dialog").getByText("Cancel")).isFocused();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(reverse).isFocused();
        assertThat(visitor.balance()).isEqualTo(60);

        reverse.press("Enter");
        confirm("Reverse transaction 3, " + MINUS + "40?");
        assertThat(cell(0, "State")).containsText("reversed");
        assertThat(page.locator("#ledger-balance")).hasText("100");
        assertThat(visitor.transactions().nth(0).locator("button")).hasCount(0);
        assertThat(visitor.balance()).isEqualTo(100);
    }

    /** Goes from Cancel to the other button, and presses that. */
    private void confirm(String question) {
        Page page = visitor.page();
        assertThat(page.getByRole(AriaRole.DIALOG)).hasAccessibleName(question);
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(page.locator("dialog")).hasCount(0);
    }

    @Test
    void plot_showsSmallBesideLargeAmounts_andIsReadByKeyboard() {
        Page page = visitor.arrive().openLedger("keys", 1_000_000_000_000L).page();
        visitor.post("-10", false);
        Locator plot = page.locator("#plot");
        assertThat(plot).hasAttribute("aria-valuemax", "2");
        double large = plot.locator("path.moves.in").boundingBox().height;
        double small = plot.locator("path.moves.out").boundingBox().height;
        assertThat(small).isBetween(4.0, large / 2);

        plot.press("ArrowLeft");
        assertThat(plot)
                .hasAttribute(
                        "aria-valuetext", Pattern.compile("No\\. 1: \\+1(,000){4}, committed.*balance 1(,000){4} .*"));
        plot.press("End");
        assertThat(plot).hasAttribute("aria-valuenow", "2");
    }

    @Test
    void longHistory_isPlottedWhole_andListedByTheHundred() {
        Page page = visitor.arrive().openLedger("long", 100).page();
        page.route("**/transactions?*", route -> {
            boolean second = route.request().url().contains("after=");
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(second ? history(1000, 1500, "null") : history(0, 1000, "\"txn_999\"")));
        });

        page.reload();

        assertThat(page.locator("#transactions-note")).hasText("1,500 transactions, newest first.");
        assertThat(page.locator("#plot")).hasAttribute("aria-valuemax", "1500");
        assertThat(page.locator("#plot path.line")).hasAttribute("d", Pattern.compile("M(\\S+ ?){1,1200}"));
        assertThat(page.locator("#plot path.moves.in")).hasAttribute("d", Pattern.compile("(M\\d+ \\S+){700,1200}"));
        assertThat(visitor.transactions()).hasCount(100);
        assertThat(cell(0, "No.")).hasText("1,500");
        page.getByText("Load 100 more of 1,400").click();
        assertThat(visitor.transactions()).hasCount(200);
        assertThat(visitor.transactions().nth(100)).isFocused();
    }

    private static String history(int from, int to, String next) {
        return IntStream.range(from, to)
                .mapToObj(i -> ("{\"id\":\"txn_%s\",\"quantity\":1,\"state\":\"committed\",\"running_balance\":%s,"
                                + "\"created_at\":\"2026-01-01T00:00:00Z\",\"reversal\":null}")
                        .formatted(i, i % 97))
                .collect(Collectors.joining(",", "{\"items\":[", "],\"next\":" + next + "}"));
    }

    @Test
    void unknownAddress_isAPageWithAWayBack_andAProblemForPrograms() {
        Page page = visitor.arrive().page();
        String home = page.url();
        for (String unknown : List.of("ldg_unknown", "batches/none", "%zz")) {
            page.evaluate("unknown => location.hash = '#/' + unknown", unknown);

            assertThat(page.locator("h1:visible")).hasText("Page not found");
            assertThat(page.locator("#view-problem .problem-field")).hasCount(0);
            page.locator("#view-problem .back a").click();
            assertThat(page.locator("#new-title")).isVisible();
        }

        String unknown = URI.create(home).resolve("/no/such/page").toString();
        Response response = page.navigate(unknown);

        assertThat(response.status()).isEqualTo(404);
        assertThat(page.locator("h1")).hasText("Page not found");
        assertThat(page.locator("h1")).hasCSS("letter-spacing", Pattern.compile("-.+"));
        for (String accepted : List.of("*/*", "application/json", "application/problem+json, text/html")) {
            APIResponse answer =
                    page.request().get(unknown, RequestOptions.create().setHeader("Accept", accepted));
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
        }
        page.getByText("To the start page").click();
        assertThat(page.locator("#new-title")).isVisible();
    }

    @Test
    void listThatComesLate_leavesTheVisitorWhereTheyWent() {
        Page page = visitor.arrive().openLedger("late", 100).page();
        List<Route> held = new ArrayList<>();
        page.route("**/v1/ledgers?*", held::add);
        page.evaluate("location.hash = '#/'");
        page.waitForCondition(() -> !held.isEmpty());

        page.locator("#new-link").click();
        assertThat(page.locator("#ledgers a")).hasCount(0);
        held.get(0).resume();

        assertThat(page.locator("#ledgers a")).hasCount(1);
        assertThat(page).hasURL(Pattern.compile(".*#/new"));
        assertThat(page.locator("#view-new")).isVisible();
    }

    @Test
    void phone_hasNoSidewaysScroll() {
        try (Visitor phone = PAGES.visitor(360, 740)) {
            Page page = phone.arrive()
                    .openLedger("w".repeat(64), 9_000_000_000_000_000L)
                    .page();
            phone.post("-10", true);
            assertThat(phone.transactions()).hasCount(2);
            phone.breakNetwork("drop_response");
            assertThat(phone.attempts()).hasCount(2);

            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
            phone.assertNoErrors();
        }
    }

    /** Pixels between two elements of one line; negative where they overlap. */
    private static double gapBeside(Locator left, Locator right) {
        BoundingBox first = left.boundingBox();
        BoundingBox second = right.boundingBox();
        assertThat(first.y).isLessThan(second.y + second.height);
        assertThat(second.y).isLessThan(first.y + first.height);
        return second.x - first.x - first.width;
    }

    private Locator cell(int row, String heading) {
        return visitor.transactions().nth(row).locator("td[data-label='" + heading + "']");
    }
}

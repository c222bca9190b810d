package io.counterfoil.ledger.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A visitor of the page, acting as a client whose ledgers no other visitor sees, in a tab that no other visitor uses meanwhile. */
final class Visitor implements AutoCloseable {

    private static final double TIMEOUT_MILLIS = 180_000;

    private static final String EMPTY = "about:blank";

    private final Tabs tabs;
    private final Page page;
    private final URI service;
    private final String client = "visitor-" + UUID.randomUUID();
    private final List<String> errors = new ArrayList<>();
    private boolean closed;

    private final Consumer<String> pageErrors = errors::add;
    private final Consumer<ConsoleMessage> consoleErrors = this::addError;

    private Visitor(Tabs tabs, Page page, URI service) {
        this.tabs = tabs;
        this.page = page;
        this.service = service;
        page.onPageError(pageErrors);
        page.onConsoleMessage(consoleErrors);
    }

    /**
     * The tabs of a browser. One that a visitor has left is emptied, and the next visitor's: a new one costs the browser two processes more.
     * One thread at a time uses them.
     */
    static final class Tabs {

        private final Browser browser;
        private final Deque<Page> left = new ArrayDeque<>();

        Tabs(Browser browser) {
            this.browser = browser;
        }

        /** A visitor of this service. */
        Visitor visitor(URI service, int width, int height) {
            Page page = left.isEmpty() ? open() : left.pop();
            page.setViewportSize(width, height);
            return new Visitor(this, page, service);
        }

        private Page open() {
            BrowserContext context = browser.newContext();
            context.setDefaultTimeout(TIMEOUT_MILLIS);
            return context.newPage();
        }
    }

    private void addError(ConsoleMessage message) {
        // That a request was answered 4xx is logged by the browser itself.
        if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
            errors.add(message.text());
        }
    }

    /** Opens the page and takes a client's name. */
    Visitor arrive() {
        page.navigate(service.toString());
        page.locator("#client-name").fill(client);
        page.locator("#client-name").press("Enter");
        page.waitForURL("**/#/**");
        return this;
    }

    /** Opens a ledger by the form. */
    Visitor openLedger(String reference, long deposit) {
        page.locator("#new-link").click();
        page.locator("#new-reference").fill(reference);
        page.locator("#new-deposit").fill(Long.toString(deposit));
        page.getByText("Open the ledger").click();
        page.locator("#view-ledger").waitFor();
        return this;
    }

    /** Chooses a fault, sends a transfer of −10, and waits for its report. */
    Visitor breakNetwork(String fault) {
        return sendThrough(fault).awaitReport();
    }

    /** Chooses a fault and sends a transfer of −10. */
    Visitor sendThrough(String fault) {
        page.locator("input[name=fault][value=" + fault + "]").check();
        page.getByText("Send the transfer").click();
        return this;
    }

    Visitor awaitReport() {
        page.locator("#break-result").waitFor();
        return this;
    }

    Visitor post(String quantity, boolean pending) {
        page.locator("#post-quantity").fill(quantity);
        page.getByLabel("Pending").setChecked(pending);
        page.locator("#post-form button[type=submit]").click();
        return this;
    }

    Page page() {
        return page;
    }

    Locator transactions() {
        return page.locator("#transactions > tr");
    }

    Locator attempts() {
        return page.locator("#attempts > tr");
    }

    /** The texts of the attempts' cells under this heading, in order. */
    List<String> attempts(String heading) {
        return attempts().locator("td[data-label='" + heading + "']").allInnerTexts().stream()
                .map(String::strip)
                .toList();
    }

    /** What the service itself says. */
    JsonNode get(String path) {
        return JsonMapper.shared()
                .readTree(page.request().get(service + path, asClient()).body());
    }

    /** Sends JSON past the page. */
    JsonNode post(String path, Map<String, Object> body) {
        APIResponse response = page.request().post(service + path, asClient().setData(body));
        assertThat(response.status()).as(response.text()).isEqualTo(201);
        return JsonMapper.shared().readTree(response.body());
    }

    private RequestOptions asClient() {
        return RequestOptions.create().setHeader("X-Client-Name", client);
    }

    /** The balance on the server, of the ledger that is shown. */
    long balance() {
        return get("/v1/ledgers/" + page.locator("#ledger-id").innerText())
                .required("balance")
                .longValue();
    }

    void assertNoErrors() {
        assertThat(errors).as("errors on the console").isEmpty();
    }

    /** Leaves the tab empty, without anything that the page or the test has put there. A second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            BrowserContext context = page.context();
            context.pages().stream().filter(popup -> popup != page).forEach(Page::close);
            page.unrouteAll();
            if (!page.url().equals(EMPTY)) {
                page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }");
                context.clearCookies();
                page.navigate(EMPTY);
            }
            page.offPageError(pageErrors);
            page.offConsoleMessage(consoleErrors);
            tabs.left.push(page);
        }
    }
}

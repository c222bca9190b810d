package io.counterfoil.ledger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import io.counterfoil.ledger.domain.LedgerId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Files that are imported, while they are and afterwards, and the batches of a client. */
@Timeout(300)
@Tag("RF-4")
@Tag("RF-8")
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("browser")
class BatchPageTest {

    @RegisterExtension
    static final Pages PAGES = new Pages();

    private final Visitor visitor = PAGES.visitor(1280, 900).arrive();

    @AfterEach
    void leave() {
        visitor.assertNoErrors();
        visitor.close();
    }

    private void choose(String csv) {
        visitor.page()
                .locator("#import-file")
                .setInputFiles(new FilePayload("rows.csv", "text/csv", csv.getBytes(UTF_8)));
        visitor.page().locator("#import-form button[type=submit]").click();
    }

    @Test
    void importedFile_movesTheBalance_andShowsEachRefusalByItsLine() {
        Page page = visitor.openLedger("imported", 100).page();

        choose("quantity,reference_id\n-10,first\n-1000,too-much\n-20,\n");

        assertThat(page.locator("#import-summary")).hasText("2 transactions posted, 1 refused.");
        assertThat(page.locator("#import-refusals > li")).hasCount(1);
        assertThat(page.locator("#import-refusals > li")).containsText("Line 3: quantity");
        assertThat(page.locator("#ledger-balance")).hasText("70");
        assertThat(visitor.transactions()).hasCount(3);
        assertThat(visitor.balance()).isEqualTo(70);
    }

    @Test
    void unreadableFile_showsTheProblem_andNothingIsPosted() {
        Page page = visitor.openLedger("unreadable", 100).page();

        choose("amount\n-10\n");

        assertThat(page.locator("#import-form .problem")).containsText("unknown column in line 1: amount");
        assertThat(visitor.balance()).isEqualTo(100);
    }

    @Test
    void runningImport_showsItsProgress_alsoOnAnotherVisit_upToItsEnd() throws Exception {
        Page page = visitor.openLedger("running", 100).page();
        try (Connection connection = PAGES.database().dataSource().getConnection();
                PreparedStatement lock = connection.prepareStatement("SELECT 1 FROM ledger WHERE id = ? FOR UPDATE")) {
            connection.setAutoCommit(false);
            lock.setObject(
                    1,
                    LedgerId.TYPE.parse(page.locator("#ledger-id").innerText()).value());
            lock.executeQuery();
            choose("quantity\n-10\n-20\n");
            assertThat(page.locator("#import-summary")).hasText("0 of 2 rows");
            assertThat(page.locator("#import-bar")).hasAttribute("max", "2");

            page.reload();

            assertThat(page.locator("#import-summary")).hasText("0 of 2 rows");
            connection.rollback();
        }

        assertThat(page.locator("#import-summary")).hasText("2 transactions posted.");
        assertThat(page.locator("#ledger-balance")).hasText("70");
    }

    @Test
    void batches_areListed_andOneIsOpenedByItsName_andShowsItsMembers() {
        Page page = visitor.openLedger("batches", 100).page();
        String ledger = page.locator("#ledger-id").innerText();
        visitor.post(
                "/v1/ledgers/" + ledger + "/transaction-batches",
                Map.of(
                        "idempotency_key",
                        "b",
                        "batch_id",
                        "june & july",
                        "mode",
                        "per_item",
                        "transactions",
                        List.of(Map.of("quantity", -10, "reference_id", "seat-1"), Map.of("quantity", -1000))));

        page.locator("#batches-link").click();

        assertThat(page.locator("#batches > tr")).hasCount(1);
        assertThat(page.locator("#batches > tr")).containsText("a request");
        assertThat(page.locator("#batches td[data-label='Ledger']")).hasText("batches");
        page.locator("#batch-name").fill("june/july");
        page.locator("#batch-name").press("Enter");
        assertThat(page.locator("#batch-form .problem")).containsText("None of your batches has the name “june/july”.");
        assertThat(page.locator("#batch-name")).isFocused();

        page.locator("#batch-name").fill("june & july");
        page.locator("#batch-name").press("Enter");

        assertThat(page.locator("#batch-title")).hasText("june & july");
        assertThat(page).hasTitle("june & july · Counterfoil ledger");
        assertThat(page.locator("#batch-summary")).containsText("1 posted, 0 posted before, 1 refused");
        assertThat(page.locator("#members > tr")).hasCount(2);
        assertThat(page.locator("#members > tr").nth(0)).containsText("seat-1");
        assertThat(page.locator("#members .chip.created")).hasText("posted");
        assertThat(page.locator("#members > tr").nth(1)).containsText("insufficient balance");
        assertThat(page.locator("#batch-summary a")).hasText("batches");
        page.locator("#view-batch .back a").click();
        page.locator("#batches").getByText("june & july").click();
        assertThat(page.locator("#batch-title")).hasText("june & july");
        page.locator("#batch-summary a").click();
        assertThat(page.locator("#ledger-title")).hasText("batches");
    }
}

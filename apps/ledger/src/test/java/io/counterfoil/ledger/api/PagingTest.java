package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(300)
@Tag("LG-1")
class PagingTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 12, 13, 1000})
    void pagesOfTransactions_addUp_withContinuousRunningBalances(int limit) {
        String ledger = api.ledger(100);
        List<Long> expected = new ArrayList<>(List.of(100L));
        for (int i = 1; i <= 8; i++) {
            api.posted(ledger, i % 2 == 0 ? i : -i);
            expected.add(expected.get(i - 1) + (i % 2 == 0 ? i : -i));
        }
        String reversed = api.posted(ledger, -50);
        api.on(reversed, "reversal", Api.fresh()).created();
        api.on(api.pending(ledger, -50), "fail", Api.fresh()).ok();
        api.posted(ledger, 1000);
        long last = expected.get(8);
        Collections.addAll(expected, last, last, last + 1000);

        List<JsonNode> entries = api.entries(ledger, limit);

        assertThat(entries)
                .extracting(entry -> entry.get("running_balance").longValue())
                .isEqualTo(expected);
        assertThat(entries).extracting(entry -> entry.get("id")).doesNotHaveDuplicates();
        assertThat(entries.get(11).get("running_balance").longValue()).isEqualTo(api.balance(ledger));
    }

    @Test
    void pageThatIsAskedForWithoutALimit_hasAHundred() {
        String ledger = api.ledger();
        for (int i = 0; i < 101; i++) {
            api.posted(ledger, 1);
        }

        JsonNode page = api.get(Api.transactionsOf(ledger)).ok().json();

        assertThat(page.get("items").size()).isEqualTo(100);
        assertThat(page.get("next")).isEqualTo(page.get("items").get(99).get("id"));
        String rest = Api.transactionsOf(ledger) + "?after=" + page.get("next").stringValue();
        assertThat(api.get(rest).ok().json().get("items").size()).isEqualTo(1);
        assertThat(api.get(rest).ok().json().get("next").isNull()).isTrue();
    }

    @Test
    void emptyLedger_hasAnEmptyPage() {
        JsonNode page = api.get(Api.transactionsOf(api.ledger())).ok().json();

        assertThat(page.get("items").isEmpty()).isTrue();
        assertThat(page.get("next").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8})
    @Tag("RQ-5")
    void pagesOfLedgers_areTheClientsOwn_theNewestFirst(int limit) {
        String client = Api.fresh();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ids.add(api.post("/v1/ledgers", "idempotency_key", "k" + i, "unit", "seats")
                    .client(client)
                    .created()
                    .id());
            api.ledger();
        }
        Collections.reverse(ids);

        List<String> found = new ArrayList<>();
        String after = "";
        while (true) {
            JsonNode page = api.get("/v1/ledgers?limit=" + limit + after)
                    .client(client)
                    .ok()
                    .json();
            page.get("items").forEach(item -> found.add(item.get("id").stringValue()));
            if (page.get("next").isNull()) {
                break;
            }
            after = "&after=" + page.get("next").stringValue();
        }

        assertThat(found).isEqualTo(ids);
    }

    @Test
    @Tag("RQ-16")
    void placeInAnotherClientsList_isRefused() {
        String one = Api.fresh();
        Reply ledger = api.post("/v1/ledgers", "idempotency_key", "k", "unit", "seats")
                .client(one)
                .created();

        api.get("/v1/ledgers?after=" + ledger.id()).client(one).ok();
        api.get("/v1/ledgers?after=" + ledger.id()).client(Api.fresh()).refused(400, "ledger:invalid-request", "after");
    }
}

package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

@Timeout(300)
@Tag("LG-6")
class BalanceTest {

    private static final long LIMIT = 9_007_199_254_740_991L;

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    void balance_isTheSumOfAllThatHasNotFailedAndOfReversals() {
        String ledger = api.ledger();
        api.posted(ledger, 100);
        api.posted(ledger, 50);
        api.posted(ledger, -10);
        String reversed = api.posted(ledger, -10);
        api.pending(ledger, -10);
        api.posted(ledger, -10);
        api.on(reversed, "reversal", Api.fresh()).created();
        api.posted(ledger, 15);
        api.posted(ledger, -5);

        // 100 + 50 - 10 - 10 - 10 - 10 + 10 + 15 - 5
        assertThat(api.balance(ledger)).isEqualTo(130);

        String failed = api.pending(ledger, -55);
        assertThat(api.balance(ledger)).isEqualTo(75);
        api.on(failed, "fail", Api.fresh()).ok();
        assertThat(api.balance(ledger)).isEqualTo(130);

        List<JsonNode> entries = api.entries(ledger, 100);
        assertThat(entries)
                .extracting(entry -> entry.get("quantity").longValue())
                .containsExactly(100L, 50L, -10L, -10L, -10L, -10L, 15L, -5L, -55L);
        assertThat(entries)
                .extracting(entry -> entry.get("running_balance").longValue())
                .containsExactly(100L, 150L, 140L, 140L, 130L, 120L, 135L, 130L, 130L);
        assertThat(entries)
                .extracting(entry -> entry.get("state").stringValue())
                .containsExactly(
                        "committed",
                        "committed",
                        "committed",
                        "committed",
                        "pending",
                        "committed",
                        "committed",
                        "committed",
                        "failed");
        assertThat(entries.get(3).get("reversal").get("quantity").longValue()).isEqualTo(10);
        assertThat(entries).filteredOn(entry -> entry.get("reversal").isNull()).hasSize(8);
    }

    @Test
    void balance_reachesTheLimitAndNotBeyond() {
        String ledger = api.ledger(LIMIT - 1);
        api.transaction(ledger, Api.fresh(), 2).refused(422, "ledger:balance-limit", "quantity");
        api.posted(ledger, 1);
        api.transaction(ledger, Api.fresh(), LIMIT).refused(422, "ledger:balance-limit", "quantity");
        assertThat(api.balance(ledger)).isEqualTo(LIMIT);

        api.posted(ledger, -LIMIT);
        assertThat(api.balance(ledger)).isZero();
        assertThat(api.entries(ledger, 2)).hasSize(3);
    }

    @Test
    void takingADebitBack_cannotLiftTheBalanceAboveTheLimit() {
        String ledger = api.ledger(LIMIT);
        String debit = api.posted(ledger, -5);
        String pending = api.pending(ledger, -5);
        api.posted(ledger, 10);

        api.on(debit, "reversal", Api.fresh()).refused(422, "ledger:balance-limit", "quantity");
        api.on(pending, "fail", Api.fresh()).refused(422, "ledger:balance-limit", "quantity");

        assertThat(api.balance(ledger)).isEqualTo(LIMIT);
        api.posted(ledger, -10);
        api.on(debit, "reversal", Api.fresh()).created();
        assertThat(api.balance(ledger)).isEqualTo(LIMIT - 5);
    }
}

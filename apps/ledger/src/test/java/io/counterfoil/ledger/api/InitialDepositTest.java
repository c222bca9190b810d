package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.keys.LedgerKeys;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

@Timeout(300)
@Tag("LG-4")
class InitialDepositTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    @Tag("LG-3")
    void retriedOpening_makesOneDeposit_underTheDocumentedKey() {
        UUID subsidy = UUID.randomUUID();
        RequestId key = LedgerKeys.ledger(subsidy);
        Call open =
                api.post("/v1/ledgers", "idempotency_key", key.value(), "unit", "usd_cents", "initial_deposit", 2500);
        Reply first = open.created().isOriginal();
        assertThat(open.created().isReplayed().bytes()).isEqualTo(first.bytes());
        assertThat(open.key(Api.fresh()).created().isReplayed().bytes()).isEqualTo(first.bytes());

        assertThat(first.json().get("balance").longValue()).isEqualTo(2500);
        List<JsonNode> entries = api.entries(first.id(), 100);
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).get("quantity").longValue()).isEqualTo(2500);
        assertThat(entries.get(0).get("state").stringValue()).isEqualTo("committed");

        // Who builds the key of the deposit gets the deposit that is there.
        String documented = "ledger-for-subsidy-" + subsidy + "-2500-initial-deposit";
        assertThat(LedgerKeys.initialDeposit(LedgerKeys.ledger(subsidy), 2500).value())
                .isEqualTo(documented);
        Reply deposit = api.transaction(first.id(), documented, 2500).created().isReplayed();
        assertThat(deposit.id()).isEqualTo(entries.get(0).get("id").stringValue());
        assertThat(api.balance(first.id())).isEqualTo(2500);
    }

    @Test
    @Tag("RQ-15")
    void keyThatLeavesNoRoomForTheDepositsKey_isRefusedByName() {
        String suffix = "-5-initial-deposit";
        String longest = (Api.fresh() + "k".repeat(255)).substring(0, 255 - suffix.length());

        api.post("/v1/ledgers", "idempotency_key", longest + "k", "unit", "seats", "initial_deposit", 5)
                .refused(400, "ledger:invalid-request", "idempotency_key");
        Reply opened = api.post("/v1/ledgers", "idempotency_key", longest, "unit", "seats", "initial_deposit", 5)
                .created();
        api.transaction(opened.id(), longest + suffix, 5).created().isReplayed();
    }

    @Test
    @Tag("LG-6")
    void ledgerWithoutADeposit_isEmpty() {
        String ledger = api.ledger();

        assertThat(api.balance(ledger)).isZero();
        assertThat(api.entries(ledger, 10)).isEmpty();
    }
}

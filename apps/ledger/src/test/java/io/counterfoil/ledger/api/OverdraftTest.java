package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Whether a ledger may be overdrawn is chosen when it is opened. */
@Timeout(300)
@Tag("LG-6")
class OverdraftTest {

    private static final long LIMIT = Quantity.LIMIT;

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private Call open(String key, String overdraft) {
        return api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats", "overdraft", overdraft);
    }

    private String overdrawable() {
        return open(Api.fresh(), "allowed").created().id();
    }

    @Test
    void default_isForbidden_andItIsShown() {
        Reply opened = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats")
                .created();

        assertThat(opened.json().get("overdraft").stringValue()).isEqualTo("forbidden");
        assertThat(open(Api.fresh(), "forbidden")
                        .created()
                        .json()
                        .get("overdraft")
                        .stringValue())
                .isEqualTo("forbidden");
        assertThat(open(Api.fresh(), "allowed")
                        .created()
                        .json()
                        .get("overdraft")
                        .stringValue())
                .isEqualTo("allowed");
        api.transaction(opened.id(), Api.fresh(), -1).refused(422, "ledger:balance-exceeded", "quantity");
    }

    @Test
    @Tag("LG-3")
    void otherChoice_underTheKeyOfALedger_isRefused() {
        String key = Api.fresh();
        open(key, "allowed").created().isOriginal();

        open(key, "allowed").created().isReplayed();
        open(key, "forbidden").refused(422, "key-reused", "overdraft");
    }

    @Test
    void allowed_debitsReversalsAndFailuresLeadBelowZero() {
        String ledger = overdrawable();
        String deposit = api.posted(ledger, 10);
        String pending = api.pending(ledger, 5);
        api.posted(ledger, -30);
        assertThat(api.balance(ledger)).isEqualTo(-15);

        api.on(deposit, "reversal", Api.fresh()).created();
        api.on(pending, "fail", Api.fresh()).ok();

        assertThat(api.balance(ledger)).isEqualTo(-30);
        List<JsonNode> entries = api.entries(ledger, 10);
        assertThat(entries.get(2).get("running_balance").longValue()).isEqualTo(-30);
    }

    @Test
    void allowed_reachesTheLowerLimitAndNotBeyond() {
        String ledger = overdrawable();
        api.posted(ledger, -LIMIT + 1);
        api.transaction(ledger, Api.fresh(), -2).refused(422, "ledger:balance-limit", "quantity");
        api.posted(ledger, -1);
        api.transaction(ledger, Api.fresh(), -LIMIT).refused(422, "ledger:balance-limit", "quantity");

        assertThat(api.balance(ledger)).isEqualTo(-LIMIT);
        api.posted(ledger, LIMIT);
        assertThat(api.balance(ledger)).isZero();
    }

    @Test
    void allowed_inBatchesToo() {
        String ledger = overdrawable();
        Reply posted = api.post(
                        "/v1/ledgers/" + ledger + "/transaction-batches",
                        "idempotency_key",
                        Api.fresh(),
                        "mode",
                        "per_item",
                        "transactions",
                        List.of(Map.of("quantity", -10), Map.of("quantity", -LIMIT), Map.of("quantity", -1)))
                .created();

        assertThat(posted.json().get("created").intValue()).isEqualTo(2);
        assertThat(posted.json().get("refused").intValue()).isEqualTo(1);
        assertThat(api.balance(ledger)).isEqualTo(-11);
    }

    @Test
    void allowed_manyDebitsAtOnce_areAllGranted_andSumUp() {
        String ledger = overdrawable();
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            replies.add(api.transaction(ledger, Api.fresh(), -7).sendAsync());
        }

        replies.forEach(reply -> assertThat(reply.join().status()).isEqualTo(201));
        assertThat(api.balance(ledger)).isEqualTo(-210);
    }
}

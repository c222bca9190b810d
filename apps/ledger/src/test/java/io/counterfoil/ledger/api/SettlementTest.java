package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
@Tag("LG-1")
class SettlementTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @ParameterizedTest
    @ValueSource(strings = {"commit", "fail"})
    @Tag("LG-3")
    void settlement_sameKeyAgain_isReplayed_anotherKeyIsRefused(String what) {
        String ledger = api.ledger(100);
        String transaction = api.pending(ledger, -10);
        Call settle = api.on(transaction, what, Api.fresh());

        Reply first = settle.ok().isOriginal();
        Reply second = settle.ok().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(first.json().get("state").stringValue()).isEqualTo(what.equals("commit") ? "committed" : "failed");
        api.on(transaction, what, Api.fresh()).refused(409, "ledger:not-pending");
        assertThat(api.balance(ledger)).isEqualTo(what.equals("commit") ? 90 : 100);
    }

    @Test
    void failed_isFinal() {
        String ledger = api.ledger(100);
        String transaction = api.pending(ledger, -10);
        String key = Api.fresh();
        api.on(transaction, "fail", key).ok();

        api.on(transaction, "commit", key).refused(409, "ledger:not-pending");
        api.on(transaction, "commit", Api.fresh()).refused(409, "ledger:not-pending");
        api.on(transaction, "reversal", Api.fresh()).refused(409, "ledger:not-committed");
        assertThat(api.balance(ledger)).isEqualTo(100);
    }

    @Test
    void committedAtOnce_canNeitherBeCommittedNorFailed() {
        String transaction = api.posted(api.ledger(100), -10);

        api.on(transaction, "commit", Api.fresh()).refused(409, "ledger:not-pending");
        api.on(transaction, "fail", Api.fresh()).refused(409, "ledger:not-pending");
    }

    @Test
    @Tag("LG-6")
    void pendingDepositThatWasSpent_cannotFail() {
        String ledger = api.ledger(5);
        String deposit = api.pending(ledger, 10);
        api.posted(ledger, -12);

        api.on(deposit, "fail", Api.fresh()).refused(422, "ledger:balance-exceeded", "quantity");

        assertThat(api.balance(ledger)).isEqualTo(3);
        assertThat(api.get("/v1/transactions/" + deposit)
                        .ok()
                        .json()
                        .get("state")
                        .stringValue())
                .isEqualTo("pending");
        api.on(deposit, "commit", Api.fresh()).ok();
        assertThat(api.balance(ledger)).isEqualTo(3);
    }

    @Test
    void retryOfAPost_afterItWasSettled_showsTheTransactionAsItNowIs() {
        String ledger = api.ledger(100);
        Call post =
                api.post(Api.transactionsOf(ledger), "idempotency_key", Api.fresh(), "quantity", -10, "pending", true);
        String transaction = post.created().id();
        api.on(transaction, "commit", Api.fresh()).ok();

        assertThat(post.created().isReplayed().json().get("state").stringValue())
                .isEqualTo("committed");
    }
}

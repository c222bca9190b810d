package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(300)
@Tag("LG-1")
class ReversalTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    @Tag("LG-6")
    void reversal_takesATransactionBackWhole_andIsSeenOnIt() {
        String ledger = api.ledger(100);
        String debit = api.posted(ledger, -30);

        Reply reversal = api.on(debit, "reversal", Api.fresh()).created().isOriginal();

        assertThat(reversal.json().get("transaction_id").stringValue()).isEqualTo(debit);
        assertThat(reversal.json().get("quantity").longValue()).isEqualTo(30);
        assertThat(api.balance(ledger)).isEqualTo(100);
        assertThat(api.get("/v1/transactions/" + debit).ok().json().get("reversal"))
                .isEqualTo(reversal.json());
    }

    @Test
    @Tag("LG-3")
    void reversal_sameKeyAgain_isTheSameReversal_withoutASecondEffect() {
        String ledger = api.ledger(100);
        Call reverse = api.on(api.posted(ledger, -30), "reversal", Api.fresh());

        Reply first = reverse.created().isOriginal();
        Reply second = reverse.created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isEqualTo(100);
    }

    @Test
    void reversal_underAnotherKey_isRejectedNamingTheFirst() {
        String debit = api.posted(api.ledger(100), -30);
        Reply first = api.on(debit, "reversal", Api.fresh()).created();

        Reply refused = api.on(debit, "reversal", Api.fresh()).refused(409, "ledger:already-reversed");

        assertThat(refused.json().get("detail").stringValue()).contains(first.id());
    }

    @Test
    void reversal_onlyOfACommittedTransaction() {
        String ledger = api.ledger(100);
        String pending = api.pending(ledger, -30);
        String key = Api.fresh();

        api.on(pending, "reversal", key).refused(409, "ledger:not-committed");
        api.on(pending, "commit", Api.fresh()).ok();
        // The refusal did not use up the data key.
        api.on(pending, "reversal", key).created().isOriginal();
    }

    @Test
    @Tag("LG-6")
    void reversal_ofASpentDeposit_isRefusedForTheBalance() {
        String ledger = api.ledger();
        String deposit = api.posted(ledger, 30);
        api.posted(ledger, -20);

        api.on(deposit, "reversal", Api.fresh()).refused(422, "ledger:balance-exceeded", "quantity");
        assertThat(api.balance(ledger)).isEqualTo(10);

        api.posted(ledger, 20);
        api.on(deposit, "reversal", Api.fresh()).created();
        assertThat(api.balance(ledger)).isZero();
    }

    @Test
    @Tag("LG-2")
    void clientsOwnKey_reversesOneTransaction_ofAllLedgers() {
        String ledger = api.ledgerOfOwnKeys(100);
        String key = Api.fresh();
        Call reverse = api.on(api.posted(ledger, -10), "reversal", key);
        Reply first = reverse.created().isOriginal();
        String other = api.ledgerOfOwnKeys(100);

        api.on(api.posted(ledger, -10), "reversal", key).refused(422, "key-reused", "transaction_id");
        api.on(api.posted(other, -10), "reversal", key).refused(422, "key-reused", "transaction_id");

        assertThat(reverse.created().isReplayed().bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isEqualTo(90);
        assertThat(api.balance(other)).isEqualTo(90);
    }

    @Test
    @Tag("LG-2")
    @Tag("LG-6")
    void clientsOwnKey_atOnceOnSeveralLedgers_reversesOne() {
        for (int round = 0; round < 10; round++) {
            String key = Api.fresh();
            List<String> ledgers = List.of(api.ledgerOfOwnKeys(10), api.ledgerOfOwnKeys(10), api.ledgerOfOwnKeys(10));
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            ledgers.stream()
                    .map(ledger -> api.on(api.posted(ledger, -10), "reversal", key))
                    .toList()
                    .forEach(reverse -> replies.add(reverse.sendAsync()));

            assertThat(replies.stream().map(reply -> reply.join().status())).containsExactlyInAnyOrder(201, 422, 422);
            assertThat(ledgers.stream().mapToLong(api::balance).sum()).isEqualTo(10);
        }
    }

    @Test
    @Tag("LG-2")
    @Tag("RQ-16")
    void reversalKeys_arePerClient_andATransactionIsReversedOnce() {
        String ledger = api.ledgerOfOwnKeys(100);
        String one = api.posted(ledger, -10);
        String other = api.posted(ledger, -20);
        String key = Api.fresh();
        Reply first = api.on(one, "reversal", key).client("alice").created();

        api.on(other, "reversal", key).client("bob").created().isOriginal();
        api.on(one, "reversal", key).client("bob").refused(422, "key-reused", "transaction_id");
        api.on(one, "reversal", Api.fresh())
                .client("bob")
                .refused(409, "ledger:already-reversed")
                .isOriginal();
        assertThat(api.on(one, "reversal", key)
                        .client("alice")
                        .created()
                        .isReplayed()
                        .id())
                .isEqualTo(first.id());
        assertThat(api.balance(ledger)).isEqualTo(100);
    }
}

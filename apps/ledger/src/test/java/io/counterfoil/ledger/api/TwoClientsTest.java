package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.ledger.keys.LedgerKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two services on one ledger that was opened without a word about keys: one opens it, both redeem. */
@Timeout(300)
@Tag("LG-2")
@Tag("LG-6")
@Tag("LG-7")
class TwoClientsTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final String SUBSIDY = "enterprise-subsidy";
    private static final String ACCESS = "enterprise-access";
    private static final String POLICY = "6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11";

    private final Api api = SERVICE.api();
    private final String ledger = api.post(
                    "/v1/ledgers",
                    "idempotency_key",
                    LedgerKeys.ledger(UUID.randomUUID()).value(),
                    "unit",
                    "usd_cents",
                    "initial_deposit",
                    100)
            .client(SUBSIDY)
            .created()
            .id();

    private Call redeem(String client) {
        return api.post(
                        "/v1/ledgers/" + ledger + "/redemptions",
                        "quantity",
                        -10,
                        "lms_user_id",
                        4711,
                        "content_key",
                        "course-v1:edX+DemoX",
                        "subsidy_access_policy_uuid",
                        POLICY)
                .client(client);
    }

    @Test
    void redemption_byTheSecondClient_isTheFirstOnesDebit() {
        Reply first = redeem(SUBSIDY).created().isOriginal();

        Reply second = redeem(ACCESS).created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isEqualTo(90);
    }

    @Test
    void redemptions_ofBothClientsAtOnce_areOneDebit() {
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            replies.add(redeem(SUBSIDY).sendAsync());
            replies.add(redeem(ACCESS).sendAsync());
        }

        Set<String> ids = new HashSet<>();
        replies.forEach(reply -> ids.add(reply.join().id()));
        assertThat(ids).hasSize(1);
        assertThat(api.balance(ledger)).isEqualTo(90);
    }

    @Test
    void keyOfTheFirstClient_withOtherContents_isRefusedToTheSecond() {
        String key = Api.fresh();
        api.transaction(ledger, key, -1).client(SUBSIDY).created();

        api.transaction(ledger, key, -2).client(ACCESS).refused(422, "key-reused", "quantity");
        assertThat(api.balance(ledger)).isEqualTo(99);
    }

    @Test
    void reversal_byTheSecondClient_isTheFirstOnes() {
        String debit = redeem(ACCESS).created().id();
        String key = LedgerKeys.adminReversal(TransactionId.TYPE.parse(debit).value())
                .value();
        Reply first = api.on(debit, "reversal", key).client(SUBSIDY).created().isOriginal();

        Reply second = api.on(debit, "reversal", key).client(ACCESS).created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(api.get("/v1/reversals?ledger_id=" + ledger + "&idempotency_key=" + key)
                        .client(ACCESS)
                        .ok()
                        .bytes())
                .isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isEqualTo(100);
    }
}

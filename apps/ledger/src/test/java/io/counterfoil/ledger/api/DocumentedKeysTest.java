package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.ledger.keys.LedgerKeys;
import io.counterfoil.ledger.keys.Redemption;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests under each of the five documented formats, with nothing but texts that the API shows. */
@Timeout(300)
@Tag("LG-4")
@Tag("LG-7")
class DocumentedKeysTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();
    private final UUID subsidy = UUID.randomUUID();
    private final UUID policy = UUID.randomUUID();
    private final String ledger = "ledger-for-subsidy-" + subsidy;

    private Reply opened() {
        return api.post("/v1/ledgers", "idempotency_key", ledger, "unit", "usd_cents", "initial_deposit", 2500)
                .created();
    }

    private Call debit(String ledgerId, Set<String> inactive) {
        return api.post(
                Api.transactionsOf(ledgerId),
                "idempotency_key",
                LedgerKeys.redemption(ledger, new Redemption(17, "content", policy, inactive))
                        .value(),
                "quantity",
                -100,
                "lms_user_id",
                17,
                "content_key",
                "content",
                "subsidy_access_policy_uuid",
                policy);
    }

    private static void isUnder(String key, Reply reply) {
        assertThat(reply.json().get("idempotency_key").stringValue()).isEqualTo(key);
    }

    @Test
    void ledger_andInitialDeposit() {
        Reply first = opened().isOriginal();
        assertThat(opened().isReplayed().bytes()).isEqualTo(first.bytes());
        isUnder(ledger, first);
        assertThat(LedgerKeys.ledger(subsidy).value()).isEqualTo(ledger);

        String deposit = ledger + "-2500-initial-deposit";
        assertThat(LedgerKeys.initialDeposit(LedgerKeys.ledger(subsidy), 2500).value())
                .isEqualTo(deposit);
        isUnder(deposit, api.transaction(first.id(), deposit, 2500).created().isReplayed());
    }

    @Test
    void transaction_reversedByAnAdministrator_andRedeemedAgain() {
        String id = opened().id();
        Reply first = debit(id, Set.of()).created().isOriginal();
        debit(id, Set.of()).created().isReplayed();

        // The UUID of the key stands on the transaction.
        String key = "admin-invoked-reverse-" + first.json().get("uuid").stringValue();
        TransactionId transaction = TransactionId.TYPE.parse(first.id());
        assertThat(LedgerKeys.adminReversal(transaction.value()).value()).isEqualTo(key);
        Call reverse = api.on(first.id(), "reversal", key);
        isUnder(key, reverse.created().isOriginal());
        reverse.created().isReplayed();

        Reply second = debit(id, Set.of(first.id())).created().isOriginal();
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(debit(id, Set.of()).created().isReplayed().id()).isEqualTo(first.id());
        assertThat(api.balance(id)).isEqualTo(2400);
    }

    @Test
    void transaction_reversedByItsLearner() {
        String id = opened().id();
        String fulfillment = Api.fresh();
        Instant unenrolled = Instant.parse("2026-05-01T09:30:00Z");
        String key = LedgerKeys.unenrollmentReversal(fulfillment, unenrolled).value();
        assertThat(key).isEqualTo("unenrollment-reversal-" + fulfillment + "-2026-05-01T09:30:00Z");
        Call reverse = api.on(debit(id, Set.of()).created().id(), "reversal", key);

        isUnder(key, reverse.created().isOriginal());
        reverse.created().isReplayed();
        // One unenrollment takes back one redemption.
        api.on(api.posted(id, -1), "reversal", key).refused(422, "key-reused", "transaction_id");
    }
}

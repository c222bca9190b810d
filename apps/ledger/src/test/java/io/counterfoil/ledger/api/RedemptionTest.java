package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.ledger.keys.LedgerKeys;
import io.counterfoil.ledger.keys.Redemption;
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
import tools.jackson.databind.JsonNode;

/** Redeem, reverse, redeem again: the service makes the key from the history, in the transaction that debits. */
@Timeout(300)
@Tag("LG-4")
@Tag("LG-7")
class RedemptionTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final UUID POLICY = UUID.fromString("6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11");
    private static final String CONTENT = "course-v1:edX+DemoX";
    private static final long LEARNER = 4711;

    private final Api api = SERVICE.api();
    private final UUID subsidy = UUID.randomUUID();
    private final String ledger = opened(subsidy, true);

    /** The ledger of a subsidy of its own, with 100 in it. */
    private String opened(boolean sharedKeys) {
        return opened(UUID.randomUUID(), sharedKeys);
    }

    private String opened(UUID subsidy, boolean sharedKeys) {
        return api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        LedgerKeys.ledger(subsidy).value(),
                        "unit",
                        "usd_cents",
                        "initial_deposit",
                        100,
                        "shared_keys",
                        sharedKeys)
                .created()
                .id();
    }

    private Call redeem() {
        return redeem(ledger, LEARNER, CONTENT, POLICY);
    }

    private Call redeem(String ledger, long learner, String content, UUID policy) {
        return api.post(
                "/v1/ledgers/" + ledger + "/redemptions",
                "quantity",
                -10,
                "lms_user_id",
                learner,
                "content_key",
                content,
                "subsidy_access_policy_uuid",
                policy);
    }

    private static String keyOf(Reply transaction) {
        return transaction.json().get("idempotency_key").stringValue();
    }

    private RequestId key(String... inactive) {
        return LedgerKeys.redemption(
                LedgerKeys.ledger(subsidy).value(), new Redemption(LEARNER, CONTENT, POLICY, Set.of(inactive)));
    }

    private void reverse(String transaction) {
        api.on(transaction, "reversal", Api.fresh()).created();
    }

    @Test
    @Tag("LG-3")
    void redemption_hasTheDocumentedKey_thatAnyClientCanBuild() {
        Reply first = redeem().created().isOriginal();

        assertThat(keyOf(first)).isEqualTo(key().value());
        assertThat(first.json().get("quantity").longValue()).isEqualTo(-10);
        assertThat(redeem().created().isReplayed().bytes()).isEqualTo(first.bytes());
        Reply built = api.post(
                        Api.transactionsOf(ledger),
                        "idempotency_key",
                        key().value(),
                        "quantity",
                        -10,
                        "lms_user_id",
                        LEARNER,
                        "content_key",
                        CONTENT,
                        "subsidy_access_policy_uuid",
                        POLICY)
                .created()
                .isReplayed();
        assertThat(built.bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isEqualTo(90);
    }

    @Test
    @Tag("LG-6")
    void redemption_afterEachReversal_isANewOne() {
        String first = redeem().created().isOriginal().id();
        reverse(first);
        Reply second = redeem().created().isOriginal();
        assertThat(second.id()).isNotEqualTo(first);
        assertThat(keyOf(second)).isEqualTo(key(first).value());
        assertThat(redeem().created().isReplayed().id()).isEqualTo(second.id());

        reverse(second.id());
        Reply third = redeem().created().isOriginal();
        assertThat(keyOf(third)).isEqualTo(key(first, second.id()).value());
        assertThat(redeem().created().isReplayed().id()).isEqualTo(third.id());
        assertThat(api.balance(ledger)).isEqualTo(90);
        assertThat(api.entries(ledger, 10)).hasSize(4);
    }

    @Test
    void failedRedemption_joinsTheHistory_andAPendingOneDoesNot() {
        Object[] body = {
            "quantity",
            -10,
            "pending",
            true,
            "lms_user_id",
            LEARNER,
            "content_key",
            CONTENT,
            "subsidy_access_policy_uuid",
            POLICY
        };
        Call redeem = api.post("/v1/ledgers/" + ledger + "/redemptions", body);
        String first = redeem.created().isOriginal().id();
        assertThat(redeem.created().isReplayed().id()).isEqualTo(first);
        api.on(first, "fail", Api.fresh()).ok();

        Reply second = redeem.created().isOriginal();

        assertThat(keyOf(second)).isEqualTo(key(first).value());
        api.on(second.id(), "commit", Api.fresh()).ok();
        assertThat(redeem.created().isReplayed().json().get("state").stringValue())
                .isEqualTo("committed");
        assertThat(api.balance(ledger)).isEqualTo(90);
    }

    @Test
    void otherLearnerContentOrPolicy_isAnotherRedemption() {
        Set<String> ids = new HashSet<>();
        ids.add(redeem().created().isOriginal().id());
        ids.add(redeem(ledger, LEARNER + 1, CONTENT, POLICY)
                .created()
                .isOriginal()
                .id());
        ids.add(redeem(ledger, LEARNER, CONTENT + "x", POLICY)
                .created()
                .isOriginal()
                .id());
        ids.add(redeem(ledger, LEARNER, CONTENT, subsidy).created().isOriginal().id());
        ids.add(redeem(opened(true), LEARNER, CONTENT, POLICY)
                .created()
                .isOriginal()
                .id());

        assertThat(ids).hasSize(5);
    }

    @Test
    void otherContents_ofTheActiveRedemption_areRefusedByField() {
        redeem().created();

        api.post(
                        "/v1/ledgers/" + ledger + "/redemptions",
                        "quantity",
                        -11,
                        "lms_user_id",
                        LEARNER,
                        "content_key",
                        CONTENT,
                        "subsidy_access_policy_uuid",
                        POLICY)
                .refused(422, "key-reused", "quantity");
    }

    @Test
    @Tag("RQ-16")
    void historyOfAnotherClient_isAnotherHistory_unlessKeysAreShared() {
        String own = opened(false);
        String ofAlice = redeem(own, LEARNER, CONTENT, POLICY)
                .client("alice")
                .created()
                .isOriginal()
                .id();
        String ofBob = redeem(own, LEARNER, CONTENT, POLICY)
                .client("bob")
                .created()
                .isOriginal()
                .id();
        assertThat(ofBob).isNotEqualTo(ofAlice);
        reverse(ofAlice);
        Call again = redeem(own, LEARNER, CONTENT, POLICY).client("bob");
        assertThat(again.created().isReplayed().id()).isEqualTo(ofBob);
        redeem(own, LEARNER, CONTENT, POLICY).client("alice").created().isOriginal();

        String shared = opened(true);
        Call redeem = redeem(shared, LEARNER, CONTENT, POLICY);
        String first = redeem.client("alice").created().isOriginal().id();
        Call second = redeem(shared, LEARNER, CONTENT, POLICY).client("bob");
        assertThat(second.created().isReplayed().id()).isEqualTo(first);
        reverse(first);
        second.created().isOriginal();
    }

    @Test
    @Tag("LG-6")
    void manyRedemptionsAtOnce_areOne() {
        for (int round = 0; round < 10; round++) {
            long learner = LEARNER + round;
            Set<String> ids = new HashSet<>();
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                replies.add(redeem(ledger, learner, CONTENT, POLICY).sendAsync());
            }
            replies.forEach(reply -> ids.add(reply.join().id()));

            assertThat(ids).hasSize(1);
            assertThat(replies.stream()
                            .filter(reply ->
                                    reply.join().header("Idempotency-Replayed").equals("false")))
                    .hasSize(1);
        }
        assertThat(api.balance(ledger)).isZero();
    }

    @Test
    @Tag("LG-6")
    void concurrentRedemptionsAndReversals_leaveAtMostOneActive() {
        for (int round = 0; round < 15; round++) {
            String active = redeem().created().id();
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                replies.add(i == 3 ? api.on(active, "reversal", Api.fresh()).sendAsync() : redeem().sendAsync());
            }
            replies.forEach(reply -> assertThat(reply.join().status()).isEqualTo(201));
            assertThat(activeRedemptions()).hasSizeLessThanOrEqualTo(1);
            activeRedemptions().forEach(this::reverse);
        }
        List<JsonNode> entries = api.entries(ledger, 1000);
        assertThat(entries)
                .extracting(entry -> entry.get("idempotency_key").stringValue())
                .doesNotHaveDuplicates();
        assertThat(api.balance(ledger)).isEqualTo(100);
    }

    private List<String> activeRedemptions() {
        return api.entries(ledger, 1000).stream()
                .filter(entry -> !entry.get("lms_user_id").isNull())
                .filter(entry -> entry.get("reversal").isNull())
                .map(entry -> entry.get("id").stringValue())
                .toList();
    }

    @Test
    @Tag("LG-6")
    void redemptionBeyondTheBalance_isRefused_andLeavesNothingBehind() {
        api.posted(ledger, -95);
        redeem().refused(422, "ledger:balance-exceeded", "quantity").isOriginal();
        api.posted(ledger, 5);

        assertThat(keyOf(redeem().created().isOriginal())).isEqualTo(key().value());
    }

    @Test
    void headerKey_keepsARetryADuplicate_alsoAfterTheReversal() {
        Call redeem = redeem().key(Api.fresh());
        Reply first = redeem.created().isOriginal();
        reverse(first.id());

        assertThat(redeem.created().isReplayed().bytes()).isEqualTo(first.bytes());
        assertThat(redeem().created().isOriginal().id()).isNotEqualTo(first.id());
    }

    @Test
    void ledgerWithoutAKey_hasItsIdInFrontOfTheHash() {
        String byId = api.post("/v1/ledgers", "command_id", Way.COMMAND.fresh(TransactionId.TYPE), "unit", "seats")
                .created()
                .id();
        api.posted(byId, 10);

        assertThat(keyOf(redeem(byId, LEARNER, CONTENT, POLICY).created())).matches(byId + "-[0-9a-f]{64}");
    }

    @Test
    @Tag("RQ-15")
    void ledgerWhoseKeyLeavesNoRoom_hasNoRedemptions() {
        String key = (Api.fresh() + "k".repeat(255)).substring(0, 190);
        for (String longKey : List.of(key, key + "k")) {
            String of = api.post("/v1/ledgers", "idempotency_key", longKey, "unit", "seats", "initial_deposit", 10)
                    .created()
                    .id();
            Call redeem = redeem(of, LEARNER, CONTENT, POLICY);
            if (longKey.length() == 190) {
                redeem.created();
            } else {
                redeem.refused(400, "ledger:invalid-request", "id");
            }
        }
    }

    @Test
    void redemptionOfALedgerThatIsNotThere_isNotFound() {
        redeem("ldg_00000000000000000000000000", LEARNER, CONTENT, POLICY).refused(404, "ledger:not-found", "id");
    }
}

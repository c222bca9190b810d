package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Data keys of several clients on one ledger: one sequence, or each client's own where the ledger was opened so. */
@Timeout(300)
@Tag("RQ-16")
@Tag("LG-2")
class KeyScopeTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final String ALICE = "alice " + Api.fresh();
    private static final String BOB = "bob " + Api.fresh();

    private final Api api = SERVICE.api();

    /** A ledger of Alice's with 100 in it, and its key. */
    private Reply opened(boolean sharedKeys) {
        return api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        Api.fresh(),
                        "unit",
                        "seats",
                        "initial_deposit",
                        100,
                        "shared_keys",
                        sharedKeys)
                .client(ALICE)
                .created();
    }

    private Call batch(String ledger, String itemKey, long quantity) {
        return api.post(
                "/v1/ledgers/" + ledger + "/transaction-batches",
                "idempotency_key",
                Api.fresh(),
                "mode",
                "per_item",
                "transactions",
                List.of(Map.of("quantity", quantity, "idempotency_key", itemKey)));
    }

    private static String outcome(Reply batch) {
        return batch.json().get("members").get(0).get("outcome").stringValue();
    }

    @Test
    void ledger_saysWhetherItsClientsShareTheirKeys() {
        assertThat(opened(false).json().get("shared_keys").booleanValue()).isFalse();
        Reply shared = opened(true);
        assertThat(shared.json().get("shared_keys").booleanValue()).isTrue();
        assertThat(api.get("/v1/ledgers/" + shared.id()).ok().bytes()).isEqualTo(shared.bytes());
    }

    @Test
    void otherSharing_underTheKeyOfALedger_isRefused() {
        for (boolean shared : List.of(true, false)) {
            String key = Api.fresh();
            opened(key, shared);

            api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats", "shared_keys", !shared)
                    .refused(422, "key-reused", "shared_keys");
            opened(key, shared).isReplayed();
            // What is left to the default is not compared: the default may have been another one.
            Reply unsaid = api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats")
                    .created()
                    .isReplayed();
            assertThat(unsaid.json().get("shared_keys").booleanValue()).isEqualTo(shared);
        }
    }

    private Reply opened(String key, boolean shared) {
        return api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats", "shared_keys", shared)
                .created();
    }

    @Test
    void sharing_isTheDefault() {
        Reply ledger = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats")
                .created();

        assertThat(ledger.json().get("shared_keys").booleanValue()).isTrue();
    }

    @Test
    void ownKeys_answerBlockAndRevealNothingToAnotherClient() {
        String ledger = opened(false).id();
        String key = Api.fresh();
        Reply ofAlice = api.transaction(ledger, key, -1).client(ALICE).created().isOriginal();

        // The same contents are not answered with Alice's object, other contents are not refused for hers.
        Reply ofBob = api.transaction(ledger, key, -1).client(BOB).created().isOriginal();
        assertThat(ofBob.id()).isNotEqualTo(ofAlice.id());
        String guessed = Api.fresh();
        api.transaction(ledger, guessed, -50).client(BOB).created().isOriginal();
        api.transaction(ledger, guessed, -2).client(ALICE).created().isOriginal();

        assertThat(api.transaction(ledger, key, -1)
                        .client(ALICE)
                        .created()
                        .isReplayed()
                        .id())
                .isEqualTo(ofAlice.id());
        assertThat(api.balance(ledger)).isEqualTo(46);
    }

    @Test
    void ownKeys_inBatchesAndImportsToo() {
        String ledger = opened(false).id();
        String key = Api.fresh();
        api.transaction(ledger, key, -1).client(ALICE).created();

        assertThat(outcome(batch(ledger, key, -1).client(BOB).created())).isEqualTo("created");
        assertThat(outcome(batch(ledger, key, -1).client(ALICE).created())).isEqualTo("known");
        assertThat(imported(ledger, key, BOB).get("known").intValue()).isEqualTo(1);
        assertThat(imported(ledger, key, "carol " + Api.fresh()).get("created").intValue())
                .isEqualTo(1);
        assertThat(api.balance(ledger)).isEqualTo(97);
    }

    private JsonNode imported(String ledger, String key, String client) {
        String name = Api.fresh();
        api.call("POST", "/v1/imports?idempotency_key=" + name + "&reference_id=" + name + "&ledger_id=" + ledger)
                .body("quantity,idempotency_key\n-1," + key + "\n")
                .contentType("text/csv")
                .client(client)
                .send();
        return api.get("/v1/imports/" + name).client(client).ended().get("result");
    }

    @Test
    void keyOfTheInitialDeposit_isItsClients() {
        String key = Api.fresh();
        String ledger = api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        key,
                        "unit",
                        "seats",
                        "initial_deposit",
                        5,
                        "shared_keys",
                        false)
                .client(ALICE)
                .created()
                .id();
        String deposit = key + "-5-initial-deposit";

        api.transaction(ledger, deposit, 5).client(ALICE).created().isReplayed();
        api.transaction(ledger, deposit, 5).client(BOB).created().isOriginal();

        assertThat(api.balance(ledger)).isEqualTo(10);
    }

    @Test
    void keyOfASettlement_isItsClients() {
        String ledger = opened(false).id();
        String key = Api.fresh();
        for (String what : List.of("commit", "fail")) {
            String pending = api.pending(ledger, -1);
            api.on(pending, what, key).client(ALICE).ok().isOriginal();

            api.on(pending, what, key)
                    .client(BOB)
                    .refused(409, "ledger:not-pending")
                    .isOriginal();
            api.on(pending, what, key).client(ALICE).ok().isReplayed();
        }
    }

    @Test
    void sharedKeyOfASettlement_isOneForAllClients_alsoAtOnce() {
        String ledger = opened(true).id();
        for (int round = 0; round < 10; round++) {
            String pending = api.pending(ledger, -1);
            String key = Api.fresh();
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            for (String client : List.of(ALICE, BOB, "carol " + key)) {
                replies.add(api.on(pending, "commit", key).client(client).sendAsync());
            }

            assertThat(replies)
                    .extracting(
                            reply -> reply.join().status() + " " + reply.join().header("Idempotency-Replayed"))
                    .containsExactlyInAnyOrder("200 false", "200 true", "200 true");
        }
    }

    @Test
    void sharedKeys_ofAllKindsOfWrites_areOneNamespace() {
        Reply opened = opened(true);
        String ledger = opened.id();
        String key = Api.fresh();
        Reply ofAlice = api.transaction(ledger, key, -1).client(ALICE).created().isOriginal();

        assertThat(api.transaction(ledger, key, -1)
                        .client(BOB)
                        .created()
                        .isReplayed()
                        .id())
                .isEqualTo(ofAlice.id());
        api.transaction(ledger, key, -2).client(BOB).refused(422, "key-reused", "quantity");
        assertThat(outcome(batch(ledger, key, -1).client(BOB).created())).isEqualTo("known");
        Reply reversal = api.on(ofAlice.id(), "reversal", key).client(ALICE).created();
        assertThat(api.on(ofAlice.id(), "reversal", key)
                        .client(BOB)
                        .created()
                        .isReplayed()
                        .id())
                .isEqualTo(reversal.id());
        String other =
                api.transaction(ledger, Api.fresh(), -3).client(BOB).created().id();
        api.on(other, "reversal", key).client(BOB).refused(422, "key-reused", "transaction_id");
        assertThat(api.balance(ledger)).isEqualTo(97);
    }

    @Test
    void sharedKeys_ofOneLedger_areNothingToAnother() {
        String one = opened(true).id();
        String other = opened(true).id();
        String key = Api.fresh();
        String debit = api.transaction(one, key, -1).client(ALICE).created().id();
        api.on(debit, "reversal", key).client(ALICE).created();

        String second = api.transaction(other, key, -1)
                .client(BOB)
                .created()
                .isOriginal()
                .id();
        api.on(second, "reversal", key).client(BOB).created().isOriginal();
    }

    @Test
    @Tag("LG-6")
    void sharedKey_usedConcurrently_isOneTransactionAndReversal() {
        for (int round = 0; round < 10; round++) {
            String ledger = opened(true).id();
            String key = Api.fresh();
            Set<String> transactions =
                    ids(ledger, client -> api.transaction(ledger, key, -7).client(client));
            assertThat(transactions).hasSize(1);
            String transaction = transactions.iterator().next();
            assertThat(ids(
                            ledger,
                            client -> api.on(transaction, "reversal", key).client(client)))
                    .hasSize(1);
            assertThat(api.balance(ledger)).isEqualTo(100);
        }
    }

    /** What six clients are answered at once. */
    private static Set<String> ids(String ledger, Function<String, Call> call) {
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int client = 0; client < 6; client++) {
            replies.add(call.apply("client-" + client + " of " + ledger).sendAsync());
        }
        Set<String> ids = new HashSet<>();
        int originals = 0;
        for (CompletableFuture<Reply> reply : replies) {
            assertThat(reply.join().status()).as("%s", reply.join()).isEqualTo(201);
            ids.add(reply.join().id());
            originals += reply.join().header("Idempotency-Replayed").equals("false") ? 1 : 0;
        }
        assertThat(originals).isEqualTo(1);
        return ids;
    }
}

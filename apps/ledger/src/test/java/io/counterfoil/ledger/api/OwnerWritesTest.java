package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where API keys are asked for, a ledger is changed by the client alone that opened it. */
@Timeout(300)
@Tag("RQ-5")
class OwnerWritesTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.guarded();

    @RegisterExtension
    static final SharedService FOR_ALL = SharedService.guardedForAll();

    private final String alice = keyOf(SERVICE, "alice");
    private final String bob = keyOf(SERVICE, "bob");

    private static String keyOf(SharedService service, String owner) {
        return ApiKeyTest.keyOf(service, owner + " " + Api.fresh());
    }

    private static String ledgerOf(Api api, String apiKey) {
        return api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "initial_deposit", 100)
                .apiKey(apiKey)
                .created()
                .id();
    }

    private static Call debit(Api api, String ledger) {
        return api.transaction(ledger, Api.fresh(), -1);
    }

    /** All that changes a ledger, or a transaction of it. */
    private static List<Call> writes(Api api, String ledger, String transaction) {
        return List.of(
                debit(api, ledger),
                debit(api, ledger).key(Api.fresh()),
                api.post(
                        "/v1/ledgers/" + ledger + "/metadata",
                        "command_id",
                        CommandId.next().text(),
                        "metadata",
                        Map.of("a", 1)),
                api.delete("/v1/ledgers/" + ledger),
                api.post(
                        "/v1/ledgers/" + ledger + "/transaction-batches",
                        "idempotency_key",
                        Api.fresh(),
                        "mode",
                        "per_item",
                        "transactions",
                        List.of(Map.of("quantity", -1))),
                api.call("POST", "/v1/imports?idempotency_key=" + Api.fresh() + "&ledger_id=" + ledger)
                        .body("quantity\n-1\n")
                        .contentType("text/csv"),
                api.on(transaction, "commit", Api.fresh()),
                api.on(transaction, "fail", Api.fresh()),
                api.on(transaction, "reversal", Api.fresh()));
    }

    @Test
    void writesOfAnotherClient_areRefused_andChangeNothing() {
        Api api = SERVICE.api();
        String ledger = ledgerOf(api, alice);
        String transaction = debit(api, ledger).apiKey(alice).created().id();
        String before = shown(api, ledger);

        for (Call write : writes(api, ledger, transaction)) {
            write.apiKey(bob).refused(403, "ledger:not-the-owner");
        }

        assertThat(shown(api, ledger)).isEqualTo(before);
        api.get("/v1/transactions/" + transaction).apiKey(bob).ok();
    }

    @Test
    @Tag("CB-10")
    void writesOfAnotherClient_inEveryFormOfTheId_areRefused() {
        Api api = SERVICE.api();
        String ledger = ledgerOf(api, alice);
        String transaction = debit(api, ledger).apiKey(alice).created().id();

        for (String id : EntityIdTest.forms(LedgerId.TYPE.parse(ledger))) {
            debit(api, id).apiKey(bob).refused(403, "ledger:not-the-owner");
            api.call("POST", "/v1/imports?idempotency_key=" + Api.fresh() + "&ledger_id=" + id)
                    .body("quantity\n-1\n")
                    .contentType("text/csv")
                    .apiKey(bob)
                    .refused(403, "ledger:not-the-owner");
        }
        for (String id : EntityIdTest.forms(TransactionId.TYPE.parse(transaction))) {
            api.on(id, "reversal", Api.fresh()).apiKey(bob).refused(403, "ledger:not-the-owner");
        }
    }

    private String shown(Api api, String ledger) {
        return api.get("/v1/ledgers/" + ledger).apiKey(bob).ok().text();
    }

    @Test
    void writesOfTheOwner_areExecuted_alsoByAnotherKeyOfTheirs() {
        Api api = SERVICE.api();
        String owner = "carol " + Api.fresh();
        String ledger = ledgerOf(api, ApiKeyTest.keyOf(SERVICE, owner));

        debit(api, ledger).apiKey(ApiKeyTest.keyOf(SERVICE, owner)).created();
    }

    @Test
    void ledgerThatIsNotThere_isNotFound_notForbidden() {
        SERVICE.api()
                .transaction(LedgerId.TYPE.next().text(), Api.fresh(), -1)
                .apiKey(bob)
                .refused(404, "ledger:not-found");
    }

    @Test
    void writesOfAnotherClient_areExecuted_whereTheServiceIsSetSo() {
        Api api = FOR_ALL.api();
        String ledger = ledgerOf(api, keyOf(FOR_ALL, "alice"));

        debit(api, ledger).apiKey(keyOf(FOR_ALL, "bob")).created();
    }

    @Test
    @Tag("RF-9")
    void writeByName_isExecutedForTheOwnerOnly() {
        Api api = SERVICE.api();
        String name = Api.fresh();
        api.post("/v1/ledgers", "idempotency_key", name, "unit", "seats", "initial_deposit", 10, "reference_id", name)
                .apiKey(alice)
                .created();
        Call debit = api.post(
                "/v1/ledgers/transactions?reference_id=" + name, "idempotency_key", Api.fresh(), "quantity", -1);
        debit.apiKey(alice).created();
        api.post("/v1/ledgers/transactions?reference_id=" + name, "idempotency_key", Api.fresh(), "quantity", -1)
                .apiKey(bob)
                .refused(404, "ledger:not-found", "reference_id");
    }

    /** Of a transaction that another client has named while every client could write. */
    @Test
    @Tag("RF-9")
    void writeByName_onAnotherClientsLedger_isForbidden() {
        String name = Api.fresh();
        String carol = keyOf(FOR_ALL, "carol");
        String dave = keyOf(FOR_ALL, "dave");
        String ledger = ledgerOf(FOR_ALL.api(), carol);
        FOR_ALL.api()
                .post(
                        Api.transactionsOf(ledger),
                        "idempotency_key",
                        Api.fresh(),
                        "quantity",
                        -1,
                        "pending",
                        true,
                        "reference_id",
                        name)
                .apiKey(dave)
                .created();
        String daves = ledgerOf(FOR_ALL.api(), dave);
        try (RunningService strict = RunningService.on(FOR_ALL.running().database(), "ledger.api-keys.enabled=true")) {
            Api owners = new Api(strict.uri());
            for (String path :
                    List.of("/v1/transactions/commit", "/v1/%74ransactions/commit", "/v1/transactions/fail")) {
                for (String query : List.of("?reference_id=" + name, "?ledger_id=" + daves + "&reference_id=" + name)) {
                    assertThat(owners.post(path + query, "idempotency_key", Api.fresh())
                                    .apiKey(dave)
                                    .send()
                                    .status())
                            .isIn(400, 403);
                }
                owners.post(path + "?reference_id=" + name, "idempotency_key", Api.fresh())
                        .apiKey(dave)
                        .refused(403, "ledger:not-the-owner");
            }
        }
        FOR_ALL.api()
                .post("/v1/transactions/commit?reference_id=" + name, "idempotency_key", Api.fresh())
                .apiKey(dave)
                .ok();
    }
}

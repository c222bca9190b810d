package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks for every operation that is documented, with real data, granted and refused, and keeps what was answered. */
final class EveryOperation {

    private final Api api;
    private final List<Reply> replies = new ArrayList<>();

    private EveryOperation(Api api) {
        this.api = api;
    }

    /** All answers; none of the documented operations is missing. */
    static List<Reply> repliesOf(Api api) {
        EveryOperation every = new EveryOperation(api);
        every.ledgers();
        String ledger = api.ledger(100);
        every.transactions(ledger);
        every.pages(ledger);
        every.batches();
        every.imports();
        every.byReference();
        assertThat(every.replies)
                .extracting(OpenApiTest.PUBLISHED::operationOf)
                .containsAll(OpenApiTest.PUBLISHED.operations());
        return every.replies;
    }

    /** Those of single transactions, on a ledger that has a balance of 100 to 999. */
    static void ofTransactions(Api api, String ledger) {
        new EveryOperation(api).transactions(ledger);
    }

    private Reply see(int status, Call call) {
        Reply reply = call.send();
        assertThat(reply.status()).as("%s", reply).isEqualTo(status);
        replies.add(reply);
        return reply;
    }

    private void ledgers() {
        String reference = Api.fresh();
        for (Way way : Way.values()) {
            Call open = api.post(
                    "/v1/ledgers", way.field(), way.fresh(LedgerId.TYPE), "unit", "seats", "initial_deposit", 50);
            see(201, open.key(Api.fresh()));
            see(201, open);
        }
        Call open = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", reference);
        String ledger = "/v1/ledgers/" + see(201, open).id();
        see(409, api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", reference));
        see(400, api.post("/v1/ledgers", "unit", "seats"));
        see(200, api.get(ledger));
        see(200, api.get("/v1/ledgers?limit=2"));
        see(200, api.get("/v1/ledgers?reference_id=" + reference));
        Call metadata =
                api.post(ledger + "/metadata", "command_id", CommandId.next().text(), "metadata", Map.of("a", 1));
        see(200, metadata);
        see(200, metadata);
        see(412, api.delete(ledger).ifMatch("\"1\""));
        see(204, api.delete(ledger));
        see(404, api.delete(ledger));
        see(409, open);
        see(409, api.delete("/v1/ledgers/" + api.ledger(1)));
    }

    private void transactions(String ledger) {
        String transactions = Api.transactionsOf(ledger);
        for (Way way : Way.values()) {
            Call debit = api.post(transactions, way.field(), way.fresh(TransactionId.TYPE), "quantity", -5);
            see(201, debit);
            see(201, debit);
        }
        String reference = Api.fresh();
        Call pending = api.post(
                transactions,
                "idempotency_key",
                Api.fresh(),
                "quantity",
                -5,
                "pending",
                true,
                "reference_id",
                reference);
        String one = see(201, pending).id();
        String other = api.pending(ledger, -5);
        Call redemption = api.post(
                "/v1/ledgers/" + ledger + "/redemptions",
                "quantity",
                -5,
                "lms_user_id",
                1,
                "content_key",
                "c",
                "subsidy_access_policy_uuid",
                Api.fresh());
        see(201, redemption);
        see(201, redemption);
        see(422, api.transaction(ledger, Api.fresh(), -1000));
        see(200, api.get("/v1/transactions/" + one));
        see(200, api.get("/v1/transactions?reference_id=" + reference));
        see(200, api.on(one, "commit", Api.fresh()));
        see(
                200,
                api.post(
                        "/v1/transactions/" + other + "/fail",
                        "command_id",
                        CommandId.next().text()));
        see(409, api.on(other, "commit", Api.fresh()));
        see(409, api.on(other, "reversal", Api.fresh()));
        Call reversal = api.post(
                "/v1/transactions/" + one + "/reversal", "idempotency_key", Api.fresh(), "reference_id", reference);
        see(201, reversal);
        see(201, reversal);
        see(409, api.on(one, "reversal", Api.fresh()));
        see(200, api.get("/v1/reversals?reference_id=" + reference));
        see(404, api.get("/v1/transactions/" + TransactionId.TYPE.next().text()));
    }

    private void pages(String ledger) {
        see(200, api.get(Api.transactionsOf(ledger) + "?limit=2"));
        String deposit =
                api.entries(ledger, 1).get(0).get("service_reference_id").stringValue();
        see(200, api.get("/v1/transactions?service_reference_id=" + deposit));
    }

    private void batches() {
        String ledger = api.ledger(100);
        String id = Api.fresh();
        Call batch = api.post(
                "/v1/ledgers/" + ledger + "/transaction-batches",
                "idempotency_key",
                Api.fresh(),
                "batch_id",
                id,
                "mode",
                "per_item",
                "transactions",
                List.of(
                        Map.of("quantity", -1),
                        Map.of("quantity", -2, "reference_id", Api.fresh()),
                        Map.of("quantity", -1000)));
        see(201, batch);
        see(201, batch);
        see(200, api.get("/v1/batches"));
        see(200, api.get("/v1/batches/" + id));
    }

    private void imports() {
        String reference = Api.fresh();
        see(
                202,
                api.call(
                                "POST",
                                "/v1/imports?idempotency_key=" + Api.fresh() + "&reference_id=" + reference
                                        + "&ledger_id=" + api.ledger(100))
                        .body("quantity\n-1\n-1000\n")
                        .contentType("text/csv"));
        see(200, api.get("/v1/imports/" + reference).header("Prefer", "wait=20"));
        see(200, api.get("/v1/imports"));
    }

    private void byReference() {
        String name = Api.fresh();
        String query = "?reference_id=" + name;
        Call open = api.post("/v1/ledgers", "idempotency_key", name, "unit", "seats", "reference_id", name);
        String empty = Api.fresh();
        see(201, open);
        see(201, api.post("/v1/ledgers", "idempotency_key", empty, "unit", "seats", "reference_id", empty));
        see(204, api.delete("/v1/ledgers?reference_id=" + empty));
        see(404, api.delete("/v1/ledgers?reference_id=" + empty));
        see(
                200,
                api.post(
                        "/v1/ledgers/metadata" + query,
                        "command_id",
                        CommandId.next().text()));
        Call deposit = api.post(
                "/v1/ledgers/transactions" + query, "idempotency_key", name, "quantity", 10, "reference_id", name);
        see(201, deposit);
        see(201, deposit.key(Api.fresh()));
        see(200, api.get("/v1/ledgers/transactions" + query));
        see(200, api.get("/v1/ledgers/transactions" + query + "&idempotency_key=" + name));
        see(200, api.get("/v1/ledgers?idempotency_key=" + name));
        see(409, api.post("/v1/transactions/commit" + query, "idempotency_key", name));
        see(409, api.post("/v1/transactions/fail" + query, "idempotency_key", name));
        see(201, api.post("/v1/transactions/reversal" + query, "idempotency_key", name));
        String ledger = api.get("/v1/ledgers" + query).ok().id();
        see(200, api.get("/v1/reversals?idempotency_key=" + name + "&ledger_id=" + ledger));
        for (String path : List.of("/v1/ledgers/" + ledger + "/writers?", "/v1/ledgers/writers" + query + "&")) {
            see(200, api.call("PUT", path + "client=" + name));
            see(200, api.get(path.substring(0, path.length() - 1)));
            see(200, api.delete(path + "client=" + name));
            see(400, api.delete(path.substring(0, path.length() - 1)));
        }
        see(
                422,
                api.post(
                        "/v1/ledgers/redemptions" + query,
                        "quantity",
                        -5,
                        "lms_user_id",
                        1,
                        "content_key",
                        "c",
                        "subsidy_access_policy_uuid",
                        Api.fresh()));
        see(
                201,
                api.post(
                        "/v1/ledgers/transaction-batches" + query,
                        "idempotency_key",
                        name,
                        "mode",
                        "per_item",
                        "transactions",
                        List.of(Map.of("quantity", 1))));
    }
}

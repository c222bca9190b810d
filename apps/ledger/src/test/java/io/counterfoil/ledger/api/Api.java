package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** The service as its clients see it: over HTTP. */
final class Api {

    private final URI base;

    Api(URI base) {
        this.base = base;
    }

    Call get(String path) {
        return new Call(base, "GET", path);
    }

    Call post(String path, Object... namesAndValues) {
        return new Call(base, "POST", path).body(Bodies.json(namesAndValues));
    }

    Call delete(String path) {
        return new Call(base, "DELETE", path);
    }

    Call call(String method, String path) {
        return new Call(base, method, path);
    }

    /** Where the service is. */
    URI base() {
        return base;
    }

    /** A text that no other test uses. */
    static String fresh() {
        return UUID.randomUUID().toString();
    }

    /** Opens a ledger with nothing in it. */
    String ledger() {
        return post("/v1/ledgers", "idempotency_key", fresh(), "unit", "usd_cents")
                .created()
                .id();
    }

    /** Opens a ledger with this in it. */
    String ledger(long balance) {
        return post("/v1/ledgers", "idempotency_key", fresh(), "unit", "usd_cents", "initial_deposit", balance)
                .created()
                .id();
    }

    /** The same, where each client has its own data keys. */
    String ledgerOfOwnKeys(long balance) {
        return post(
                        "/v1/ledgers",
                        "idempotency_key",
                        fresh(),
                        "unit",
                        "usd_cents",
                        "initial_deposit",
                        balance,
                        "shared_keys",
                        false)
                .created()
                .id();
    }

    /** Posts to a ledger under this data key; to be sent. */
    Call transaction(String ledger, String key, long quantity) {
        return post(transactionsOf(ledger), "idempotency_key", key, "quantity", quantity);
    }

    /** Posts to a ledger, and returns the transaction's id. */
    String posted(String ledger, long quantity) {
        return transaction(ledger, fresh(), quantity).created().id();
    }

    /** Posts a pending transaction, and returns its id. */
    String pending(String ledger, long quantity) {
        return post(transactionsOf(ledger), "idempotency_key", fresh(), "quantity", quantity, "pending", true)
                .created()
                .id();
    }

    /** {@code commit}, {@code fail} or {@code reversal} of a transaction; to be sent. */
    Call on(String transaction, String what, String key) {
        return post("/v1/transactions/" + transaction + "/" + what, "idempotency_key", key);
    }

    long balance(String ledger) {
        return get("/v1/ledgers/" + ledger).ok().json().get("balance").longValue();
    }

    /** All transactions of a ledger, page by page. */
    List<JsonNode> entries(String ledger, int limit) {
        return all(transactionsOf(ledger) + "?limit=" + limit, limit);
    }

    /** All items of a list. */
    List<JsonNode> all(String list, int limit) {
        List<JsonNode> items = new ArrayList<>();
        String next = list;
        while (true) {
            JsonNode page = get(next).ok().json();
            assertThat(page.get("items").size()).isLessThanOrEqualTo(limit);
            page.get("items").forEach(items::add);
            if (page.get("next").isNull()) {
                return items;
            }
            assertThat(page.get("items").size()).isEqualTo(limit);
            next = list + "&after=" + page.get("next").stringValue();
        }
    }

    static String transactionsOf(String ledger) {
        return "/v1/ledgers/" + ledger + "/transactions";
    }
}

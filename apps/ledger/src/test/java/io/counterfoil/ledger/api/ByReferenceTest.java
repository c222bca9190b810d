package io.counterfoil.ledger.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client has named is read and commanded by its name: the path without the id, and the name in the query. */
@Timeout(300)
@Tag("RF-9")
class ByReferenceTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final String ALICE = "alice " + Api.fresh();
    private static final String BOB = "bob " + Api.fresh();

    private final Api api = SERVICE.api();

    private static String by(String path, String reference) {
        return path + "?reference_id=" + URLEncoder.encode(reference, StandardCharsets.UTF_8);
    }

    private String ledger(String reference, long deposit) {
        return api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        Api.fresh(),
                        "unit",
                        "seats",
                        "reference_id",
                        reference,
                        "initial_deposit",
                        deposit)
                .client(ALICE)
                .created()
                .id();
    }

    private String pending(String ledger, String reference) {
        return api.post(
                        Api.transactionsOf(ledger),
                        "idempotency_key",
                        Api.fresh(),
                        "quantity",
                        -1,
                        "pending",
                        true,
                        "reference_id",
                        reference)
                .client(ALICE)
                .created()
                .id();
    }

    /** Every command and read, by what it is called, of the ledger and the transaction of these names. */
    private Map<String, Call> every(String ledger, String transaction) {
        Object[] key = {"idempotency_key", Api.fresh()};
        Map<String, Call> every = new LinkedHashMap<>();
        every.put(
                "post",
                api.post(by("/v1/ledgers/transactions", ledger), "idempotency_key", Api.fresh(), "quantity", -1));
        every.put("list", api.get(by("/v1/ledgers/transactions", ledger)));
        every.put(
                "redeem",
                api.post(
                        by("/v1/ledgers/redemptions", ledger),
                        "quantity",
                        -1,
                        "lms_user_id",
                        1,
                        "content_key",
                        "c",
                        "subsidy_access_policy_uuid",
                        "6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11"));
        every.put(
                "metadata",
                api.post(
                        by("/v1/ledgers/metadata", ledger),
                        "command_id",
                        CommandId.next().text(),
                        "metadata",
                        Map.of("a", 1)));
        every.put(
                "batch",
                api.post(
                        by("/v1/ledgers/transaction-batches", ledger),
                        "idempotency_key",
                        Api.fresh(),
                        "mode",
                        "per_item",
                        "transactions",
                        List.of(Map.of("quantity", -1))));
        every.put("delete", api.delete(by("/v1/ledgers", ledger)));
        every.put("ledger", api.get(by("/v1/ledgers", ledger)));
        every.put("transaction", api.get(by("/v1/transactions", transaction)));
        every.put("commit", api.post(by("/v1/transactions/commit", transaction), key));
        every.put("fail", api.post(by("/v1/transactions/fail", transaction), key));
        every.put("reversal", api.post(by("/v1/transactions/reversal", transaction), key));
        return every;
    }

    @Test
    void everyCommandAndRead_isForTheEntityOfThatName() {
        String name = Api.fresh();
        String id = ledger(name, 100);
        String transaction = pending(id, name);
        Map<String, Call> calls = every(name, name);
        calls.values().forEach(call -> call.client(ALICE));
        Function<String, Call> every = what -> requireNonNull(calls.get(what));

        Reply posted = every.apply("post").created().isOriginal();
        assertThat(posted.json().get("ledger_id").stringValue()).isEqualTo(id);
        every.apply("post").created().isReplayed();
        assertThat(every.apply("redeem").created().json().get("ledger_id").stringValue())
                .isEqualTo(id);
        assertThat(every.apply("batch").created().json().get("ledger_id").stringValue())
                .isEqualTo(id);
        assertThat(every.apply("metadata").ok().id()).isEqualTo(id);
        assertThat(every.apply("list").ok().bytes())
                .isEqualTo(api.get(Api.transactionsOf(id)).ok().bytes());
        assertThat(every.apply("ledger").ok().bytes())
                .isEqualTo(api.get("/v1/ledgers/" + id).ok().bytes());
        every.apply("delete").refused(409, "ledger:ledger-not-empty");

        assertThat(every.apply("commit").ok().id()).isEqualTo(transaction);
        every.apply("fail").refused(409, "ledger:not-pending");
        assertThat(every.apply("reversal")
                        .created()
                        .json()
                        .get("transaction_id")
                        .stringValue())
                .isEqualTo(transaction);
        assertThat(every.apply("transaction").ok().bytes())
                .isEqualTo(api.get("/v1/transactions/" + transaction).ok().bytes());
        String failed = pending(id, name + "-2");
        assertThat(api.post(
                                by("/v1/transactions/fail", name + "-2"),
                                "command_id",
                                CommandId.next().text())
                        .client(ALICE)
                        .ok()
                        .id())
                .isEqualTo(failed);
        assertThat(api.balance(id)).isEqualTo(97);
    }

    @Test
    void ledgerThatIsDeletedByItsName_isGone_andTheNameIsFree() {
        String name = Api.fresh();
        api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", name)
                .created();

        assertThat(api.delete(by("/v1/ledgers", name)).ifMatch("\"2\"").send().status())
                .isEqualTo(412);
        assertThat(api.delete(by("/v1/ledgers", name)).ifMatch("\"1\"").send().status())
                .isEqualTo(204);
        api.delete(by("/v1/ledgers", name)).refused(404, "ledger:not-found", "reference_id");
        api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", name)
                .created();
    }

    @Test
    void import_byTheLedgersName_postsToThatLedger() {
        String name = Api.fresh();
        String id = ledger(name, 10);
        UnaryOperator<String> path = query -> "/v1/imports?idempotency_key=" + name + "&reference_id=" + name + query;
        UnaryOperator<Call> csv =
                call -> call.body("quantity\n-1\n").contentType("text/csv").client(ALICE);
        String byName = "&ledger_reference_id=" + name;

        csv.apply(api.call("POST", path.apply(byName + "x"))).refused(404, "ledger:not-found", "ledger_reference_id");
        csv.apply(api.call("POST", path.apply(byName + "&ledger_id=" + id)))
                .refused(400, "ledger:invalid-request", "ledger_reference_id");
        csv.apply(api.call("POST", path.apply(""))).refused(400, "ledger:invalid-request", "ledger_id");
        assertThat(csv.apply(api.call("POST", path.apply(byName))).send().status())
                .isEqualTo(202);
        assertThat(api.get("/v1/imports/" + name)
                        .client(ALICE)
                        .ended()
                        .get("ledger_id")
                        .stringValue())
                .isEqualTo(id);
        assertThat(api.balance(id)).isEqualTo(9);
    }

    @Test
    @Tag("RF-2")
    void nameThatIsUnknown_orAnotherClients_isNotFound() {
        String name = Api.fresh();
        String id = ledger(name, 100);
        pending(id, name);

        every(name, name).forEach((what, call) -> call.client(BOB).refused(404, "ledger:not-found", "reference_id"));
        every(name, name).forEach((what, call) -> call.refused(404, "ledger:not-found", "reference_id"));
        every(name + "x", name + "x")
                .forEach((what, call) -> call.client(ALICE).refused(404, "ledger:not-found", "reference_id"));
        // The name of a ledger is none of a transaction, and the other way round.
        String ofLedger = Api.fresh();
        ledger(ofLedger, 1);
        api.post(by("/v1/transactions/commit", ofLedger), "idempotency_key", "k")
                .client(ALICE)
                .refused(404, "ledger:not-found", "reference_id");

        assertThat(api.balance(id)).isEqualTo(99);
        assertThat(api.get(by("/v1/transactions", name))
                        .client(ALICE)
                        .ok()
                        .json()
                        .get("state")
                        .stringValue())
                .isEqualTo("pending");
    }

    @Test
    @Tag("RF-2")
    void sameName_ofTwoClients_isTwoLedgers() {
        String name = Api.fresh();
        String ofAlice = ledger(name, 10);
        String ofBob = api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        Api.fresh(),
                        "unit",
                        "seats",
                        "reference_id",
                        name,
                        "initial_deposit",
                        10)
                .client(BOB)
                .created()
                .id();
        String key = Api.fresh();
        Call debit = api.post(by("/v1/ledgers/transactions", name), "idempotency_key", key, "quantity", -3);

        debit.client(BOB).created();

        assertThat(api.balance(ofAlice)).isEqualTo(10);
        assertThat(api.balance(ofBob)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "..", "a%2Fb", "a;b=c", "a?b&c=d", "#", "\\", "\u00e9 \u4e2d", "transactions", "+"})
    void nameOfAnyCharacters_isFound(String text) {
        String name = text + Api.fresh();
        String id = ledger(name, 10);

        api.post(by("/v1/ledgers/transactions", name), "idempotency_key", Api.fresh(), "quantity", -1)
                .client(ALICE)
                .created();

        assertThat(api.balance(id)).isEqualTo(9);
    }

    @Test
    @Tag("RQ-3")
    void sameHeaderKeyAndBody_forAnotherName_isAnotherRequest() {
        String one = Api.fresh();
        String other = Api.fresh();
        String first = ledger(one, 10);
        String second = ledger(other, 10);
        String header = Api.fresh();
        Object[] body = {"idempotency_key", Api.fresh(), "quantity", -1};

        for (String name : List.of(one, other)) {
            Call debit = api.post(by("/v1/ledgers/transactions", name), body)
                    .key(header)
                    .client(ALICE);
            debit.created().isOriginal();
            debit.created().isReplayed();
        }

        assertThat(api.balance(first)).isEqualTo(9);
        assertThat(api.balance(second)).isEqualTo(9);
    }

    @Test
    @Tag("RQ-15")
    void missingRepeatedOrUnreadableName_isRefused() {
        for (String query : List.of("", "?reference_id=", "?reference_id=%00", "?reference_id=a&reference_id=b")) {
            for (String path : List.of(
                    "/v1/ledgers/transactions",
                    "/v1/ledgers/redemptions",
                    "/v1/ledgers/metadata",
                    "/v1/ledgers/transaction-batches",
                    "/v1/transactions/commit",
                    "/v1/transactions/fail",
                    "/v1/transactions/reversal")) {
                api.post(path + query).refused(400, "ledger:invalid-request", "reference_id");
            }
            api.delete("/v1/ledgers" + query).refused(400, "ledger:invalid-request", "reference_id");
        }
        String ledger = api.ledger();
        api.transaction(ledger, Api.fresh(), 1).created();
        api.post(Api.transactionsOf(ledger) + "?reference_id=x", "idempotency_key", Api.fresh(), "quantity", 1)
                .refused(400, "ledger:invalid-request", "reference_id");
        assertThat(api.balance(ledger)).isEqualTo(1);
    }
}

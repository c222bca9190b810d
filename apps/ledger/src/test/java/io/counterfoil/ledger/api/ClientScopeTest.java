package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What one client made under a key or a name is nothing to another. */
@Timeout(300)
class ClientScopeTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();
    private final String one = "one " + Api.fresh();
    private final String other = "other " + Api.fresh();

    @Test
    @Tag("RQ-5")
    @Tag("RQ-6")
    @Tag("RQ-16")
    void sameHeaderKeySameBody_ofAnotherClient_isAnotherRequest() {
        Object[] body = {"idempotency_key", Api.fresh(), "unit", "seats"};
        String key = Api.fresh();
        Call anonymous = api.post("/v1/ledgers", body).key(key);
        Call ofOne = api.post("/v1/ledgers", body).key(key).client(one);
        Call ofOther = api.post("/v1/ledgers", body).key(key).client(other);

        Set<String> ids = new HashSet<>();
        for (Call open : List.of(anonymous, ofOne, ofOther)) {
            Reply first = open.created().isOriginal();
            assertThat(open.created().isReplayed().bytes()).isEqualTo(first.bytes());
            ids.add(first.id());
        }
        assertThat(ids).hasSize(3);
    }

    @Test
    @Tag("LG-2")
    @Tag("RQ-16")
    void sameDataKeySameBody_ofAnotherClient_isAnotherLedger() {
        Object[] body = {"idempotency_key", Api.fresh(), "unit", "seats"};
        String ofOne =
                api.post("/v1/ledgers", body).client(one).created().isOriginal().id();
        String ofOther = api.post("/v1/ledgers", body)
                .client(other)
                .created()
                .isOriginal()
                .id();

        assertThat(ofOne).isNotEqualTo(ofOther);
        assertThat(api.post("/v1/ledgers", body)
                        .client(one)
                        .created()
                        .isReplayed()
                        .id())
                .isEqualTo(ofOne);
    }

    @Test
    @Tag("RQ-16")
    void rememberedResponse_isNotReplayedToAnotherClient_onOneLedger() {
        String ledger = api.ledger(10);
        String key = Api.fresh();
        api.transaction(ledger, Api.fresh(), -11)
                .key(key)
                .client(one)
                .refused(422, "ledger:balance-exceeded", "quantity");
        api.posted(ledger, 1);

        api.transaction(ledger, Api.fresh(), -11)
                .key(key)
                .client(other)
                .created()
                .isOriginal();
    }

    @Test
    @Tag("RF-2")
    @Tag("RF-3")
    void referenceIds_areScopedByClient_andFindTheLedger() {
        String reference = Api.fresh();
        Object[] body = {"idempotency_key", Api.fresh(), "unit", "seats", "reference_id", reference};
        Reply ofOne = api.post("/v1/ledgers", body).client(one).created();
        Reply ofOther = api.post("/v1/ledgers", body).client(other).created();
        String query = "/v1/ledgers?reference_id=" + reference;

        assertThat(api.get(query).client(one).ok().bytes()).isEqualTo(ofOne.bytes());
        assertThat(api.get(query).client(other).ok().bytes()).isEqualTo(ofOther.bytes());
        api.get(query).refused(404, "ledger:not-found", "reference_id");
    }

    @Test
    @Tag("RF-2")
    @Tag("RF-3")
    void referenceIds_findTheTransaction_ofTheClientThatNamedIt() {
        String ledger = api.ledger(10);
        String reference = Api.fresh();
        String transactions = Api.transactionsOf(ledger);
        Object[] body = {"idempotency_key", Api.fresh(), "quantity", -1, "reference_id", reference};
        Reply ofOne = api.post(transactions, body).client(one).created();
        String query = "/v1/transactions?reference_id=" + reference;

        assertThat(api.get(query).client(one).ok().bytes()).isEqualTo(ofOne.bytes());
        api.get(query).client(other).refused(404, "ledger:not-found", "reference_id");
        api.get(query).refused(404, "ledger:not-found", "reference_id");
        api.get("/v1/transactions?reference_id=").refused(400, "ledger:invalid-request", "reference_id");
        api.get("/v1/transactions").refused(400, "ledger:invalid-request", "reference_id");
    }

    @Test
    @Tag("RF-2")
    void referenceIdInUse_isRefused_forLedgersAndTransactionsApart() {
        String reference = Api.fresh();
        Reply ledger = api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        Api.fresh(),
                        "unit",
                        "seats",
                        "reference_id",
                        reference,
                        "initial_deposit",
                        10)
                .created();
        api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", reference)
                .refused(409, "ledger:reference-taken", "reference_id");

        // A transaction is another kind of thing.
        String transactions = Api.transactionsOf(ledger.id());
        api.post(transactions, "idempotency_key", Api.fresh(), "quantity", -1, "reference_id", reference)
                .created();
        api.post(transactions, "idempotency_key", Api.fresh(), "quantity", -1, "reference_id", reference)
                .refused(409, "ledger:reference-taken", "reference_id");
        api.post(
                        Api.transactionsOf(api.ledger(1)),
                        "idempotency_key",
                        Api.fresh(),
                        "quantity",
                        -1,
                        "reference_id",
                        reference)
                .refused(409, "ledger:reference-taken", "reference_id");
        api.post(transactions, "idempotency_key", Api.fresh(), "quantity", -1, "reference_id", reference)
                .client(other)
                .created();
        assertThat(api.balance(ledger.id())).isEqualTo(8);
    }

    @Test
    @Tag("RF-2")
    void referenceIds_areComparedByteByByte() {
        String reference = "r" + Api.fresh();
        for (String name : new String[] {reference, reference + " ", "R" + reference.substring(1)}) {
            api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", name)
                    .created();
        }
    }

    @Test
    @Tag("EN-1")
    @Tag("EN-2")
    void entityIds_areMadeByTheService_andPrimaryKeysAreNotShown() {
        Reply ledger = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", one)
                .created();
        Reply transaction = api.transaction(ledger.id(), Api.fresh(), 5).created();
        Reply reversal = api.on(transaction.id(), "reversal", Api.fresh()).created();

        assertThat(ledger.id()).startsWith("ldg_").doesNotContain(one);
        assertThat(transaction.id()).startsWith("txn_");
        assertThat(reversal.id()).startsWith("rev_");
        // The published schemas are closed, and have no field for one.
        assertThat(OpenApiTest.PUBLISHED.document().toString()).doesNotContain("pk\"", "primary");
    }
}

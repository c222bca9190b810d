package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Names for reversals, and for what the service makes of its own accord; {@link ClientScopeTest} has the others. */
@Timeout(300)
@Tag("RF-3")
class ReferenceTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private Call reverse(String transaction, String key, String reference) {
        return api.post(
                "/v1/transactions/" + transaction + "/reversal", "idempotency_key", key, "reference_id", reference);
    }

    @Test
    @Tag("RF-2")
    void reversal_isFoundByTheNameOfTheClientThatReversed() {
        String ledger = api.ledger(10);
        String debit = api.posted(ledger, -1);
        String reference = Api.fresh();
        Reply reversal = reverse(debit, Api.fresh(), reference).client("one").created();
        String query = "/v1/reversals?reference_id=" + reference;

        assertThat(reversal.json().get("reference_id").stringValue()).isEqualTo(reference);
        assertThat(api.get(query).client("one").ok().bytes()).isEqualTo(reversal.bytes());
        api.get(query).client("other").refused(404, "ledger:not-found", "reference_id");
        api.get(query).refused(404, "ledger:not-found", "reference_id");
        assertThat(api.get("/v1/transactions/" + debit).ok().json().get("reversal"))
                .isEqualTo(reversal.json());
        api.get("/v1/reversals").refused(400, "ledger:invalid-request", "reference_id");
        api.get("/v1/reversals?reference_id=").refused(400, "ledger:invalid-request", "reference_id");
    }

    @Test
    @Tag("RF-2")
    void referenceIdOfAnotherReversal_isRejected_aTransactionsIsNot() {
        String ledger = api.ledger(10);
        String one = api.posted(ledger, -1);
        String other = api.posted(ledger, -1);
        String reference = Api.fresh();
        api.post(Api.transactionsOf(ledger), "idempotency_key", Api.fresh(), "quantity", 1, "reference_id", reference)
                .created();
        String key = Api.fresh();
        Call reversal = reverse(one, key, reference);
        reversal.created().isOriginal();
        reversal.created().isReplayed();
        String before = SERVICE.objects();

        reverse(other, Api.fresh(), reference).refused(409, "ledger:reference-taken", "reference_id");
        reverse(one, key, Api.fresh()).refused(422, "key-reused", "reference_id");
        api.on(one, "reversal", key).refused(422, "key-reused", "reference_id");

        assertThat(SERVICE.objects()).isEqualTo(before);
        reverse(other, Api.fresh(), Api.fresh()).created().isOriginal();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("RF-6")
    void initialDeposit_hasANameOfTheServicesOwn_thatNoClientHas(Way way) {
        String ledger = api.post(
                        "/v1/ledgers", way.field(), way.fresh(LedgerId.TYPE), "unit", "seats", "initial_deposit", 5)
                .client("service")
                .created()
                .id();
        JsonNode deposit = api.entries(ledger, 10).get(0);
        String name = deposit.get("service_reference_id").stringValue();

        assertThat(name).hasSize(36);
        assertThat(deposit.get("reference_id").isNull()).isTrue();
        Reply found = api.get("/v1/transactions?service_reference_id=" + name).ok();
        assertThat(found.id()).isEqualTo(deposit.get("id").stringValue());
        // Whatever a client calls itself, this is no name of its.
        for (String client : List.of("service", "client:service", "anonymous")) {
            api.get("/v1/transactions?reference_id=" + name)
                    .client(client)
                    .refused(404, "ledger:not-found", "reference_id");
            api.post(Api.transactionsOf(ledger), "idempotency_key", Api.fresh(), "quantity", 1, "reference_id", name)
                    .client(client)
                    .created();
        }
        assertThat(api.get("/v1/transactions?service_reference_id=" + name).ok().id())
                .isEqualTo(found.id());
    }

    @Test
    @Tag("RF-6")
    void whatAClientMade_hasNoNameOfTheServices() {
        String posted = api.posted(api.ledger(1), 1);

        assertThat(api.get("/v1/transactions/" + posted)
                        .ok()
                        .json()
                        .get("service_reference_id")
                        .isNull())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "service_reference_id=",
                "service_reference_id=%00",
                "service_reference_id=x1234567890123456789012345678901234567890123456789012345678901234",
                "service_reference_id=a&reference_id=a"
            })
    @Tag("RF-1")
    void badServiceReferences_areRefused(String query) {
        api.get("/v1/transactions?" + query).refused(400, "ledger:invalid-request", "service_reference_id");
    }

    @Test
    void unknownNames_areNotFound() {
        String text = TransactionId.TYPE.next().text();
        api.get("/v1/transactions?service_reference_id=" + text)
                .refused(404, "ledger:not-found", "service_reference_id");
        api.get("/v1/reversals?reference_id=" + text).refused(404, "ledger:not-found", "reference_id");
    }
}

package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A data key stands on its object, which is found by it within the key's scope. */
@Timeout(300)
@Tag("LG-7")
class KeyLookupTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final String ALICE = "alice " + Api.fresh();
    private static final String BOB = "bob " + Api.fresh();

    private final Api api = SERVICE.api();

    private static String keyOf(Reply reply) {
        return reply.json().get("idempotency_key").stringValue();
    }

    private static String byKey(String path, String key) {
        return path + (path.contains("?") ? "&" : "?") + "idempotency_key="
                + URLEncoder.encode(key, StandardCharsets.UTF_8);
    }

    private Reply opened(String key, boolean sharedKeys) {
        return api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        key,
                        "unit",
                        "seats",
                        "initial_deposit",
                        10,
                        "shared_keys",
                        sharedKeys)
                .client(ALICE)
                .created();
    }

    @Test
    @Tag("LG-2")
    void ledger_showsItsKey_andIsFoundByItsClientAlone() {
        String key = "k &+%/\u00e9 " + Api.fresh();
        Reply ledger = opened(key, false);

        assertThat(keyOf(ledger)).isEqualTo(key);
        Reply found = api.get(byKey("/v1/ledgers", key)).client(ALICE).ok();
        assertThat(found.bytes()).isEqualTo(ledger.bytes());
        assertThat(found.header("ETag")).isEqualTo(ledger.header("ETag"));
        api.get(byKey("/v1/ledgers", key)).client(BOB).refused(404, "ledger:not-found", "idempotency_key");
        api.get(byKey("/v1/ledgers", key)).refused(404, "ledger:not-found", "idempotency_key");
        api.get(byKey("/v1/ledgers", Api.fresh())).client(ALICE).refused(404, "ledger:not-found", "idempotency_key");
    }

    @Test
    void deletedLedger_isNotFoundByItsKey() {
        String key = Api.fresh();
        String ledger = api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats")
                .created()
                .id();
        api.delete("/v1/ledgers/" + ledger).send();

        api.get(byKey("/v1/ledgers", key)).refused(404, "ledger:not-found", "idempotency_key");
    }

    @Test
    @Tag("LG-2")
    void transactionAndDeposit_areFoundByKey_byTheirClientOnly() {
        String key = Api.fresh();
        String ledger = opened(key, false).id();
        Reply debit = api.transaction(ledger, key, -1).client(ALICE).created();
        String transactions = Api.transactionsOf(ledger);

        assertThat(keyOf(debit)).isEqualTo(key);
        assertThat(api.get(byKey(transactions, key)).client(ALICE).ok().bytes()).isEqualTo(debit.bytes());
        String deposit = key + "-10-initial-deposit";
        Reply found = api.get(byKey(transactions, deposit)).client(ALICE).ok();
        assertThat(found.json().get("quantity").intValue()).isEqualTo(10);
        assertThat(keyOf(found)).isEqualTo(deposit);
        api.get(byKey(transactions, key)).client(BOB).refused(404, "ledger:not-found", "idempotency_key");
        api.get(byKey(Api.transactionsOf(opened(Api.fresh(), false).id()), key))
                .client(ALICE)
                .refused(404, "ledger:not-found", "idempotency_key");
        api.get(byKey(Api.transactionsOf(LedgerId.TYPE.next().text()), key)).refused(404, "ledger:not-found", "id");
        assertThat(api.entries(ledger, 10).get(1).get("idempotency_key").stringValue())
                .isEqualTo(key);
    }

    @Test
    @Tag("LG-2")
    void reversal_showsItsKey_andIsFoundByItsClientAlone() {
        String key = Api.fresh();
        String ledger = opened(Api.fresh(), false).id();
        String debit = api.transaction(ledger, key, -1).client(ALICE).created().id();
        Reply reversal = api.on(debit, "reversal", key).client(ALICE).created();

        assertThat(keyOf(reversal)).isEqualTo(key);
        assertThat(api.get("/v1/transactions/" + debit).ok().json().get("reversal"))
                .isEqualTo(reversal.json());
        String reversals = "/v1/reversals?ledger_id=" + ledger;
        assertThat(api.get(byKey(reversals, key)).client(ALICE).ok().bytes()).isEqualTo(reversal.bytes());
        api.get(byKey(reversals, key)).client(BOB).refused(404, "ledger:not-found", "idempotency_key");
        api.get(byKey(reversals, Api.fresh())).client(ALICE).refused(404, "ledger:not-found", "idempotency_key");
        String other = "/v1/reversals?ledger_id=" + opened(Api.fresh(), false).id();
        api.get(byKey(other, key)).client(ALICE).refused(404, "ledger:not-found", "idempotency_key");
    }

    @Test
    @Tag("RQ-16")
    void sharedKeys_areFoundByEveryClientOfTheLedger() {
        String key = Api.fresh();
        String ledger = opened(key, true).id();
        Reply debit = api.transaction(ledger, key, -1).client(ALICE).created();
        Reply reversal = api.on(debit.id(), "reversal", key).client(ALICE).created();
        String reversals = "/v1/reversals?ledger_id=" + ledger;

        assertThat(api.get(byKey(Api.transactionsOf(ledger), key))
                        .client(BOB)
                        .ok()
                        .id())
                .isEqualTo(debit.id());
        assertThat(api.get(byKey(reversals, key)).client(BOB).ok().bytes()).isEqualTo(reversal.bytes());
        api.get(byKey("/v1/reversals", key)).client(ALICE).refused(400, "ledger:invalid-request", "ledger_id");
        api.get(byKey("/v1/reversals?ledger_id=" + LedgerId.next(), key))
                .refused(404, "ledger:not-found", "idempotency_key");
        // The ledger itself is its client's.
        api.get(byKey("/v1/ledgers", key)).client(BOB).refused(404, "ledger:not-found", "idempotency_key");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KEY")
    void whatWasMadeAnotherWay_showsNoKey(Way way) {
        Reply ledger = api.post("/v1/ledgers", way.field(), way.fresh(LedgerId.TYPE), "unit", "seats")
                .created();
        Reply transaction = api.post(
                        Api.transactionsOf(ledger.id()), way.field(), way.fresh(TransactionId.TYPE), "quantity", 1)
                .created();

        assertThat(ledger.json().get("idempotency_key").isNull()).isTrue();
        assertThat(transaction.json().get("idempotency_key").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%00", "%0A", "%C3%A9"})
    void badKeys_areRefused(String text) {
        String key = text.equals("%C3%A9") ? text.repeat(128) : text;
        String ledger = api.ledger();
        for (String path : new String[] {"/v1/ledgers", "/v1/reversals", Api.transactionsOf(ledger)}) {
            api.get(path + "?idempotency_key=" + key).refused(400, "ledger:invalid-request", "idempotency_key");
        }
    }

    @Test
    void keyBesideAReferenceId_isRefused() {
        for (String path : new String[] {"/v1/ledgers", "/v1/reversals"}) {
            api.get(path + "?reference_id=r&idempotency_key=k")
                    .refused(400, "ledger:invalid-request", "idempotency_key");
        }
        api.get("/v1/reversals?reference_id=r&ledger_id=" + api.ledger())
                .refused(400, "ledger:invalid-request", "ledger_id");
        api.get("/v1/reversals?idempotency_key=k&ledger_id=x").refused(400, "ledger:invalid-request", "ledger_id");
    }
}

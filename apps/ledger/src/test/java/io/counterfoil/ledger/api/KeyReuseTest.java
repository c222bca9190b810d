package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a data key guards: the same contents give the first object, other contents are refused by name. */
@Timeout(300)
@Tag("LG-2")
@Tag("LG-3")
class KeyReuseTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final String POLICY = "6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11";

    private final Api api = SERVICE.api();

    private static Map<String, String> ledger() {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("idempotency_key", quoted(Api.fresh()));
        members.put("unit", "\"usd_cents\"");
        members.put("initial_deposit", "100");
        members.put("reference_id", quoted(Api.fresh()));
        members.put("metadata", "{\"b\":[1,{\"d\":null,\"c\":2}],\"a\":\"x\"}");
        return members;
    }

    private static Map<String, String> transaction() {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("idempotency_key", quoted(Api.fresh()));
        members.put("quantity", "-10");
        members.put("pending", "true");
        members.put("reference_id", quoted(Api.fresh()));
        members.put("lms_user_id", "4711");
        members.put("content_key", "\"course\"");
        members.put("subsidy_access_policy_uuid", quoted(POLICY));
        members.put("metadata", "{\"b\":[1,{\"d\":null,\"c\":2}],\"a\":\"x\"}");
        return members;
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private Reply open(String body) {
        return api.post("/v1/ledgers").body(body).send();
    }

    private Reply post(String ledger, String body) {
        return api.post(Api.transactionsOf(ledger)).body(body).send();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {"unit, \"seats\"", "initial_deposit, 101", "reference_id, \"another\"", "metadata, {\"a\":\"x\"}"})
    void ledger_sameKeyAnotherField_isRefusedByName(String field, String value) {
        Map<String, String> members = ledger();
        Reply first = open(Bodies.text(members));

        open(Bodies.with(members, field, value)).isProblem(422, "key-reused", field);
        if (!field.equals("unit")) {
            open(Bodies.without(members, field)).isProblem(422, "key-reused", field);
        }

        Reply now = api.get("/v1/ledgers/" + first.id()).ok();
        assertThat(now.bytes()).isEqualTo(first.bytes());
        assertThat(open(Bodies.text(members)).isReplayed().bytes()).isEqualTo(first.bytes());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "quantity, -11",
                "pending, false",
                "reference_id, \"another\"",
                "lms_user_id, 4712",
                "content_key, \"Course\"",
                "subsidy_access_policy_uuid, \"6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a12\"",
                "metadata, {\"a\":\"y\"}"
            })
    void transaction_sameKeyAnotherField_isRefusedByName(String field, String value) {
        String ledger = api.ledger(100);
        Map<String, String> members = transaction();
        Reply first = post(ledger, Bodies.text(members));

        post(ledger, Bodies.with(members, field, value)).isProblem(422, "key-reused", field);
        if (!field.equals("quantity")) {
            post(ledger, Bodies.without(members, field)).isProblem(422, "key-reused", field);
        }

        assertThat(api.entries(ledger, 100)).hasSize(2);
        assertThat(api.balance(ledger)).isEqualTo(90);
        assertThat(post(ledger, Bodies.text(members)).isReplayed().bytes()).isEqualTo(first.bytes());
    }

    @Test
    void sameContentsInOtherWords_areTheSame() {
        String ledger = api.ledger(100);
        Map<String, String> members = transaction();
        Reply first = post(ledger, Bodies.text(members)).isOriginal();

        Map<String, String> reordered = new LinkedHashMap<>();
        members.keySet().stream().sorted().forEach(name -> reordered.put(name, members.get(name)));
        reordered.put("metadata", "{ \"a\" : \"\\u0078\", \"b\" : [ 1, { \"c\" : 2, \"d\" : null } ] }");
        reordered.put("subsidy_access_policy_uuid", quoted("6F1C2F0E-2F4B-4A53-9A1E-5F0F4F0C9A11"));

        assertThat(post(ledger, Bodies.text(reordered)).isReplayed().id()).isEqualTo(first.id());
    }

    @Test
    void pendingLeftOut_isFalse() {
        String ledger = api.ledger(100);
        String key = Api.fresh();
        Reply first = api.transaction(ledger, key, -1).created();

        Call explicit = api.post(Api.transactionsOf(ledger), "idempotency_key", key, "quantity", -1, "pending", false);

        assertThat(explicit.created().isReplayed().id()).isEqualTo(first.id());
    }

    @Test
    void anotherKeySameContents_makesASecondObject() {
        String ledger = api.ledger(100);
        Reply first = api.transaction(ledger, Api.fresh(), -10).created().isOriginal();
        Reply second = api.transaction(ledger, Api.fresh(), -10).created().isOriginal();
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(api.balance(ledger)).isEqualTo(80);

        Reply one = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats")
                .created();
        Reply other = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats")
                .created();
        assertThat(other.id()).isNotEqualTo(one.id());
    }

    @Test
    @Tag("RQ-2")
    void keys_areComparedByteByByte() {
        String ledger = api.ledger(100);
        String key = "Key-" + Api.fresh();
        // Another case, space at the end, and the same letter composed and decomposed: four keys.
        for (String one :
                new String[] {key, key.toUpperCase(Locale.ROOT), key + " ", key + "\u00e9", key + "e\u0301"}) {
            api.transaction(ledger, one, -10).created().isOriginal();
        }
        assertThat(api.balance(ledger)).isEqualTo(50);
    }

    @Test
    void oneKeyOnTwoLedgers_isTwoWishes() {
        String key = Api.fresh();
        String one = api.ledger(100);
        String other = api.ledger(100);

        assertThat(api.transaction(one, key, -10).created().isOriginal().id())
                .isNotEqualTo(
                        api.transaction(other, key, -10).created().isOriginal().id());
    }
}

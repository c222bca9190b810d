package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are wrong elsewhere than in their body: a problem, and nothing stored. */
@Timeout(300)
@Tag("RQ-15")
class BadRequestTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final byte[] TEN_MEGABYTES = new byte[10_000_000];

    private final Api api = SERVICE.api();
    private final String ledger = api.ledger(100);
    private final String another = api.ledger(1);
    private String before = "";

    @BeforeEach
    void count() {
        before = SERVICE.objects();
    }

    @AfterEach
    void nothingIsStored() {
        assertThat(SERVICE.objects()).isEqualTo(before);
    }

    private Call open() {
        return api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text/plain",
                "application/xml",
                "application/jsonx",
                "application/problem+json",
                "*/*",
                "application/*",
                "json",
                ";",
                "application/json;charset=\""
            })
    void otherContentTypes_areRefused(String type) {
        open().contentType(type).refused(415, "about:blank", "Content-Type");
        open().contentType(type).key(Api.fresh()).refused(415, "about:blank", "Content-Type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    void formBodies_areRefused(String type) {
        open().contentType(type).refused(415, "about:blank", "Content-Type");
        open().contentType(type).key(Api.fresh()).refused(415, "about:blank", "Content-Type");
        open().contentType(type).body("%zz=&=%").refused(400, "ledger:invalid-request", "body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/xml", "image/*;q=1"})
    void answersInOtherThanJson_areRefusedBeforeAnythingIsDone(String accept) {
        open().header("Accept", accept).refused(406, "about:blank");
        open().header("Accept", accept).key(Api.fresh()).refused(406, "about:blank");
        api.transaction(ledger, Api.fresh(), -10).header("Accept", accept).refused(406, "about:blank");
        api.get("/v1/ledgers/" + ledger).header("Accept", accept).refused(406, "about:blank");
        assertThat(api.balance(ledger)).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "-1e-99999999999"})
    void numberBeyondAllNumbers_isRefused(String number) {
        String body =
                "{\"idempotency_key\":\"" + Api.fresh() + "\",\"unit\":\"seats\",\"initial_deposit\":" + number + "}";
        String batch = "{\"idempotency_key\":\"" + Api.fresh() + "\",\"items\":[{\"quantity\":" + number + "}]}";

        api.post("/v1/ledgers").body(body).refused(400, "ledger:invalid-request", "body");
        api.post("/v1/ledgers").body(body).key(Api.fresh()).refused(400, "ledger:invalid-request", "body");
        api.post("/v1/ledgers/" + ledger + "/transaction-batches")
                .body(batch)
                .refused(400, "ledger:invalid-request", "body");
    }

    @Test
    void bodyOfTooManyTokens_isRefused_beforeItIsReadToItsEnd() {
        String fields = "{\"idempotency_key\":\"" + Api.fresh() + "\",\"unit\":\"seats\",\"metadata\":{\"a\":[0";
        String body = fields + ",0".repeat(10_000) + "NOT JSON";

        for (Call call : List.of(
                api.post("/v1/ledgers").body(body),
                api.post("/v1/ledgers").body(body).key(Api.fresh()))) {
            assertThat(call.refused(400, "ledger:invalid-request", "body").text())
                    .contains("Token count", "8392")
                    .doesNotContain("NOT");
        }
    }

    @Test
    void bodyOfTenMegabytes_withOrWithoutKeyAndLength_isRejected() {
        open().body(TEN_MEGABYTES).refused(413, "body-too-large", "body");
        open().body(TEN_MEGABYTES).key(Api.fresh()).refused(413, "body-too-large", "body");
        open().chunked(TEN_MEGABYTES).refused(413, "body-too-large", "body");
        open().chunked(TEN_MEGABYTES).key(Api.fresh()).refused(413, "body-too-large", "body");
    }

    @Test
    void bodyOneByteOverTheLimit_isRefused_atTheLimitItIsRead() {
        String text = Bodies.json("idempotency_key", "", "unit", "seats");
        String filled = text + " ".repeat((1 << 20) - text.length());

        api.post("/v1/ledgers").body(filled).refused(400, "ledger:invalid-request", "idempotency_key");
        api.post("/v1/ledgers").body(filled + " ").refused(413, "body-too-large", "body");
        api.post("/v1/ledgers").body(filled).key(Api.fresh()).refused(400, "ledger:invalid-request", "idempotency_key");
        api.post("/v1/ledgers").body(filled + " ").key(Api.fresh()).refused(413, "body-too-large", "body");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "1001",
                "1.0",
                "abc",
                "+5",
                "%205",
                "99999999999999999999",
                "0x10",
                "1&limit=2",
                "%D9%A1"
            })
    void badLimits_areRefused(String limit) {
        for (String list : List.of("/v1/ledgers", Api.transactionsOf(ledger))) {
            api.get(list + "?limit=" + limit).refused(400, "ledger:invalid-request", "limit");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "LEDGER", "TXN", "UNKNOWN-LEDGER", "UNKNOWN-TXN", "%00", "a&after=b"})
    void badPlaces_areRefused(String after) {
        String place = after.replace("UNKNOWN-LEDGER", LedgerId.TYPE.next().text())
                .replace("UNKNOWN-TXN", TransactionId.TYPE.next().text());
        String ofAnotherLedger = api.entries(another, 1).get(0).get("id").stringValue();
        String transactions = Api.transactionsOf(ledger) + "?after=";
        api.get(transactions + place.replace("LEDGER", ledger).replace("TXN", ofAnotherLedger))
                .refused(400, "ledger:invalid-request", "after");
        if (!after.equals("LEDGER")) {
            api.get("/v1/ledgers?after=" + place.replace("TXN", ofAnotherLedger))
                    .refused(400, "ledger:invalid-request", "after");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/ledgers?surplus=1, surplus",
        "GET, /v1/ledgers?limit=2&Limit=2, Limit",
        "GET, /v1/ledgers?reference_id=x&referenceId=x, referenceId",
        "GET, /v1/ledgers?surplus, surplus",
        "GET, /v1/ledgers?sur%20%00plus=%22, sur ?plus",
        "POST, /v1/ledgers?idempotency_key=x, idempotency_key",
        "GET, /v1/ledgers/LEDGER?limit=1, limit",
        "DELETE, /v1/ledgers/LEDGER?force=true, force",
        "POST, /v1/ledgers/LEDGER/metadata?command_id=x, command_id",
        "POST, /v1/ledgers/LEDGER/transactions?pending=true, pending",
        "GET, /v1/ledgers/LEDGER/transactions?reference_id=x, reference_id",
        "GET, /v1/transactions?idempotency_key=x, idempotency_key",
        "GET, /v1/transactions/TXN?x=, x",
        "POST, /v1/transactions/TXN/commit?x=, x",
        "POST, /v1/transactions/TXN/fail?x=, x",
        "POST, /v1/transactions/TXN/reversal?x=, x",
        "GET, /v1/reversals?reference_id=x&limit=1, limit",
        "POST, /v1/ledgers/LEDGER/transaction-batches?mode=per_item, mode",
        "GET, /v1/batches?mode=per_item, mode",
        "GET, /v1/batches/x?batch_id=x, batch_id",
        "GET, /v1/imports?state=running, state",
        "GET, /v1/imports/x?after=x, after"
    })
    @Tag("LG-7")
    void unknownParameters_areRefusedByName(String method, String path, String name) {
        String transaction = api.entries(ledger, 1).get(0).get("id").stringValue();
        Call call = api.call(method, path.replace("LEDGER", ledger).replace("TXN", transaction));
        (method.equals("POST") ? call.body("{}") : call).refused(400, "ledger:invalid-request", name);
    }

    @Test
    @Tag("LG-7")
    void unknownParameterOfAnImport_isRefusedByName() {
        api.call("POST", "/v1/imports?idempotency_key=x&ledger_id=" + ledger + "&columns=quantity")
                .body("quantity\n-1\n")
                .contentType("text/csv")
                .refused(400, "ledger:invalid-request", "columns");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "%00", "%0A", "%7F", "x1234567890123456789012345678901234567890123456789012345678901234"})
    @Tag("RF-1")
    void badReferences_areRefused(String reference) {
        api.get("/v1/ledgers?reference_id=" + reference).refused(400, "ledger:invalid-request", "reference_id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UNKNOWN",
                "x",
                "ldg_",
                "ldg",
                "_",
                "%20",
                "ldg_8zzzzzzzzzzzzzzzzzzzzzzzzz",
                "LDG_01m7wkx0cqehgtrqsgsyb9q1v0",
                "ldg_01M7WKX0CQEHGTRQSGSYB9Q1V0",
                "ldg_01m7wkx0cqehgtrqsgsyb9q1vu",
                "01m7wkx0cqehgtrqsgsyb9q1v0",
                "..%20",
                "1"
            })
    @Tag("EN-1")
    void unknownAndUnreadableIds_areNotFound(String id) {
        String asLedger =
                "/v1/ledgers/" + id.replace("UNKNOWN", LedgerId.TYPE.next().text());
        String asTransaction = "/v1/transactions/"
                + id.replace("UNKNOWN", TransactionId.TYPE.next().text()).replace("ldg", "txn");
        api.get(asLedger).refused(404, "ledger:not-found", "id");
        api.get(asLedger + "/transactions").refused(404, "ledger:not-found", "id");
        api.get(asTransaction).refused(404, "ledger:not-found", "id");
        Object[] debit = {"idempotency_key", Api.fresh(), "quantity", 1};
        api.post(asLedger + "/transactions", debit).refused(404, "ledger:not-found", "id");
        api.post(asLedger + "/transactions", debit).key(Api.fresh()).refused(404, "ledger:not-found", "id");
        for (String what : List.of("commit", "fail", "reversal")) {
            Object[] key = {"idempotency_key", Api.fresh()};
            api.post(asTransaction + "/" + what, key).refused(404, "ledger:not-found", "id");
        }
    }

    /** Whether an id could have been made just now is asked of new ones alone; these are looked up, and are not there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000-0000-0000-0000-000000000000",
                "00e4c1f0-9800-7000-8000-000000000000",
                "1d8f0a5d-ac96-774b-bcce-b302099a8057",
                "5b1c2c6a-51f2-4c7e-a0c2-9d2b6f0a1e77",
                "ffffffff-ffff-ffff-ffff-ffffffffffff"
            })
    @Tag("CB-4")
    void idsOfAnyTimeAndVersion_areLookedUp_andNotJudged(UUID uuid) {
        api.get("/v1/ledgers/" + new LedgerId(uuid)).refused(404, "ledger:not-found", "id");
        api.get("/v1/transactions/" + new TransactionId(uuid)).refused(404, "ledger:not-found", "id");
    }

    @Test
    @Tag("EN-1")
    void idsOfAnotherKind_areNotFound() {
        String transaction = api.entries(ledger, 1).get(0).get("id").stringValue();
        api.get("/v1/ledgers/" + transaction).refused(404, "ledger:not-found", "id");
        api.get("/v1/ledgers/" + transaction.replace("txn", "ldg")).refused(404, "ledger:not-found", "id");
        api.get("/v1/transactions/" + ledger).refused(404, "ledger:not-found", "id");
        api.get("/v1/transactions/" + transaction.replace("txn", "rev")).refused(404, "ledger:not-found", "id");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /v1/ledgers",
        "PUT, /v1/ledgers/transactions",
        "PATCH, /v1/ledgers",
        "POST, /v1/ledgers/LEDGER",
        "PATCH, /v1/ledgers/LEDGER",
        "GET, /v1/ledgers/LEDGER/metadata",
        "POST, /v1/reversals",
        "PUT, /v1/ledgers/LEDGER/transactions",
        "GET, /v1/transactions/x/commit",
        "DELETE, /v1/transactions/x/reversal",
        "POST, /v1/transactions/x"
    })
    void wrongMethods_areRefused(String method, String path) {
        Reply refused =
                api.call(method, path.replace("LEDGER", ledger)).body("{}").refused(405, "about:blank");
        assertThat(refused.header("Allow")).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1",
        "GET, /v1/",
        "GET, /v1/ledgers/",
        "POST, /v1/ledgers/",
        "GET, /v2/ledgers",
        "GET, /v1/Ledgers",
        "POST, /v1/transactions/x/undo",
        "GET, /v1/transactions/",
        "GET, /v1/ledgers.json",
        "GET, /actuator",
        "GET, /error",
        "POST, /error",
        "GET, /static/openapi.json"
    })
    void unknownPaths_areNotFound(String method, String path) {
        api.call(method, path).refused(404, "about:blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "%", "%ff", "%c0%af"})
    void brokenPercentEncoding_isRefused(String text) {
        for (String query : List.of("limit=", "after=", "reference_id=", "surplus=")) {
            String answer = RawHttp.get(SERVICE.running().uri(), "/v1/ledgers?" + query + text);
            assertThat(answer)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("application/problem+json")
                    .doesNotContain("\tat ", "xception");
        }
        assertThat(RawHttp.get(SERVICE.running().uri(), "/v1/ledgers/" + text))
                .startsWith("HTTP/1.1 40")
                .contains("application/problem+json", "\"status\":40")
                .doesNotContain("\tat ", "xception", "Tomcat");
    }
}

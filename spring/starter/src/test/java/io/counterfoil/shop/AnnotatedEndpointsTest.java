package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Settings of an annotation, and those that properties add to it, hold for one handler and no other. */
@Timeout(600)
class AnnotatedEndpointsTest {

    private static Shop shop;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = Shop.open(
                List.of(ShopController.class, ShopController.Code.class, Sales.class), ShopController.SETTINGS);
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static void assertReplayed(HttpResponse<String> first, HttpResponse<String> second) {
        assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(second.body()).isEqualTo(first.body());
    }

    private String daysKept() {
        return shop.record("(expires_at - received_at) / 86400000000", key);
    }

    @Test
    @Tag("RQ-4")
    void retention_ofTheMethod_outweighsThatOfTheClass() throws Exception {
        shop.post("/shop/plain", key, "");
        assertThat(daysKept()).isEqualTo("7");

        String named = UUID.randomUUID().toString();
        shop.post("/shop/required", named, "");
        assertThat(shop.record("expires_at", named)).isEqualTo(Long.toString(Long.MAX_VALUE));
    }

    @Test
    @Tag("RQ-2")
    void requiredKey_missing_isRefused_thereAlone() throws Exception {
        HttpResponse<String> refused = shop.send("POST", "/shop/required", "");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("urn:counterfoil:problem:key-missing");
        assertThat(shop.send("POST", "/shop/plain", "").statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("RQ-1")
    void keyInAnotherField_isRead() throws Exception {
        assertReplayed(
                shop.send("POST", "/shop/alias", "", "X-Request-Key", key),
                shop.send("POST", "/shop/alias", "", "Idempotency-Key", key));
    }

    @Test
    @Tag("RQ-1")
    void keyInThePath_guardsPut() throws Exception {
        assertReplayed(shop.send("PUT", "/shop/orders/" + key, ""), shop.send("PUT", "/shop/orders/" + key, ""));
        assertThat(shop.records(key)).isEqualTo(1);
    }

    @Test
    void mostSpecificPattern_wins_asSpringChoosesTheHandler() throws Exception {
        shop.send("PUT", "/shop/orders/unguarded", "");
        HttpResponse<String> second = shop.send("PUT", "/shop/orders/unguarded", "", "Idempotency-Key", key);

        assertThat(second.body()).isEqualTo("unguarded 2");
        assertThat(Shop.isGuarded(second)).isFalse();
    }

    @Test
    @Tag("RQ-1")
    void keyInTheQuery_guardsDelete() throws Exception {
        assertReplayed(
                shop.send("DELETE", "/shop/orders?key=" + key, ""), shop.send("DELETE", "/shop/orders?key=" + key, ""));
    }

    @Test
    @Tag("RQ-1")
    @Tag("RQ-11")
    void keyInTheBody_isRead_andMembersMayChangePlaces() throws Exception {
        assertReplayed(
                shop.send("POST", "/shop/body", "{\"idempotency_key\":\"" + key + "\",\"n\":100}"),
                shop.send("POST", "/shop/body", "{ \"n\": 1e2, \"idempotency_key\": \"" + key + "\" }"));
        HttpResponse<String> missing = shop.send("POST", "/shop/body", "{}");
        assertThat(missing.statusCode()).isEqualTo(400);
        assertThat(missing.body()).contains("idempotency_key");
        assertThat(shop.send("POST", "/shop/body", "{\"idempotency_key\":7}").statusCode())
                .isEqualTo(400);
    }

    @Test
    @Tag("RQ-11")
    void fingerprintOfJson_seesValuesQueryAndField_andNoWhiteSpace() throws Exception {
        HttpResponse<String> first = shop.post("/shop/json?a", key, "{\"n\":1}");

        assertReplayed(first, shop.post("/shop/json?a", key, "{ \"n\" : 1.0 }"));
        assertThat(shop.post("/shop/json?a", key, "{\"n\":2}").statusCode()).isEqualTo(422);
        assertThat(shop.post("/shop/json?b", key, "{\"n\":1}").statusCode()).isEqualTo(422);
        assertThat(shop.post("/shop/json?a", key, "{\"n\":1}", "X-Unit", "kg").statusCode())
                .isEqualTo(422);
    }

    @Test
    @Tag("RQ-11")
    void fingerprintOfNothing_orChosenReplay_answersOtherContents() throws Exception {
        assertReplayed(shop.post("/shop/nothing", key, "a"), shop.post("/shop/nothing", key, "b"));
        assertReplayed(shop.post("/shop/silent", key, "a"), shop.post("/shop/silent", key, "b"));
        shop.post("/shop/plain", key, "a");
        assertThat(shop.post("/shop/plain", key, "b").statusCode()).isEqualTo(422);
    }

    @Test
    @Tag("RQ-3")
    void operation_isOneForSeveralPaths() throws Exception {
        assertReplayed(shop.post("/shop/named/one", key, ""), shop.post("/shop/named/two", key, ""));
    }

    @Test
    @Tag("RQ-3")
    void queryInTheScope_makesAnotherRequest() throws Exception {
        HttpResponse<String> first = shop.post("/shop/query?a", key, "");

        assertThat(Shop.isReplay(shop.post("/shop/query?b", key, ""))).isFalse();
        assertReplayed(first, shop.post("/shop/query?a", key, ""));
    }

    @Test
    @Tag("RQ-14")
    void statuses_areRememberedAndForgotten_asSaid() throws Exception {
        assertReplayed(shop.post("/shop/status/503", key, ""), shop.post("/shop/status/503", key, ""));
        for (int forgotten : new int[] {200, 404}) {
            shop.post("/shop/status/" + forgotten, key, "");
            assertThat(Shop.isReplay(shop.post("/shop/status/" + forgotten, key, "")))
                    .isFalse();
        }
        assertReplayed(shop.post("/shop/status/400", key, ""), shop.post("/shop/status/400", key, ""));
        shop.post("/shop/refusal", key, "");
        assertThat(Shop.isReplay(shop.post("/shop/refusal", key, ""))).isFalse();
    }

    @Test
    @Tag("RQ-7")
    void fields_areKeptAndDropped_asSaid() throws Exception {
        HttpResponse<String> first = shop.post("/shop/fields", key, "");
        HttpResponse<String> second = shop.post("/shop/fields", key, "");

        assertReplayed(first, second);
        assertThat(second.headers().firstValue("Set-Cookie"))
                .isPresent()
                .isEqualTo(first.headers().firstValue("Set-Cookie"));
        assertThat(first.headers().firstValue("X-Trace")).contains("t");
        assertThat(second.headers().firstValue("X-Trace")).isEmpty();
    }

    @Test
    @Tag("RQ-15")
    void limitsOfAnEndpoint_areItsOwn() throws Exception {
        HttpResponse<String> tooLarge = shop.post("/shop/limits", key, "eleven bytes");
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertThat(tooLarge.body()).contains("10 bytes");

        assertThat(shop.post("/shop/limits", key, "").headers().firstValue("Idempotency-Stored"))
                .contains("false");
        assertThat(shop.post("/shop/plain", key, "eleven bytes").statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("RQ-13")
    void leaseMode_ofOneEndpoint_leavesItsEffect_andAnUnknownOutcome() throws Exception {
        long before = shop.sales("lease");

        assertThat(shop.post("/shop/lease", key, "").statusCode()).isEqualTo(502);
        assertThat(shop.sales("lease")).isEqualTo(before + 1);
        assertThat(shop.post("/shop/lease", key, "").body()).contains("urn:counterfoil:problem:outcome-unknown");
    }

    @Test
    void exemptHandler_andGet_passUntouched() throws Exception {
        shop.post("/shop/exempt", key, "");
        HttpResponse<String> second = shop.post("/shop/exempt", key, "");

        assertThat(second.body()).isEqualTo("exempt 2");
        assertThat(Shop.isGuarded(second)).isFalse();
        assertThat(Shop.isGuarded(shop.send("GET", "/shop/plain", "", "Idempotency-Key", key)))
                .isFalse();
        assertThat(shop.records(key)).isZero();
    }
}

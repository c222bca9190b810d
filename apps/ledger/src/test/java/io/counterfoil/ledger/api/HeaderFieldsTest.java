package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header fields that cannot be read: refused by name, before anything is done. */
@Timeout(300)
class HeaderFieldsTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final String PATH = "/v1/ledgers";

    private final Api api = SERVICE.api();
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
        return api.post(PATH, "idempotency_key", Api.fresh(), "unit", "seats");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "\"a", "\"a\"b", "\"a\\\"", "\"a\\b\"", "\"\"", "\"a\", \"b\"", ""})
    @Tag("RQ-1")
    @Tag("RQ-2")
    void unreadableKey_isRefused(String key) {
        open().key(key).refused(400, "bad-header", "Idempotency-Key");
    }

    @Test
    @Tag("RQ-2")
    @Tag("RQ-15")
    void keyOf256Bytes_isRefused() {
        open().key("k".repeat(256)).refused(400, "bad-header", "Idempotency-Key");
        open().key('"' + "k".repeat(256) + '"').refused(400, "bad-header", "Idempotency-Key");
    }

    @Test
    @Tag("RQ-1")
    void twoKeys_areRefused() {
        open().key("a").key("a").refused(400, "bad-header", "Idempotency-Key");
        open().key("a").key("b").refused(400, "bad-header", "Idempotency-Key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "12345678901234567890123456789012345678901234567890123456789012345"})
    @Tag("RQ-10")
    void unreadableAttempt_isRefused(String attempt) {
        open().key(Api.fresh()).attempt(attempt).refused(400, "bad-header", "Idempotency-Attempt");
        open().attempt(attempt).refused(400, "bad-header", "Idempotency-Attempt");
    }

    @Test
    @Tag("RQ-10")
    void twoAttempts_areRefused() {
        open().attempt("1").attempt("2").refused(400, "bad-header", "Idempotency-Attempt");
    }

    @Test
    @Tag("RQ-5")
    void unreadableClient_isRefused_withAKeyAndWithout() {
        String tooLong = "c".repeat(256);
        open().client(tooLong).refused(400, "bad-header", "X-Client-Name");
        open().client(tooLong).key(Api.fresh()).refused(400, "bad-header", "X-Client-Name");
        open().client("").refused(400, "bad-header", "X-Client-Name");
        open().client("one").client("two").refused(400, "bad-header", "X-Client-Name");
        open().client("one").client("two").key(Api.fresh()).refused(400, "bad-header", "X-Client-Name");
        api.get(PATH).client(tooLong).refused(400, "bad-header", "X-Client-Name");
    }
}

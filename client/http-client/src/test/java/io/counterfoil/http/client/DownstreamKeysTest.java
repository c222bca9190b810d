package io.counterfoil.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RC-5")
class DownstreamKeysTest {

    private static final IdempotencyKey INCOMING = key("shop", "POST /v1/orders", "key-1");
    private static final byte[] SECRET = secret();

    private final DownstreamKeys keys = DownstreamKeys.of(INCOMING);

    /** What another program has computed from the documented form: the ID without a secret, and the one with it. */
    @ParameterizedTest
    @CsvSource({
        "shop, POST /v1/orders, key-1, charge, -1, 400816dc-51d4-83b0-9c2f-a5976b870cdd, 9b1e18f3-28f1-8912-819a-8145e1a4e544",
        "shop, POST /v1/orders, key-1, charge, 0, 78e2ce59-b402-8ade-aeb2-6d669a5e3677, 79b7fbfa-62dd-83c3-87da-e9ef156dc187",
        "shop, POST /v1/orders, key-1, charge, 7, a4563e25-3239-8570-9577-0ee7e5ed3754, 290f5362-e731-8759-90a3-30f0f80dd991",
        "'', POST /v1/orders, key-1, charge, -1, 63261bd6-6250-82c5-8ca4-d726d09b7b08, fb141915-13d6-84ef-8deb-038605edb1ef",
        "Grüße, PUT /ü, \uD83D\uDE00, é, -1, bd4c9ca7-4af7-8cbd-969a-b462a18ffb75, 9b6fbc56-887a-8c8b-9312-a300b56313c1"
    })
    void derivation_isTheDocumentedOne(
            String client, String operation, String requestId, String call, int index, String plain, String keyed) {
        IdempotencyKey incoming = key(client, operation, requestId);
        DownstreamKeys withSecret = DownstreamKeys.of(incoming, SECRET);
        DownstreamKeys without = DownstreamKeys.of(incoming);

        assertThat(index < 0 ? without.key(call) : without.key(call, index)).isEqualTo(new RequestId(plain));
        assertThat(index < 0 ? withSecret.key(call) : withSecret.key(call, index))
                .isEqualTo(new RequestId(keyed));
    }

    @Test
    void key_isTheSameEveryTime_andAUuidOfVersion8() {
        RequestId id = keys.key("charge");

        assertThat(DownstreamKeys.of(INCOMING).key("charge")).isEqualTo(id);
        for (int i = 0; i < 1_000; i++) {
            UUID uuid = UUID.fromString(keys.key("charge", i).value());
            assertThat(uuid.version()).isEqualTo(8);
            assertThat(uuid.variant()).isEqualTo(2);
            assertThat(uuid).hasToString(keys.key("charge", i).value());
        }
    }

    /** All lists of parts over a small alphabet: what runs from one part into the next must not give the same ID. */
    @Test
    void differentParts_giveDifferentIds() {
        List<String> texts = List.of("a", "b", "aa", "ab", "a a", "aaa", "0", "\u00e9", "e\u0301");
        Map<RequestId, String> seen = new HashMap<>();
        int made = 0;
        for (String client : List.of("", "a", "aa", "b")) {
            for (String operation : texts) {
                for (String requestId : texts) {
                    DownstreamKeys some = DownstreamKeys.of(key(client, operation, requestId));
                    for (String call : texts) {
                        String parts = String.join("|", client, operation, requestId, call);
                        seen.putIfAbsent(some.key(call), parts);
                        seen.putIfAbsent(some.key(call, 0), parts + "|0");
                        seen.putIfAbsent(some.key(call, 0x61616161), parts + "|aaaa");
                        made += 3;
                    }
                }
            }
        }
        assertThat(seen).hasSize(made);
        assertThat(seen.values()).doesNotHaveDuplicates();
    }

    @Test
    void secret_givesOtherIds_thatNeedThatSecret() {
        byte[] other = SECRET.clone();
        other[31] ^= 1;
        // Not by a zero, with which HMAC itself fills a short secret up.
        byte[] longer = Arrays.copyOf(SECRET, 33);
        longer[32] = 1;

        assertThat(List.of(
                        keys.key("charge"),
                        DownstreamKeys.of(INCOMING, SECRET).key("charge"),
                        DownstreamKeys.of(INCOMING, other).key("charge"),
                        DownstreamKeys.of(INCOMING, longer).key("charge")))
                .doesNotHaveDuplicates();
    }

    @Test
    void secret_isCopied() {
        byte[] secret = SECRET.clone();
        DownstreamKeys withSecret = DownstreamKeys.of(INCOMING, secret);
        secret[0] ^= 1;

        assertThat(withSecret.key("charge"))
                .isEqualTo(DownstreamKeys.of(INCOMING, SECRET).key("charge"));
    }

    @Test
    void secret_thatIsTooShort_isRefused_withoutBeingShown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DownstreamKeys.of(INCOMING, "swordfish".getBytes(UTF_8)))
                .withMessageContaining("32")
                .withMessageContaining("9")
                .withMessageNotContaining("swordfish");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uD83D", "a\uDE00b"})
    void name_thatIsNone_isRefused(String call) {
        assertThatIllegalArgumentException().isThrownBy(() -> keys.key(call)).withMessageContaining("name of a call");
    }

    @Test
    void name_isBoundedInBytes() {
        assertThat(keys.key("é".repeat(127))).isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.key("é".repeat(128)))
                .withMessageContaining("255")
                .withMessageContaining("256");
    }

    @Test
    void index_thatIsNegative_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.key("charge", -1))
                .withMessageContaining("-1");
    }

    @Test
    void request_takesIt() {
        RetryableRequest intention = RetryableRequest.post(URI.create("http://127.0.0.1:1/charges"))
                .json("{}")
                .derivedRequestId(keys.key("charge"))
                .build();

        assertThat(intention.requestId().value()).isEqualTo("400816dc-51d4-83b0-9c2f-a5976b870cdd");
    }

    private static byte[] secret() {
        byte[] secret = new byte[32];
        for (int i = 0; i < secret.length; i++) {
            secret[i] = (byte) i;
        }
        return secret;
    }

    private static IdempotencyKey key(String client, String operation, String requestId) {
        return new IdempotencyKey(ClientId.ofStored(client), new OperationName(operation), new RequestId(requestId));
    }
}

package io.counterfoil.idempotency.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of a key, as they are read, compared, stored and shown. */
@Tag("RQ-2")
class IdentifiersTest {

    @ParameterizedTest
    @ValueSource(strings = {"1", "!", "~", "try-2"})
    @Tag("RQ-10")
    void attemptId_isVisibleAscii_shownAsItIs(String text) {
        assertThat(new AttemptId(text)).hasToString(text);
        assertThat(new AttemptId("x".repeat(64)).value()).hasSize(64);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a b", "caf\u00e9", "\u20ac"})
    @Tag("RQ-10")
    void attemptId_ofOtherCharacters_isRefused(String text) {
        assertThatExceptionOfType(InvalidIdentifierException.class)
                .isThrownBy(() -> new AttemptId(text))
                .withMessage("attempt id: has other than visible ASCII characters")
                .satisfies(refused -> {
                    assertThat(refused.kind()).isEqualTo("attempt id");
                    assertThat(refused.reason()).isEqualTo("has other than visible ASCII characters");
                });
    }

    @Test
    @Tag("RQ-15")
    void requestId_underALowerLimit_isMeasuredInBytes() {
        assertThat(RequestId.of("k".repeat(40), 40)).isEqualTo(new RequestId("k".repeat(40)));
        assertThat(RequestId.of("\u00fc".repeat(20), 40).value()).hasSize(20);
        for (String longer : List.of("k".repeat(41), "k".repeat(300), "\u00fc".repeat(21))) {
            assertThatExceptionOfType(InvalidIdentifierException.class)
                    .isThrownBy(() -> RequestId.of(longer, 40))
                    .withMessageStartingWith("request id: longer than 40 bytes of UTF-8");
        }
    }

    @Test
    @Tag("RQ-15")
    void requestIdLimit_outsideOneTo255Bytes_isRejected() {
        assertThat(RequestId.of("k".repeat(255), 255).value()).hasSize(255);
        assertThat(RequestId.of("k", 1).value()).isEqualTo("k");
        for (int limit : new int[] {0, 256}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RequestId.of("k", limit))
                    .withMessage("maxBytes must be from 1 to 255, but is " + limit);
        }
    }

    @Test
    void keys_areShownByTheirParts() {
        assertThat(IdempotencyKey.of("acme", "POST /things", "id-1")).hasToString("acme POST /things id-1");
        assertThat(new IdempotencyKey(ClientId.ANONYMOUS, new OperationName("POST /things"), new RequestId("id-1")))
                .hasToString("(anonymous) POST /things id-1");
        assertThat(new DataKey("thing", "parent", new RequestId("id-1"))).hasToString("thing parent id-1");
    }

    @ParameterizedTest
    @CsvSource({
        "a] [status=500, a\\u005d \\u005bstatus\\u003d500",
        "back\\slash, back\\u005cslash",
        "a\u202eb\u2028c\u2066d, a\\u202eb\\u2028c\\u2066d",
        "\udb40\udc41, \\udb40\\udc41",
        "\ue000, \\ue000",
        "z\u00fcrich \u6771\u4eac \ud83d\ude00, z\u00fcrich \u6771\u4eac \ud83d\ude00"
    })
    void textThatWritesStructure_orHides_isShownEscaped_andKeptAsItIs(String text, String shown) {
        assertThat(new RequestId(text))
                .hasToString(shown)
                .extracting(RequestId::value)
                .isEqualTo(text);
        assertThat(ClientId.of(text))
                .hasToString(shown)
                .extracting(ClientId::value)
                .isEqualTo(text);
        assertThat(new OperationName(text))
                .hasToString(shown)
                .extracting(OperationName::value)
                .isEqualTo(text);
        assertThat(new DataKey(text, text, new RequestId(text))).hasToString(shown + " " + shown + " " + shown);
    }

    @Test
    void textOfAsManyBytesAsTheLimit_isTaken() {
        assertThat(new RequestId("\u00e9".repeat(127) + "e").value()).hasSize(128);
        assertThatExceptionOfType(InvalidIdentifierException.class)
                .isThrownBy(() -> new RequestId("\u00e9".repeat(128)))
                .withMessage("request id: longer than 255 bytes of UTF-8 (256)");
    }

    @Test
    @Tag("RQ-11")
    void fingerprint_isReadBack_andSharesNoBytes() {
        Fingerprint fingerprint = Fingerprint.of(new byte[0]);
        byte[] stored = fingerprint.toByteArray();

        Fingerprint read = Fingerprint.ofStored(stored);
        stored[0]++;
        read.toByteArray()[1]++;

        assertThat(read).isEqualTo(fingerprint).hasSameHashCodeAs(fingerprint);
        assertThat(read).hasToString("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        for (int length : List.of(0, 31, 33)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Fingerprint.ofStored(new byte[length]))
                    .withMessage("a fingerprint has 32 bytes, not " + length);
        }
    }

    @Test
    void values_areSpreadByTheirHashCodes() {
        assertThat(IntStream.range(0, 100)
                        .map(i -> ClientId.of("client " + i).hashCode())
                        .distinct())
                .hasSizeGreaterThan(90);
        assertThat(IntStream.range(0, 100)
                        .map(i -> Fingerprint.of(new byte[i]).hashCode())
                        .distinct())
                .hasSizeGreaterThan(90);
    }
}

package io.counterfoil.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RQ-1")
@Tag("RQ-2")
class KeyFieldTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"foo bar\"                  | foo bar",
                "\"   \"                      | `   `",
                "\"foo \\\"bar\\\" \\\\ baz\" | foo \"bar\" \\ baz",
                "abc                          | abc",
                "'foo'                        | 'foo'",
                "a\"b                         | a\"b",
                "8e03978e-40d5-43dd-bc93-6894a57f9324 | 8e03978e-40d5-43dd-bc93-6894a57f9324"
            })
    void key_quotedOrBare_isRead(String value, String key) {
        assertThat(KeyField.parse(value)).isEqualTo(new RequestId(key));
    }

    @Test
    void quotedAndBare_areTheSameKey() {
        assertThat(KeyField.parse("\"abc\"")).isEqualTo(KeyField.parse("abc"));
    }

    @Test
    void key_isNeitherFoldedNorTrimmed() {
        assertThat(KeyField.parse("\" Abc \""))
                .isEqualTo(new RequestId(" Abc "))
                .isNotEqualTo(KeyField.parse("abc"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "\"f\u00fc\u00fc\"",
                "f\u00fc\u00fc",
                "\"\t\"",
                "a\tb",
                "\" \n \"",
                "\"foo",
                "\"",
                "\"foo \\,\"",
                "\"foo \\\"",
                "\"foo \\",
                "\"foo\" bar",
                "a, b",
                "a,a",
                "abc, \"def\"",
                "a\"b,c\"",
                ",",
                "   ",
                "\tabc",
                "abc\t",
                "\t\"abc\""
            })
    void unreadableKeys_areRefused(String value) {
        assertThatThrownBy(() -> KeyField.parse(value)).isInstanceOf(InvalidIdentifierException.class);
    }

    @Test
    void bareKey_withSpacesRoundIt_isTheSame_andOneInside_isAnother() {
        assertThat(KeyField.parse("  abc ")).isEqualTo(new RequestId("abc"));
        assertThat(KeyField.parse("a bc")).isEqualTo(new RequestId("a bc"));
        assertThat(KeyField.parse("abc;a=1")).isEqualTo(new RequestId("abc;a=1"));
    }

    @Test
    void bareKey_withAComma_isToldToBeQuoted() {
        assertThatThrownBy(() -> KeyField.parse("a,b"))
                .hasMessageContaining("comma")
                .hasMessageContaining("in quotes");
        assertThat(KeyField.parse("\"a,b\"")).isEqualTo(new RequestId("a,b"));
    }

    @Test
    void key_over255Bytes_isRefused() {
        assertThat(KeyField.parse("k".repeat(255)).value()).hasSize(255);
        assertThatThrownBy(() -> KeyField.parse("k".repeat(256))).hasMessageContaining("255 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "with \"quotes\" and \\", " "})
    void formattedKey_readsBack(String key) {
        assertThat(KeyField.parse(KeyField.format(new RequestId(key)))).isEqualTo(new RequestId(key));
    }

    @Test
    void keyThatAStructuredFieldCannotCarry_isRefused() {
        assertThatThrownBy(() -> KeyField.format(new RequestId("k\u00e9y"))).hasMessageContaining("ASCII");
    }
}

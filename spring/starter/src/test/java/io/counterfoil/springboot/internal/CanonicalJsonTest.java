package io.counterfoil.springboot.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ways of writing the same thing are the same bytes, and no two things are. */
@Tag("RQ-11")
class CanonicalJsonTest {

    private static Optional<String> canonical(String json) {
        return CanonicalJson.INSTANCE
                .of(json.getBytes(StandardCharsets.UTF_8))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"a":1,"b":2}            | { "b" : 2,"a":1 }
            {"a":{"x":1,"y":[]}}     | {"a":{"y":[ ],"x":1}}
            100                      | 1e2
            100                      | 100.00
            0                        | -0
            0                        | 0.0e10
            0.1                      | 1E-1
            123456789012345678901234 | 1.23456789012345678901234e23
            "A/é"                    | "\\u0041\\/\\u00e9"
            "\\u000a"                | "\\n"
            [true,null]              | [ true , null ]
            """)
    void equalValues_areEqualBytes(String one, String other) {
        assertThat(canonical(one)).isPresent().isEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"a":1}                    | {"a":"1"}
            {"a":null}                 | {}
            [1,2]                      | [2,1]
            [1,2]                      | [12]
            [[],[]]                    | [[[]]]
            {"a":1,"b":2}              | {"a":2,"b":1}
            "a"                        | "A"
            "true"                     | true
            "null"                     | null
            "\\ud800"                  | "\\ud801"
            "\\ud800"                  | "?"
            "\\u00e9"                  | "e\\u0301"
            9007199254740992           | 9007199254740993
            0.1                        | 0.10000000000000001
            1e400                      | 1e401
            {"a":"1,\\"b\\":2"}        | {"a":"1","b":"2"}
            """)
    void differentValues_areDifferentBytes(String one, String other) {
        assertThat(canonical(one)).isPresent();
        assertThat(canonical(other)).isPresent().isNotEqualTo(canonical(one));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":1}x",
                "{\"a\":1,\"a\":1}",
                "01",
                "nul",
                "{a:1}",
                "1e99999999999",
                "\"\u0001\""
            })
    void textWithoutOneMeaning_hasNoForm(String json) {
        assertThat(canonical(json)).isEmpty();
    }

    @Test
    void depthAndDigits_haveALimit() {
        assertThat(canonical("[".repeat(200) + "]".repeat(200))).isPresent();
        assertThat(canonical("[".repeat(201) + "]".repeat(201))).isEmpty();
        assertThat(canonical("9".repeat(1000))).isPresent();
        assertThat(canonical("9".repeat(1001))).isEmpty();
    }

    @Test
    void hugeExponent_isNotExpanded() {
        assertThat(canonical("1e1000000000"))
                .hasValueSatisfying(text -> assertThat(text).hasSizeLessThan(20));
    }
}

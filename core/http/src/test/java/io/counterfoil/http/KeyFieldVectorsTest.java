package io.counterfoil.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.request.KeyField;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The public vectors for strings of structured fields (RFC 9651), read as keys. Two of them come out otherwise, and are meant to: a
 * key is never empty, and text in single quotes is a bare key.
 */
@Tag("RQ-1")
@Tag("RQ-2")
class KeyFieldVectorsTest {

    @Test
    void string_basic_isRead() {
        assertKey("\"foo bar\"", "foo bar");
    }

    @Test
    void string_empty_isNoKey() {
        assertRefused("\"\"", "is empty");
    }

    @Test
    void string_long_isRead() {
        assertKey('"' + "foo ".repeat(63) + '"', "foo ".repeat(63));
    }

    @Test
    void string_ofSpaces_isKept() {
        assertKey("\"   \"", "   ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"f\u00fc\u00fc\"", "\"\t\"", "\" \n \"", "\"\u007f\"", "\"\u0000\""})
    void string_withOtherThanPrintableAscii_isRefused(String value) {
        assertRefused(value, "other than printable ASCII");
    }

    @Test
    void singleQuotes_areNoString_butABareKey() {
        assertKey("'foo'", "'foo'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"foo", "\"", "\"foo \\\""})
    void string_unbalanced_isRefused(String value) {
        assertRefused(value, "has no closing quote");
    }

    @Test
    void string_withEscapes_isUnescaped() {
        assertKey("\"foo \\\"bar\\\" \\\\ baz\"", "foo \"bar\" \\ baz");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"foo \\,\"", "\"foo \\", "\"\\n\""})
    void string_withAWrongEscape_isRefused(String value) {
        assertRefused(value, "backslash");
    }

    @Test
    void string_onTwoLines_isRefused_andJoinedByAProxy_isOneString() {
        Head twoLines = Head.post("/a").with("Idempotency-Key", "\"foo").with("Idempotency-Key", "bar\"");
        Endpoint.assertProblem(
                Endpoint.under(HttpPolicy.DEFAULT).send(twoLines), 400, ProblemTypes.BAD_HEADER, "Idempotency-Key");
        assertKey("\"foo, bar\"", "foo, bar");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " \"k\"",
                "\"k\" ",
                "   \"k\"   ",
                "\"k\";a",
                "\"k\"; a",
                "\"k\";   a",
                "\"k\";a;b;c",
                "\"k\";a=1;a=2",
                "\"k\";*",
                "\"k\";*a",
                "\"k\";a_-.*9",
                "\"k\";a=0",
                "\"k\";a=-0",
                "\"k\";a=00",
                "\"k\";a=-042",
                "\"k\";a=123456789012345",
                "\"k\";a=-123456789012345",
                "\"k\";a=1.5",
                "\"k\";a=-1.123",
                "\"k\";a=123456789012.123",
                "\"k\";a=\"\"",
                "\"k\";a=\"x;\\\"y\\\\\"",
                "\"k\";a=tok",
                "\"k\";a=*",
                "\"k\";a=A!#$%&'*+-.^_`|~:/9",
                "\"k\";a=::",
                "\"k\";a=:aGVsbG8=:",
                "\"k\";a=:aGVsbG8:",
                "\"k\";a=:iZ==:",
                "\"k\";a=:/+Ah:",
                "\"k\";a=?0",
                "\"k\";a=?1;b",
                "\"k\";a=@0",
                "\"k\";a=@-1659578233",
                "\"k\";a=@999999999999999",
                "\"k\";a=%\"\"",
                "\"k\";a=%\"f%c3%bc%c3%bc\"",
                "\"k\";a=%\"%61 '\\\"",
                "\"k\";a=%\"BOM: %ef%bb%bf\"",
                "\"k\";a=1;b=1.0;c=\"s\";d=t;e=:AA==:;f=?1;g=@1;h=%\"d\" "
            })
    void parameters_wellFormed_areLeftOut(String value) {
        assertKey(value, "k");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"k\";",
                "\"k\"; ",
                "\"k\" ;a",
                "\"k\";A",
                "\"k\";1",
                "\"k\";-",
                "\"k\";;a",
                "\"k\";\ta",
                "\"k\";a =1",
                "\"k\";a= 1",
                "\"k\";a=",
                "\"k\";a=;b",
                "\"k\";a==1",
                "\"k\";a=-",
                "\"k\";a=--0",
                "\"k\";a=- 1",
                "\"k\";a=-a",
                "\"k\";a=+1",
                "\"k\";a=1234567890123456",
                "\"k\";a=-1234567890123456",
                "\"k\";a=1.",
                "\"k\";a=.1",
                "\"k\";a=1.1234",
                "\"k\";a=1234567890123.0",
                "\"k\";a=1..4",
                "\"k\";a=1.5.4",
                "\"k\";a=1. 2",
                "\"k\";a=\"x",
                "\"k\";a=\"\\x\"",
                "\"k\";a=\"\u00fc\"",
                "\"k\";a=\u00fc",
                "\"k\";\u00fc",
                "\"k\";a=tok@",
                "\"k\";a=(1 2)",
                "\"k\";a=:",
                "\"k\";a=:aGVsbG8=",
                "\"k\";a=:=aGVsbG8=:",
                "\"k\";a=:a=GVsbG8=:",
                "\"k\";a=:aGVsb G8=:",
                "\"k\";a=:aGVsbG!8=:",
                "\"k\";a=:_-Ah:",
                "\"k\";a=:A:",
                "\"k\";a=?",
                "\"k\";a=?2",
                "\"k\";a=?T",
                "\"k\";a=? 1",
                "\"k\";a=@",
                "\"k\";a=@-",
                "\"k\";a=@ 1",
                "\"k\";a=@abc",
                "\"k\";a=@1659578233.12",
                "\"k\";a=@1000000000000000",
                "\"k\";a=%",
                "\"k\";a=%foo",
                "\"k\";a=%'foo'",
                "\"k\";a=%\"foo",
                "\"k\";a=%\"\t\"",
                "\"k\";a=%\"f\u00fc\"",
                "\"k\";a=%\"f%C3%BC\"",
                "\"k\";a=%x\"",
                "\"k\";a=%\"%\"",
                "\"k\";a=%\"%a\"",
                "\"k\";a=%\"%g0\"",
                "\"k\";a=%\"%c3%28\"",
                "\"k\";a=%\"%a0%a1\"",
                "\"k\";a=%\"%e2%28%a1\""
            })
    void parameters_malformed_refuseTheKey(String value) {
        assertThatThrownBy(() -> KeyField.parse(value))
                .isInstanceOf(InvalidIdentifierException.class)
                .hasMessageContaining("at character");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"k\";a=1;z=2", "\"k\";a=A;b=Z", "\"k\";a=a;b=z", "\"k\";a=%\"%c3%af%c3%a0\"", "\"k\";a=::"})
    void parameters_atTheEndsOfTheirRanges_meanNothing(String value) {
        assertKey(value, "k");
    }

    @Test
    void values_joinedByAComma_areRefused() {
        for (String value : List.of("\"a\", \"b\"", "\"a\",\"a\"", "\"a\" , b", "\"a\";x=1, \"b\"")) {
            assertRefused(value, "is a list of values");
        }
    }

    private static void assertKey(String value, String key) {
        assertThat(KeyField.parse(value)).isEqualTo(new RequestId(key));
    }

    private static void assertRefused(String value, String reason) {
        assertThatThrownBy(() -> KeyField.parse(value))
                .isInstanceOf(InvalidIdentifierException.class)
                .hasMessageContaining(reason);
    }
}

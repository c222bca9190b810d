package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorrelationIdTest {

    @Test
    @Tag("CO-1")
    void fresh_isAShortRootOfTheGrammar_andAnotherEachTime() {
        Set<CorrelationId> made = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            CorrelationId id = CorrelationId.fresh();
            assertThat(id.value()).matches("[A-Za-z0-9_-]{16}");
            assertThat(CorrelationId.parse(id.value())).isEqualTo(id);
            made.add(id);
        }

        assertThat(made).hasSize(1_000);
    }

    @Test
    @Tag("CO-1")
    void fresh_usesAll96BitsOfTheRandomnessItIsGiven() {
        assertThat(CorrelationId.fresh(() -> 0L)).hasToString("AAAAAAAAAAAAAAAA");
        assertThat(CorrelationId.fresh(() -> -1L)).hasToString("________________");
    }

    @ParameterizedTest
    @Tag("CO-10")
    @ValueSource(
            strings = {
                "a",
                "abcd-efgh.1",
                "0",
                "_-.-_",
                "01890a5d-ac96-774b-bcce-b302099a8057",
                "4bf92f3577b34da6a3ce929d0e0e4736.1.22",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "AbC.aBc"
            })
    void parse_keepsWhatTheGrammarAllowsAsItIs(String text) {
        assertThat(CorrelationId.parse(text).value()).isEqualTo(text);
        assertThat(CorrelationId.parse(text)).hasToString(text);
    }

    @Test
    @Tag("CO-10")
    void parse_allowsTheLongestSegmentAndTheLongestId() {
        String longest = "a".repeat(64) + "." + "b".repeat(63);

        assertThat(longest).hasSize(128);
        assertThat(CorrelationId.parse(longest).value()).isEqualTo(longest);
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                Arguments.of("empty", "", "1 to 64 characters, and the one at index 0 has 0"),
                Arguments.of("dot alone", ".", "the one at index 0 has 0"),
                Arguments.of("dot first", ".1", "the one at index 0 has 0"),
                Arguments.of("dot last", "abcd.", "the one at index 5 has 0"),
                Arguments.of("two dots", "abcd..1", "the one at index 5 has 0"),
                Arguments.of(
                        "long segment", "a." + "b".repeat(65), "1 to 64 characters, and the one at index 2 has 65"),
                Arguments.of(
                        "long id",
                        "a".repeat(64) + "." + "b".repeat(64),
                        "at most 128 characters, and this text has 129"),
                Arguments.of("endless", "x".repeat(1_000_000), "at most 128 characters"),
                Arguments.of("space", "ab cd", "U+0020 at index 2"),
                Arguments.of("trailing space", "abcd ", "U+0020 at index 4"),
                Arguments.of("line break", "abcd\n", "U+000A at index 4"),
                Arguments.of("carriage return", "\rabcd", "U+000D at index 0"),
                Arguments.of("escape sequence", "ab\u001B[31m", "U+001B at index 2"),
                Arguments.of("NUL", "ab\0", "U+0000 at index 2"),
                Arguments.of("line separator", "ab\u2028", "U+2028 at index 2"),
                Arguments.of("letter outside ASCII", "caf\u00E9", "U+00E9 at index 3"),
                Arguments.of("digit outside ASCII", "\u0661", "U+0661 at index 0"),
                Arguments.of("plain base64", "ab+/", "U+002B at index 2"),
                Arguments.of("pattern", "${env}", "U+0024 at index 0"));
    }

    @ParameterizedTest(name = "{0}")
    @Tag("CO-10")
    @MethodSource("invalid")
    void parse_ofAnythingElse_namesTheRuleAndRepeatsNothing(String name, String text, String reason) {
        assertThatExceptionOfType(InvalidCorrelationIdException.class)
                .isThrownBy(() -> CorrelationId.parse(text))
                .withMessageContaining(reason)
                .satisfies(e -> assertThat(e.getMessage()).matches("[ -~]{1,120}"));
        assertThatExceptionOfType(InvalidCorrelationIdException.class).isThrownBy(() -> new CorrelationId(text));
    }

    @Test
    @Tag("CO-4")
    void child_appendsASegment_andDescendsFromAllItsAncestors() {
        CorrelationId parent = CorrelationId.parse("abcd");
        CorrelationId child = parent.child(1).orElseThrow();
        CorrelationId grandchild = child.child(12).orElseThrow();

        assertThat(child).hasToString("abcd.1");
        assertThat(grandchild).hasToString("abcd.1.12");
        assertThat(child.isDescendantOf(parent)).isTrue();
        assertThat(grandchild.isDescendantOf(parent)).isTrue();
        assertThat(grandchild.isDescendantOf(child)).isTrue();
    }

    @Test
    @Tag("CO-4")
    void child_thatWouldPassTheLimit_isEmpty() {
        CorrelationId fits = CorrelationId.parse("a".repeat(64) + "." + "b".repeat(61));

        assertThat(fits.child(9))
                .hasValueSatisfying(id -> assertThat(id.value()).hasSize(128));
        assertThat(fits.child(10)).isEmpty();
        assertThat(fits.child(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    @Tag("CO-4")
    void child_mayHaveTheNumberZero() {
        assertThat(CorrelationId.parse("abcd").child(0)).hasValue(CorrelationId.parse("abcd.0"));
    }

    @Test
    @Tag("CO-4")
    void child_ofANegativeNumber_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CorrelationId.parse("abcd").child(-1))
                .withMessageContaining("-1");
    }

    @ParameterizedTest
    @Tag("CO-4")
    @CsvSource({
        "abcd.1,   abcd,     true",
        "abcd.1.2, abcd,     true",
        "abcd.10,  abcd.1,   false",
        "abcd.1,   abcd.10,  false",
        "abcde,    abcd,     false",
        "abcd-1,   abcd,     false",
        "abcd,     abcd,     false",
        "abcd,     abcd.1,   false",
        "abcd.1,   ABCD,     false",
        "xbcd.1,   abcd,     false",
        "abcd.2.1, abcd.1,   false",
    })
    void isDescendantOf_comparesWholeSegments(String id, String other, boolean descendant) {
        assertThat(CorrelationId.parse(id).isDescendantOf(CorrelationId.parse(other)))
                .isEqualTo(descendant);
    }

    @Test
    @Tag("CO-4")
    void extendedBy_takesOneSegmentOfTheGrammar() {
        CorrelationId id = CorrelationId.parse("abcd");

        assertThat(id.extendedBy("x-1_")).hasValue(CorrelationId.parse("abcd.x-1_"));
        assertThat(CorrelationId.parse("a".repeat(64) + "." + "b".repeat(62)).extendedBy("c"))
                .isEmpty();
        assertThatExceptionOfType(InvalidCorrelationIdException.class)
                .isThrownBy(() -> id.extendedBy("a.b"))
                .withMessage("a segment of a correlation id has no dot, and there is one at index 1");
        assertThatExceptionOfType(InvalidCorrelationIdException.class)
                .isThrownBy(() -> id.extendedBy(""))
                .withMessageContaining("1 to 64 characters");
    }

    @Test
    @Tag("CO-4")
    void extendedBy_looksAtTheSegmentAlone_alsoWhereItWouldNotFit() {
        CorrelationId full = CorrelationId.parse("a".repeat(64) + "." + "b".repeat(62));

        assertThatExceptionOfType(InvalidCorrelationIdException.class)
                .isThrownBy(() -> full.extendedBy("a b"))
                .withMessageEndingWith("U+0020 at index 1");
        assertThatExceptionOfType(InvalidCorrelationIdException.class)
                .isThrownBy(() -> CorrelationId.parse("abcd").extendedBy(".b"))
                .withMessage("a segment of a correlation id has no dot, and there is one at index 0");
    }

    @Test
    @Tag("CO-11")
    void rootParentAndWithin_goByWholeSegments() {
        CorrelationId id = CorrelationId.parse("abcd.10.x");

        assertThat(id.root()).hasToString("abcd");
        assertThat(id.parent()).hasValue(CorrelationId.parse("abcd.10"));
        assertThat(id.root().parent()).isEmpty();
        assertThat(id.root().root()).hasToString("abcd");
        assertThat(id.isWithin(id)).isTrue();
        assertThat(id.isWithin(CorrelationId.parse("abcd.10"))).isTrue();
        assertThat(id.isWithin(CorrelationId.parse("abcd.1"))).isFalse();
    }
}

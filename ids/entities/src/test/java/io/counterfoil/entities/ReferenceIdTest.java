package io.counterfoil.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reference IDs and batch IDs have the same rules. */
@Tag("RF-1")
class ReferenceIdTest {

    /** One of the two. */
    private record Name(
            String what,
            Function<String, Object> constructor,
            Function<String, Object> of,
            BiFunction<String, Integer, Object> ofLimit) {

        @Override
        public String toString() {
            return what;
        }
    }

    static List<Name> names() {
        return List.of(
                new Name("a reference ID", ReferenceId::new, ReferenceId::of, ReferenceId::of),
                new Name("a batch ID", BatchId::new, BatchId::of, BatchId::of));
    }

    private static void assertRefused(Name name, Function<String, Object> making, String text, String reason) {
        assertThatExceptionOfType(InvalidReferenceException.class)
                .isThrownBy(() -> making.apply(text))
                .withMessage(name + " " + reason)
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @MethodSource("names")
    void textUpToTheLimit_isTaken_andALongerOneSaysHowLong(Name name) {
        assertThat(name.of().apply("x".repeat(64))).hasToString("x".repeat(64));
        assertRefused(name, name.of(), "x".repeat(65), "must have at most 64 characters, has 65");
        assertThat(name.ofLimit().apply("x".repeat(36), 36)).hasToString("x".repeat(36));
        assertRefused(
                name,
                text -> name.ofLimit().apply(text, 36),
                "x".repeat(37),
                "must have at most 36 characters, has 37");
        assertThat(name.ofLimit().apply("x".repeat(255), 255))
                .isEqualTo(name.constructor().apply("x".repeat(255)));
        assertRefused(name, name.constructor(), "x".repeat(256), "must have at most 255 characters, has 256");
    }

    @ParameterizedTest
    @MethodSource("names")
    void limit_isAtLeastAUuids_andAtMost255(Name name) {
        for (int limit : List.of(Integer.MIN_VALUE, 35, 256)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> name.ofLimit().apply("x", limit))
                    .withMessage("the limit must be 36 to 255 characters, and is " + limit);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void emptyText_isRefused(Name name) {
        assertRefused(name, name.of(), "", "must not be empty");
    }

    @ParameterizedTest
    @MethodSource("names")
    void controlCharacter_isRefused_wherever(Name name) {
        for (String text : List.of("\u0000", "a\nb", "\tb", "a\u007f", "a\u0085b")) {
            assertRefused(name, name.of(), text, "must not have control characters");
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void halfASurrogatePair_isRefused_andAWholeOneTaken(Name name) {
        assertThat(name.of().apply("\ud83e\uddfe")).hasToString("\ud83e\uddfe");
        for (String text : List.of("\ud83e", "\uddfe", "a\ud83eb", "\uddfe\ud83e", "\ud800", "\udfff")) {
            assertRefused(name, name.of(), text, "must not have an unpaired surrogate");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"123", " 123", "ABC", "abc", "null", "'; DROP TABLE ledger; --", "\u00e4", "a\u0308"})
    void anyOtherText_isTakenAsItIs(String text) {
        assertThat(ReferenceId.of(text).value()).isEqualTo(text);
        assertThat(BatchId.of(text).value()).isEqualTo(text);
    }

    @Test
    void textThatWritesStructure_orHides_isShownEscaped_andKeptAsItIs() {
        String text = "a] [b=c] \\ \u202e\u2029 z\u00fcrich \udb40\udc41";
        String shown = "a\\u005d \\u005bb\\u003dc\\u005d \\u005c \\u202e\\u2029 z\u00fcrich \\udb40\\udc41";

        assertThat(new ReferenceId(text))
                .hasToString(shown)
                .extracting(ReferenceId::value)
                .isEqualTo(text);
        assertThat(BatchId.of(text))
                .hasToString(shown)
                .extracting(BatchId::value)
                .isEqualTo(text);
        assertThat(Namespace.ofClient(text)).hasToString("client:" + shown);
    }

    @Test
    void next_isTheTextOfAUuidOfVersion7_andAscends() {
        List<String> texts = List.of(
                ReferenceId.next().value(),
                ReferenceId.next().value(),
                BatchId.next().value());

        assertThat(texts).isSorted().doesNotHaveDuplicates().allSatisfy(text -> {
            assertThat(UUID.fromString(text).version()).isEqualTo(7);
            assertThat(UUID.fromString(text)).hasToString(text);
        });
    }
}

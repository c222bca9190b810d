package io.counterfoil.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("RQ-1")
@Tag("RQ-2")
class KeyFieldPropertyTest {

    @Provide
    Arbitrary<RequestId> keys() {
        return Arbitraries.strings()
                .withCharRange(' ', '~')
                .ofMinLength(1)
                .ofMaxLength(RequestId.MAX_BYTES)
                .map(RequestId::new);
    }

    /** Texts that look like a field, more often than chance would have it. */
    @Provide
    Arbitrary<String> fields() {
        Arbitrary<String> anything = Arbitraries.strings().ofMaxLength(40);
        Arbitrary<String> nearly = Arbitraries.of(
                        "\"", "\\", ";", "=", ",", " ", "a", "*", "-", "1", ".", ":", "?", "@", "%", "%\"", "AA==",
                        "?1", "\u00fc", "\t")
                .list()
                .ofMaxSize(16)
                .map(parts -> "\"k" + String.join("", parts));
        return Arbitraries.oneOf(anything, nearly);
    }

    @Property
    void quoted_anyKey_readsBack(@ForAll("keys") RequestId key) {
        assertThat(KeyField.parse(KeyField.format(key))).isEqualTo(key);
        assertThat(KeyField.parse("  " + KeyField.format(key) + ";p=1 ")).isEqualTo(key);
    }

    @Property
    void bare_keyWithoutQuoteCommaAndOuterSpace_isItself(@ForAll("keys") RequestId key) {
        String text = key.value();
        if (!text.startsWith("\"") && !text.contains(",") && text.equals(text.strip())) {
            assertThat(KeyField.parse(text)).isEqualTo(key);
        }
    }

    @Property(tries = 3_000)
    void anyText_isAKeyOrRefusedByNothingElse(@ForAll("fields") String text) {
        read(text).ifPresent(key -> assertThat(key.value()).isNotEmpty().matches("[ -~]{1,255}"));
    }

    /** A key that came damaged may be another key or none, but never the same one by another reading of the grammar. */
    @Property(tries = 3_000)
    void quotedKey_withOneCharacterChanged_isAnotherOneOrRefused(
            @ForAll("keys") RequestId key, @ForAll @IntRange(max = 600) int place, @ForAll char other) {
        String field = KeyField.format(key);
        int at = place % field.length();
        String damaged = field.substring(0, at) + other + field.substring(at + 1);
        if (!damaged.equals(field)) {
            assertThat(read(damaged)).isNotEqualTo(Optional.of(key));
        }
    }

    @Property
    void refusal_ofAnyText_repeatsNothingOfIt(@ForAll("keys") RequestId key) {
        String secret = "s3cr3t" + key.value();
        try {
            KeyField.parse('"' + secret);
        } catch (InvalidIdentifierException invalid) {
            assertThat(invalid.getMessage()).doesNotContain("s3cr3t");
        }
    }

    private static Optional<RequestId> read(String text) {
        try {
            return Optional.of(KeyField.parse(text));
        } catch (InvalidIdentifierException refused) {
            return Optional.empty();
        }
    }
}

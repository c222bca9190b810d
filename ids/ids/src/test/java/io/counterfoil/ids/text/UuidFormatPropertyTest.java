package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("TI-3")
class UuidFormatPropertyTest {

    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(128);

    /** UUIDs of all sizes, and those beside the multiples of the powers of the bases, where a division may go wrong. */
    @Provide
    Arbitrary<UUID> uuids() {
        Arbitrary<UUID> any =
                Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
        Arbitrary<UUID> atMultiples = Combinators.combine(
                        Arbitraries.of(16, 32, 36, 58, 62),
                        Arbitraries.integers().between(1, 32),
                        Arbitraries.bigIntegers().between(BigInteger.ZERO, LIMIT),
                        Arbitraries.integers().between(-2, 2))
                .as((base, exponent, near, offset) -> {
                    BigInteger power = BigInteger.valueOf(base).pow(exponent);
                    BigInteger multiple = near.divide(power).multiply(power);
                    return Oracle.uuid(multiple.add(BigInteger.valueOf(offset)).mod(LIMIT));
                });
        return Arbitraries.oneOf(any, atMultiples);
    }

    @Property(tries = 5_000)
    void text_isThatOfTheNumberInTheAlphabet(@ForAll UuidFormat format, @ForAll("uuids") UUID uuid) {
        String text = format.format(uuid);
        byte[] ascii = new byte[format.length()];
        format.format(uuid, ascii, 0);

        assertThat(text).isEqualTo(Oracle.text(format, Oracle.number(uuid)));
        assertThat(ascii).isEqualTo(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Property(tries = 5_000)
    void parse_givesBackWhatWasFormatted_fromEverySource(
            @ForAll UuidFormat format,
            @ForAll("uuids") UUID uuid,
            @ForAll @IntRange(max = 40) int before,
            @ForAll @IntRange(max = 40) int after) {
        String text = format.format(uuid);
        String embedded = "\u00e9".repeat(before) + text + "0".repeat(after);
        byte[] bytes = embedded.getBytes(StandardCharsets.ISO_8859_1);
        int end = before + text.length();

        assertThat(format.parse(text)).isEqualTo(uuid);
        assertThat(format.parse(embedded, before, end)).isEqualTo(uuid);
        assertThat(format.parse(embedded + "\u20ac", before, end)).isEqualTo(uuid);
        assertThat(format.parse(CharBuffer.wrap(embedded), before, end)).isEqualTo(uuid);
        assertThat(format.parse(bytes, before, end)).isEqualTo(uuid);
        assertThat(format.tryParse(text)).contains(uuid);
        assertThat(format.tryParse(embedded, before, end)).contains(uuid);
        assertThat(format.tryParse(bytes, before, end)).contains(uuid);
        assertThat(format.parseLenient(text)).isEqualTo(uuid);
    }

    @Property(tries = 5_000)
    void orderOfTexts_isTheOrderOfTheBytes(
            @ForAll UuidFormat format, @ForAll("uuids") UUID a, @ForAll("uuids") UUID b, @ForAll boolean sameHigh) {
        UUID second = sameHigh ? new UUID(a.getMostSignificantBits(), b.getLeastSignificantBits()) : b;

        int ofTexts = format.format(a).compareTo(format.format(second));
        int ofBytes = Arrays.compareUnsigned(UuidBytes.of(a), UuidBytes.of(second));

        assertThat(Integer.signum(ofTexts)).isEqualTo(Integer.signum(ofBytes));
    }

    @Property(tries = 2_000)
    void hexAndBase16_agreeWithTheJdk(@ForAll("uuids") UUID uuid) {
        assertThat(UuidFormat.HEX.format(uuid)).isEqualTo(uuid.toString());
        assertThat(UuidFormat.BASE16.format(uuid)).isEqualTo(uuid.toString().replace("-", ""));
        assertThat(UuidFormat.HEX.parse(uuid.toString())).isEqualTo(UUID.fromString(uuid.toString()));
    }

    @Property(tries = 2_000)
    void parseLenient_disregardsCase_whereTheAlphabetHasOne(@ForAll UuidFormat format, @ForAll("uuids") UUID uuid) {
        String text = format.format(uuid);
        if (format == UuidFormat.BASE58 || format == UuidFormat.BASE62) {
            String other = text.toUpperCase(Locale.ROOT);
            assertThat(catchThrowableOfType(InvalidIdException.class, () -> format.parseLenient(other)) == null)
                    .isEqualTo(format.tryParse(other).isPresent());
        } else {
            assertThat(format.parseLenient(text.toUpperCase(Locale.ROOT))).isEqualTo(uuid);
            assertThat(format.parseLenient(text.toLowerCase(Locale.ROOT))).isEqualTo(uuid);
        }
    }

    @Property(tries = 3_000)
    void garbage_isRefused_orIsTheTextOfAUuid(@ForAll UuidFormat format, @ForAll String garbage) {
        assertSameTextOrRefused(format, garbage);
    }

    /** Right length, right alphabet: now it is a matter of overflow and hyphens alone. */
    @Property(tries = 5_000)
    void digitsOfTheAlphabet_areRefused_orAreTheTextOfAUuid(@ForAll UuidFormat format, @ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(format.format(new UUID(-1, -1)));
        for (int i = random.nextInt(text.length()); i < text.length(); i++) {
            if (text.charAt(i) != '-') {
                text.setCharAt(
                        i,
                        format.alphabet()
                                .charAt(random.nextInt(format.alphabet().length())));
            }
        }
        assertSameTextOrRefused(format, text.toString());
    }

    private static void assertSameTextOrRefused(UuidFormat format, String text) {
        byte[] latin1 = text.getBytes(StandardCharsets.ISO_8859_1); // "?" for what it does not have
        Optional<UUID> read = format.tryParse(text);
        if (read.isPresent()) {
            assertThat(format.format(read.get())).isEqualTo(text);
            assertThat(format.parse(text)).isEqualTo(read.get());
            assertThat(format.parse(latin1, 0, latin1.length)).isEqualTo(read.get());
        } else {
            refusal(format, text);
            assertThat(format.tryParse(latin1, 0, latin1.length)).isEmpty();
        }
    }

    private static InvalidIdException refusal(UuidFormat format, String text) {
        InvalidIdException refusal = catchThrowableOfType(InvalidIdException.class, () -> format.parse(text));
        assertThat(refusal).as("refusal of %s", text).isNotNull();
        Oracle.assertWellSaid(refusal, format, text.length());
        return refusal;
    }
}

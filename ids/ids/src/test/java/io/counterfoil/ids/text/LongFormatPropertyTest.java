package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

@Tag("TI-3")
class LongFormatPropertyTest {

    /** Numbers of all sizes, and those beside the multiples of the powers of the bases. */
    @Provide
    Arbitrary<Long> numbers() {
        Arbitrary<Long> atMultiples = Combinators.combine(
                        Arbitraries.of(16, 32, 36, 62),
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.longs(),
                        Arbitraries.integers().between(-2, 2))
                .as((base, exponent, near, offset) -> {
                    BigInteger power = BigInteger.valueOf(base).pow(exponent);
                    return Oracle.number(near).divide(power).multiply(power).longValue() + offset;
                });
        return Arbitraries.oneOf(Arbitraries.longs(), atMultiples);
    }

    @Property(tries = 5_000)
    void text_equalsTheOracles_andIsParsedFromEverySource(@ForAll LongFormat format, @ForAll("numbers") long number) {
        String text = format.format(number);
        String embedded = "sn_" + text + "\u00e9";
        byte[] bytes = embedded.getBytes(StandardCharsets.ISO_8859_1);
        int end = 3 + text.length();

        assertThat(text).isEqualTo(Oracle.text(format, Oracle.number(number)));
        assertThat(format.parse(text)).isEqualTo(number);
        assertThat(format.parse(embedded, 3, end)).isEqualTo(number);
        assertThat(format.parse(CharBuffer.wrap(embedded), 3, end)).isEqualTo(number);
        assertThat(format.parse(bytes, 3, end)).isEqualTo(number);
        assertThat(format.tryParse(text)).hasValue(number);
        assertThat(format.tryParse(bytes, 3, end)).hasValue(number);
        assertThat(format.parseLenient(text)).isEqualTo(number);
    }

    @Property(tries = 3_000)
    void orderOfTexts_isTheUnsignedOrder(
            @ForAll LongFormat format, @ForAll("numbers") long a, @ForAll("numbers") long b) {
        assertThat(Integer.signum(format.format(a).compareTo(format.format(b)))).isEqualTo(Long.compareUnsigned(a, b));
    }

    @Property(tries = 3_000)
    void garbage_isRefused_orIsTheTextOfANumber(@ForAll LongFormat format, @ForAll String garbage) {
        assertSameTextOrRefused(format, garbage);
    }

    private static void assertSameTextOrRefused(LongFormat format, String text) {
        OptionalLong read = format.tryParse(text);
        if (read.isPresent()) {
            assertThat(format.format(read.getAsLong())).isEqualTo(text);
            assertThat(format.parse(text)).isEqualTo(read.getAsLong());
        } else {
            refusal(format, text);
        }
    }

    private static InvalidIdException refusal(LongFormat format, String text) {
        InvalidIdException refusal = catchThrowableOfType(InvalidIdException.class, () -> format.parse(text));
        assertThat(refusal).as("refusal of %s", text).isNotNull();
        Oracle.assertWellSaid(refusal, format, text.length());
        return refusal;
    }
}

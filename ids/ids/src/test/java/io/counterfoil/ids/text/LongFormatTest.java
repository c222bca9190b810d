package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("TI-3")
class LongFormatTest {

    @ParameterizedTest
    @CsvSource({
        "BASE16, 16, 0000000000000000, ffffffffffffffff",
        "BASE32, 13, 0000000000000,    fzzzzzzzzzzzz",
        "BASE36, 13, 0000000000000,    3w5e11264sgsf",
        "BASE62, 11, 00000000000,      LygHa16AHYF",
    })
    void extremes_haveTheSmallestAndTheLargestText(LongFormat format, int length, String zero, String max) {
        assertThat(format.length()).isEqualTo(length);
        assertThat(format.format(0)).isEqualTo(zero);
        assertThat(format.format(-1)).isEqualTo(max);
        assertThat(format.parse(zero)).isZero();
        assertThat(format.parse(max)).isEqualTo(-1);
        assertThat(format.parseLenient(max)).isEqualTo(-1);
        assertThat(format.tryParse(max)).hasValue(-1);
        assertThat(format.tryParse(max.getBytes(StandardCharsets.US_ASCII), 0, length))
                .hasValue(-1);
        assertThat(format.tryParse("x" + max, 1, length + 1)).hasValue(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "BASE16, 000000000000000,   LENGTH,    -1",
        "BASE16, 000000000000000F,  CASE,      15",
        "BASE16, +00000000000000f,  CHARACTER,  0",
        "BASE32, g000000000000,     OVERFLOW,   0",
        "BASE32, 000000000000l,     CHARACTER, 12",
        "BASE32, 000000000000Z,     CASE,      12",
        "BASE36, 3w5e11264sgsg,     OVERFLOW,  12",
        "BASE36, zzzzzzzzzzzzz,     OVERFLOW,   0",
        "BASE36, 000000000000Z,     CASE,      12",
        "BASE62, LygHa16AHYG,       OVERFLOW,  10",
        "BASE62, M0000000000,       OVERFLOW,   0",
        "BASE62, 0000000000_,       CHARACTER, 10",
        "BASE62, 000000000000,      LENGTH,    -1",
    })
    void parse_ofWhatFormatDoesNotMake_namesReasonAndPosition(
            LongFormat format, String text, InvalidIdReason reason, int position) {
        InvalidIdException refusal = catchThrowableOfType(InvalidIdException.class, () -> format.parse(text));

        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.position().orElse(-1)).isEqualTo(position);
        Oracle.assertWellSaid(refusal, format, text.length());
        assertThat(format.tryParse(text)).isEmpty();
        assertThat(format.tryParse(text.getBytes(StandardCharsets.US_ASCII), 0, text.length()))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"BASE32", "BASE36", "BASE62"})
    void parse_ofTheFirstNumberAboveTheLargest_isAnOverflow(LongFormat format) {
        String text = Oracle.text(format, BigInteger.ONE.shiftLeft(64));

        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> format.parse(text))
                .withMessageContaining("more than 64 bits")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(InvalidIdReason.OVERFLOW))
                .satisfies(e -> assertThat(e.position())
                        .hasValue(Arrays.mismatch(
                                text.toCharArray(), format.format(-1).toCharArray())));
    }

    @ParameterizedTest
    @EnumSource
    void format_intoAnArray_writesTheTextOrNothing(LongFormat format) {
        byte[] target = new byte[format.length() + 2];
        for (int offset : new int[] {-1, 3, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> format.format(-1, target, offset));
        }
        assertThat(target).containsOnly(0);

        format.format(-1, target, 1);

        assertThat(new String(target, StandardCharsets.US_ASCII)).isEqualTo("\0" + format.format(-1) + "\0");
    }

    @ParameterizedTest
    @CsvSource({
        "BASE16, FFFFFFFFFFFFFFFF, ffffffffffffffff",
        "BASE32, OoIiLlABCDEFG,    001111abcdefg",
        "BASE36, 3W5E11264SGSF,    3w5e11264sgsf",
        "BASE62, LygHa16AHYF,      LygHa16AHYF",
    })
    void parseLenient_readsOtherCasesAndLookAlikes(LongFormat format, String text, String canonical) {
        assertThat(format.format(format.parseLenient(text))).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "BASE32, G000000000000, OVERFLOW,   0",
        "BASE36, 000000000000-, CHARACTER, 12",
        "BASE62, LYGHA16AHYF0,  LENGTH,    -1",
        "BASE62, lygha16ahyf,   OVERFLOW,   0",
    })
    void parseLenient_refusesTheRest(LongFormat format, String text, InvalidIdReason reason, int position) {
        InvalidIdException refusal = catchThrowableOfType(InvalidIdException.class, () -> format.parseLenient(text));

        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.position().orElse(-1)).isEqualTo(position);
    }
}

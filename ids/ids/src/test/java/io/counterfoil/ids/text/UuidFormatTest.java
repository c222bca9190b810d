package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("TI-3")
class UuidFormatTest {

    private static final UUID SAMPLE = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
    private static final UUID MAX = new UUID(-1, -1);

    @ParameterizedTest
    @CsvSource({
        "HEX,    36, 00000000-0000-0000-0000-000000000000, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "BASE16, 32, 00000000000000000000000000000000,     ffffffffffffffffffffffffffffffff",
        "BASE32, 26, 00000000000000000000000000,           7zzzzzzzzzzzzzzzzzzzzzzzzz",
        "ULID,   26, 00000000000000000000000000,           7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "BASE36, 25, 0000000000000000000000000,            f5lxx1zz5pnorynqglhzmsp33",
        "BASE58, 22, 1111111111111111111111,               YcVfxkQb6JRzqk5kF2tNLv",
        "BASE62, 22, 0000000000000000000000,               7n42DGM5Tflk9n8mt7Fhc7",
    })
    void extremes_haveTheSmallestAndTheLargestText(UuidFormat format, int length, String nil, String max) {
        assertThat(format.length()).isEqualTo(length);
        assertThat(format.format(new UUID(0, 0))).isEqualTo(nil);
        assertThat(format.format(MAX)).isEqualTo(max);
        assertThat(format.parse(nil)).isEqualTo(new UUID(0, 0));
        assertThat(format.parse(max)).isEqualTo(MAX);
    }

    /** The valid vectors of the TypeID specification, version 0.3, without their prefixes. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "nil,            00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
        "one,            00000000000000000000000001, 00000000-0000-0000-0000-000000000001",
        "ten,            0000000000000000000000000a, 00000000-0000-0000-0000-00000000000a",
        "sixteen,        0000000000000000000000000g, 00000000-0000-0000-0000-000000000010",
        "thirty-two,     00000000000000000000000010, 00000000-0000-0000-0000-000000000020",
        "max-valid,      7zzzzzzzzzzzzzzzzzzzzzzzzz, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "valid-alphabet, 0123456789abcdefghjkmnpqrs, 0110c853-1d09-52d8-d73e-1194e95b5f19",
        "valid-uuidv7,   01h455vb4pex5vsknk084sn02q, 01890a5d-ac96-774b-bcce-b302099a8057",
    })
    void vectorsOfTypeId_holdBothWays(String name, String text, UUID uuid) {
        assertThat(UuidFormat.BASE32.format(uuid)).isEqualTo(text);
        assertThat(UuidFormat.BASE32.parse(text)).isEqualTo(uuid);
        assertThat(UuidFormat.ULID.format(uuid)).isEqualTo(text.toUpperCase(Locale.ROOT));
        assertThat(UuidFormat.ULID.parse(text.toUpperCase(Locale.ROOT))).isEqualTo(uuid);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "empty,              '',                             LENGTH,    -1, found 0",
        "too short,          01h455vb4pex5vsknk084sn02,      LENGTH,    -1, '26 characters expected, found 25'",
        "too long,           01h455vb4pex5vsknk084sn02q0,    LENGTH,    -1, found 27",
        "more than 128 bits, 80000000000000000000000000,     OVERFLOW,   0, 'index 0, ''8'' is above ''7'''",
        "all ones,           zzzzzzzzzzzzzzzzzzzzzzzzzz,     OVERFLOW,   0, '''z'' is above ''7'''",
        "two faults,         8000000000000000000000000u,     CHARACTER, 25, '\"u\" at index 25'",
        "upper case,         01H455VB4PEX5VSKNK084SN02Q,     CASE,       2, '\"H\" at index 2'",
        "one upper case,     01h455vb4pex5vsknk084sn02Q,     CASE,      25, '\"Q\" at index 25 is in the wrong case, expected \"q\"'",
        "look-alike i,       i1h455vb4pex5vsknk084sn02q,     CHARACTER,  0, '\"i\" at index 0'",
        "look-alike l,       0lh455vb4pex5vsknk084sn02q,     CHARACTER,  1, '\"l\" at index 1'",
        "look-alike o,       o1h455vb4pex5vsknk084sn02q,     CHARACTER,  0, '\"o\" at index 0'",
        "letter u,           01u455vb4pex5vsknk084sn02q,     CHARACTER,  2, '\"u\" at index 2 is none of 0123'",
        "hyphen,             01h455vb4pex5-sknk084sn02q,     CHARACTER, 13, '\"-\" at index 13'",
        "space before,       ' 1h455vb4pex5vsknk084sn02q',   CHARACTER,  0, '\" \" at index 0'",
        "line break after,   '01h455vb4pex5vsknk084sn02\n',  CHARACTER, 25, '\"\\u000a\" at index 25'",
        "full-width digit,   \uFF111h455vb4pex5vsknk084sn02q, CHARACTER, 0, '\"\\uff11\" at index 0'",
        "Arabic digit,       01h455vb4pex5vsknk084sn02\u0661, CHARACTER, 25, '\"\\u0661\" at index 25'",
        "half of an emoji,   01h455vb4pex5vsknk084sn0\uD83D\uDE00, CHARACTER, 24, '\"\\ud83d\" at index 24'",
    })
    void parse_ofWhatFormatDoesNotMake_saysWhyAndWhere(
            String name, String text, InvalidIdReason reason, int position, String said) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> UuidFormat.BASE32.parse(text))
                .withMessageStartingWith("BASE32: ")
                .withMessageContaining(said)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
                .satisfies(e -> assertThat(e.position().orElse(-1)).isEqualTo(position));
    }

    @ParameterizedTest
    @CsvSource({
        "HEX,    01890a5dac96774bbcceb302099a8057,     LENGTH,    -1", // no hyphens
        "HEX,    1-1-1-1-1,                            LENGTH,    -1", // a UUID for UUID.fromString
        "HEX,    {01890a5d-ac96-774b-bcce-b302099a80}, CHARACTER,  0",
        "HEX,    01890a5-dac96-774b-bcce-b302099a8057, CHARACTER,  7",
        "HEX,    01890a5d0ac96-774b-bcce-b302099a8057, CHARACTER,  8",
        "HEX,    01890a5d-ac96-774b-bcce0b302099a8057, CHARACTER, 23",
        "HEX,    01890a5d-ac96-774b-bcce-b302099a805-, CHARACTER, 35",
        "HEX,    01890a5d-ac96-774b-bccE-b302099a8057, CASE,      22",
        "BASE16, 01890a5dac96774bbcceb302099a805g,     CHARACTER, 31",
        "BASE16, 01890A5dac96774bbcceb302099a8057,     CASE,       5",
        "ULID,   01H455VB4PEX5VSKNK084SN02q,           CASE,      25",
        "ULID,   01H455VB4PEX5VSKNK084SN02U,           CHARACTER, 25",
        "ULID,   8ZZZZZZZZZZZZZZZZZZZZZZZZZ,           OVERFLOW,   0",
        "BASE36, 039srkj01e44uynszf2f2njH3,            CASE,      23",
        "BASE36, 039srkj01e44uynszf2f2nj_3,            CHARACTER, 23",
        "BASE36, zzzzzzzzzzzzzzzzzzzzzzzzz,            OVERFLOW,   0",
        "BASE36, f60000000000000000000000q,            OVERFLOW,   1",
        "BASE58, 1BzmjTFLHWXwiSK4y3H5i0,               CHARACTER, 21",
        "BASE58, 1BzmjTFLHWXwiSK4y3H5il,               CHARACTER, 21", // L is a digit, but i is one too: both cases
        // count
        "BASE58, zzzzzzzzzzzzzzzzzzzzzz,               OVERFLOW,   0",
        "BASE62, 02tcRIyrxLXTR81B3dqdO-,               CHARACTER, 21",
        "BASE62, zzzzzzzzzzzzzzzzzzzzzz,               OVERFLOW,   0",
    })
    void parse_inEveryFormat_namesReasonAndPosition(
            UuidFormat format, String text, InvalidIdReason reason, int position) {
        InvalidIdException refusal = refusal(() -> format.parse(text));

        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.position().orElse(-1)).isEqualTo(position);
        Oracle.assertWellSaid(refusal, format, text.length());
        assertThat(format.tryParse(text)).isEmpty();
    }

    /** 2^128 has a text of the right length in all bases where the length holds more than 128 bits. */
    @ParameterizedTest
    @EnumSource(names = {"BASE32", "ULID", "BASE36", "BASE58", "BASE62"})
    void parse_aboveTheLargestNumber_isAnOverflowAtTheFirstExcess(UuidFormat format) {
        String largest = format.format(MAX);
        BigInteger first = BigInteger.ONE.shiftLeft(128);
        BigInteger last = BigInteger.valueOf(format.alphabet().length())
                .pow(format.length())
                .subtract(BigInteger.ONE);

        for (BigInteger number : new BigInteger[] {
            first, first.add(BigInteger.ONE), first.shiftLeft(1).min(last), last
        }) {
            String text = Oracle.text(format, number);
            InvalidIdException refusal = refusal(() -> format.parse(text));

            assertThat(refusal.reason()).isEqualTo(InvalidIdReason.OVERFLOW);
            assertThat(refusal.position().orElseThrow())
                    .isEqualTo(Arrays.mismatch(text.toCharArray(), largest.toCharArray()));
            assertThat(refusal).hasMessageContaining("more than 128 bits").hasMessageContaining(largest);
            assertThat(format.tryParse(text)).isEmpty();
        }
    }

    @Test
    void positions_countFromTheStartOfAllThatWasGiven() {
        String text = "acct_01H455VB4PEX5VSKNK084SN02Q!";
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);

        assertThat(refusal(() -> UuidFormat.BASE32.parse(text, 5, 31)))
                .hasMessageContaining("character \"H\" at index 7")
                .returns(7, e -> e.position().orElseThrow());
        assertThat(refusal(() -> UuidFormat.BASE32.parse(ascii, 5, 31)))
                .hasMessageContaining("character \"H\" at index 7")
                .returns(7, e -> e.position().orElseThrow());
        assertThat(UuidFormat.ULID.parse(text, 5, 31)).isEqualTo(SAMPLE);
        assertThat(UuidFormat.ULID.parse(ascii, 5, 31)).isEqualTo(SAMPLE);
    }

    @ParameterizedTest
    @EnumSource
    void parts_thatAreNotThere_areTheCallersFault(UuidFormat format) {
        String text = format.format(SAMPLE);
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        int[][] parts = {{-1, text.length() - 1}, {1, text.length() + 1}, {2, 1}, {0, Integer.MAX_VALUE}};

        for (int[] part : parts) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> format.parse(text, part[0], part[1]));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> format.parse(ascii, part[0], part[1]));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> format.tryParse(text, part[0], part[1]));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> format.tryParse(ascii, part[0], part[1]));
        }
    }

    @ParameterizedTest
    @EnumSource
    void format_intoAnArray_writesExactlyTheText(UuidFormat format) {
        int length = format.length();
        byte[] target = new byte[length + 5];
        Arrays.fill(target, (byte) '#');

        format.format(SAMPLE, target, 3);

        assertThat(new String(target, StandardCharsets.US_ASCII)).isEqualTo("###" + format.format(SAMPLE) + "##");
    }

    @ParameterizedTest
    @EnumSource
    void format_intoAnArrayWithoutRoom_writesNothing(UuidFormat format) {
        byte[] target = new byte[format.length() + 1];

        for (int offset : new int[] {-1, 2, format.length(), Integer.MAX_VALUE}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> format.format(SAMPLE, target, offset));
        }

        assertThat(target).containsOnly(0);
    }

    @Test
    void messages_areAsciiInALocaleWithOtherDigits() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

            assertThat(refusal(() -> UuidFormat.BASE36.parse("x")))
                    .hasMessage("BASE36: 25 characters expected, found 1");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static InvalidIdException refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(InvalidIdException.class, call);
    }
}

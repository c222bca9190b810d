package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("TI-3")
class UuidFormatLenientTest {

    @ParameterizedTest
    @CsvSource({
        "HEX,    01890A5D-ac96-774B-BCCE-b302099a8057, 01890a5d-ac96-774b-bcce-b302099a8057",
        "BASE16, 01890A5Dac96774BBCCEb302099a8057,     01890a5dac96774bbcceb302099a8057",
        "BASE32, Oih455VB4PEX5VsknkO84SNo2q,           01h455vb4pex5vsknk084sn02q",
        "BASE32, 0LIl455vb4pex5vsknk084sn02,           0111455vb4pex5vsknk084sn02",
        "ULID,   oIh455VB4PEX5VsknkO84SNo2l,           01H455VB4PEX5VSKNK084SN021",
        "BASE36, 039SRKJ01E44uynSZF2F2NJH3,            039srkj01e44uynszf2f2njh3",
        "BASE58, 1BzmjTFLHWXwiSK4y3H5iW,               1BzmjTFLHWXwiSK4y3H5iW",
        "BASE62, 02tcRIyrxLXTR81B3dqdOx,               02tcRIyrxLXTR81B3dqdOx",
    })
    void parseLenient_readsOtherCasesAndLookAlikes(UuidFormat format, String text, String canonical) {
        assertThat(format.format(format.parseLenient(text))).isEqualTo(canonical);
        assertThat(format.parseLenient(text)).isEqualTo(format.parse(canonical));
    }

    @ParameterizedTest
    @CsvSource({
        "HEX,    01890A5DAC96774BBCCEB302099A8057,     LENGTH,    -1",
        "HEX,    01890a5d_ac96-774b-bcce-b302099a8057, CHARACTER,  8",
        "HEX,    O1890a5d-ac96-774b-bcce-b302099a8057, CHARACTER,  0", // look-alikes are Crockford's alone
        "BASE16, o1890a5dac96774bbcceb302099a8057,     CHARACTER,  0",
        "BASE32, 01H455VB-PEX5VSKNK084SN02Q,           CHARACTER,  8",
        "BASE32, 01H455VB4PEX5VSKNK084SN02U,           CHARACTER, 25",
        "BASE32, 8ZZZZZZZZZZZZZZZZZZZZZZZZZ,           OVERFLOW,   0",
        "ULID,   zzzzzzzzzzzzzzzzzzzzzzzzzz,           OVERFLOW,   0",
        "BASE36, F5LXX1ZZ5PNORYNQGLHZMSP34,            OVERFLOW,  24",
        "BASE36, 039SRKJ01E44UYNSZF2F2NJH\u0130,       CHARACTER, 24", // no letter outside ASCII has a case here
        "BASE36, 039SRKJ01E44UYNSZF2F2NJH\u212A,       CHARACTER, 24",
        "BASE58, 1BzmjTFLHWXwiSK4y3H5il,               CHARACTER, 21",
        "BASE58, 1BzmjTFLHWXwiSK4y3H5iO,               CHARACTER, 21",
        "BASE62, 02tcRIyrxLXTR81B3dqdO_,               CHARACTER, 21",
    })
    void parseLenient_refusesTheRest(UuidFormat format, String text, InvalidIdReason reason, int position) {
        InvalidIdException refusal = catchThrowableOfType(InvalidIdException.class, () -> format.parseLenient(text));

        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.position().orElse(-1)).isEqualTo(position);
        Oracle.assertWellSaid(refusal, format, text.length());
    }

    @ParameterizedTest
    @EnumSource
    void everyDigit_isItselfLeniently(UuidFormat format) {
        char[] digits = format.alphabet().toCharArray();
        for (char digit : digits) {
            String text = format.format(new UUID(0, 0));
            String withDigit = text.substring(0, text.length() - 1) + digit;

            assertThat(format.parseLenient(withDigit)).isEqualTo(format.parse(withDigit));
        }
    }
}

package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TI-3")
class UuidBase32Test {

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
    void vectorsOfTheSpecification_holdBothWays(String name, String text, UUID uuid) {
        assertThat(UuidBase32.encode(uuid)).isEqualTo(text);
        assertThat(UuidBase32.decode(text)).isEqualTo(uuid);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "empty,              '',                             found 0",
        "too short,          01h455vb4pex5vsknk084sn02,      found 25",
        "too long,           01h455vb4pex5vsknk084sn02q0,    found 27",
        "more than 128 bits, 80000000000000000000000000,     '''8'' is above ''7'''",
        "all ones,           zzzzzzzzzzzzzzzzzzzzzzzzzz,     '''z'' is above ''7'''",
        "upper case,         01H455VB4PEX5VSKNK084SN02Q,     '\"H\" at index 2'",
        "one upper case,     01h455vb4pex5vsknk084sn02Q,     '\"Q\" at index 25'",
        "look-alike i,       i1h455vb4pex5vsknk084sn02q,     '\"i\" at index 0'",
        "look-alike l,       0lh455vb4pex5vsknk084sn02q,     '\"l\" at index 1'",
        "look-alike o,       o1h455vb4pex5vsknk084sn02q,     '\"o\" at index 0'",
        "letter u,           01u455vb4pex5vsknk084sn02q,     '\"u\" at index 2'",
        "hyphen,             01h455vb4pex5-sknk084sn02q,     '\"-\" at index 13'",
        "space before,       ' 1h455vb4pex5vsknk084sn02q',   '\" \" at index 0'",
        "line break after,   '01h455vb4pex5vsknk084sn02\n',  '\"\\u000a\" at index 25'",
        "full-width digit,   \uFF111h455vb4pex5vsknk084sn02q, '\"\\uff11\" at index 0'",
        "Arabic digit,       01h455vb4pex5vsknk084sn02\u0661, '\"\\u0661\" at index 25'",
        "half of an emoji,   01h455vb4pex5vsknk084sn0\uD83D\uDE00, '\"\\ud83d\" at index 24'",
    })
    void decode_whatEncodeDoesNotMake_isRefused(String name, String text, String reason) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> UuidBase32.decode(text))
                .withMessageContaining(reason);
    }
}

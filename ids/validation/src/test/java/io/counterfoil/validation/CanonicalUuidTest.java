package io.counterfoil.validation;

import static io.counterfoil.validation.Validators.START_OF_A_CYCLE;
import static io.counterfoil.validation.Validators.faults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.validation.UnexpectedTypeException;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import java.nio.CharBuffer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("CB-3")
class CanonicalUuidTest {

    private static final Validator VALIDATOR = Validators.at(START_OF_A_CYCLE);

    record AnyVersion(@CanonicalUuid @Nullable CharSequence id) {}

    record Version7(@CanonicalUuid(version = 7) String id) {}

    record OfUuid(@CanonicalUuid(version = {4, 7}) UUID id) {}

    record OfEach(List<@CanonicalUuid String> ids) {}

    record OwnMessage(
            @CanonicalUuid(message = "give us a UUID") String id) {}

    record Undecidable(@CanonicalUuid(version = 9) String id) {}

    record WrongType(@CanonicalUuid Integer id) {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "01890a5d-ac96-474b-bcce-b302099a8057 | WRONG_VERSION: must be a UUID of version [7]",
                "01890A5D-AC96-774B-BCCE-B302099A8057 | NOT_CANONICAL: must be a UUID in canonical text: lower-case hexadecimal digits in groups of 8-4-4-4-12",
                "00000000-0000-0000-0000-000000000000 | NIL: must not be the nil UUID",
                "ffffffff-ffff-ffff-ffff-ffffffffffff | WRONG_VARIANT: must be a UUID of the variant of RFC 9562"
            })
    void text_withAFault_hasAReasonAndAMessageOfItsOwn(String id, String expected) {
        assertThat(faults(VALIDATOR, new Version7(id))).containsExactly(expected);
    }

    @Test
    void text_ofAnAcceptedVersion_isValid() {
        assertThat(faults(VALIDATOR, new Version7("01890a5d-ac96-774b-bcce-b302099a8057")))
                .isEmpty();
        assertThat(faults(VALIDATOR, new AnyVersion(CharBuffer.wrap("01890a5d-ac96-174b-bcce-b302099a8057"))))
                .isEmpty();
    }

    @Test
    void nothing_isValid() {
        assertThat(faults(VALIDATOR, new AnyVersion(null))).isEmpty();
    }

    @Test
    void uuid_isCheckedForItsVersion() {
        assertThat(faults(VALIDATOR, new OfUuid(UUID.fromString("01890a5d-ac96-474b-bcce-b302099a8057"))))
                .isEmpty();
        assertThat(faults(VALIDATOR, new OfUuid(UUID.fromString("01890a5d-ac96-174b-bcce-b302099a8057"))))
                .containsExactly("WRONG_VERSION: must be a UUID of version [4, 7]");
    }

    @Test
    void elementsOfAList_areChecked() {
        assertThat(faults(VALIDATOR, new OfEach(List.of("01890a5d-ac96-774b-bcce-b302099a8057", "no"))))
                .hasSize(1)
                .allMatch(fault -> fault.startsWith("NOT_CANONICAL"));
    }

    @Test
    void expressionsInTheClientsText_areNotRepeatedAndNotEvaluated() {
        assertThat(faults(VALIDATOR, new Version7("${1234*5678} {validatedValue}")))
                .singleElement()
                .asString()
                .doesNotContain("7006652", "1234*5678", "validatedValue");
    }

    @Test
    void messageOfTheConstraint_isUsedInsteadOfTheReasons() {
        assertThat(faults(VALIDATOR, new OwnMessage("no"))).containsExactly("none: give us a UUID");
    }

    @Test
    void version_thatThereIsNot_isRefusedWithTheVersion() {
        assertThatExceptionOfType(ValidationException.class)
                .isThrownBy(() -> VALIDATOR.validate(new Undecidable("x")))
                .withStackTraceContaining("versions must be 1 to 8");
    }

    @Test
    void constraint_onAnotherType_isRefused() {
        assertThatExceptionOfType(UnexpectedTypeException.class).isThrownBy(() -> VALIDATOR.validate(new WrongType(1)));
    }
}

package io.counterfoil.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.text.InvalidIdException;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CB-6")
class CommandIdTest {

    @Test
    void text_isCanonical_andReadBack() {
        CommandId id = CommandId.parse("01890a5d-ac96-774b-bcce-b302099a8057");

        assertThat(id.value()).isEqualTo(UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057"));
        assertThat(id.text()).isEqualTo("01890a5d-ac96-774b-bcce-b302099a8057").isEqualTo(id.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"01890A5D-AC96-774B-BCCE-B302099A8057", "01890a5D-ac96-774B-bcce-B302099A8057"})
    @Tag("CB-10")
    void textInEitherCase_isOneId_writtenInLowerCase(String text) {
        CommandId id = CommandId.parse(text);

        assertThat(id).isEqualTo(CommandId.parse("01890a5d-ac96-774b-bcce-b302099a8057"));
        assertThat(id.text()).isEqualTo("01890a5d-ac96-774b-bcce-b302099a8057");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-1-1-1-1",
                "01890a5dac96774bbcceb302099a8057",
                " 01890a5d-ac96-774b-bcce-b302099a805",
                "{1890a5d-ac96-774b-bcce-b302099a8057",
                "00000000-0000-0000-0000-000000000000"
            })
    void otherText_isRefused(String text) {
        assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> CommandId.parse(text));
    }

    @Test
    void nilUuid_isRejected() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> new CommandId(new UUID(0, 0)))
                .withMessageContaining("nil UUID");
    }

    @Test
    void next_ascends_andIsTimeBased() {
        CommandId first = CommandId.next();
        CommandId second = CommandId.next();

        assertThat(second.text()).isGreaterThan(first.text());
        assertThat(first.isTimeBased()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "c232ab00-9414-11ec-b3c8-9f6bdeced846, true",
        "1ec9414c-232a-6b00-b3c8-9f6bdeced846, true",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f, true",
        "919108f7-52d1-4320-9bac-f847db4148a8, false",
        "5df41881-3aed-3515-88a7-2f4a814cf09e, false",
        "017f22e2-79b0-7cc3-18c4-dc0c0c07398f, false"
    })
    @Tag("CB-8")
    void timeBased_isVersion1Or6Or7_ofTheRfcsVariant(String text, boolean timeBased) {
        assertThat(CommandId.parse(text).isTimeBased()).isEqualTo(timeBased);
    }

    @Test
    void randomUuids_willDo() {
        UUID random = UuidV4.next();

        assertThat(new CommandId(random).value()).isEqualTo(random);
    }
}

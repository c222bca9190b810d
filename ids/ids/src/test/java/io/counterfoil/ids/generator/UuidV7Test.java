package io.counterfoil.ids.generator;

import static io.counterfoil.ids.generator.Ascending.assertAscending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
class UuidV7Test {

    @Test
    void next_isOfTheSystemClock() {
        Instant before = Instant.now().minusSeconds(1);
        UUID id = UuidV7.next();

        assertThat(UuidV7.instantOf(id)).isBetween(before, Instant.now().plusSeconds(1));
        assertAscending(List.of(id, UuidV7.next(), UuidV7.shared().generate()));
    }

    @ParameterizedTest
    @EnumSource
    void shared_hasTheOrderThatWasAskedFor(UuidOrder order) {
        assertThat(UuidV7.shared(order).order()).isEqualTo(order);
        assertThat(UuidV7.shared(order)).isSameAs(UuidV7.shared(order));
        assertThat(Comb.shared(order).order()).isEqualTo(order);
    }

    @Test
    void instantOf_readsTheExampleOfTheRfc() {
        assertThat(UuidV7.instantOf(UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")))
                .isEqualTo("2022-02-22T19:22:22Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000-0000-0000-0000-000000000000",
                "919108f7-52d1-4320-9bac-f847db4148a8",
                "017f22e2-79b0-7cc3-18c4-dc0c0c07398f"
            })
    void instantOf_anotherVersionOrVariant_isRefused(String other) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidV7.instantOf(UUID.fromString(other)))
                .withMessageContaining(other)
                .withMessageContaining("version");
    }

    @Test
    void minAndMax_encloseTheIdsOfTheirMillisecond_andNoOthers() {
        Instant instant = Instant.parse("2022-02-22T19:22:22.000999Z");

        assertThat(UuidV7.min(instant)).hasToString("017f22e2-79b0-7000-8000-000000000000");
        assertThat(UuidV7.max(instant)).hasToString("017f22e2-79b0-7fff-bfff-ffffffffffff");
        assertAscending(List.of(
                UuidV7.max(instant.minusMillis(1)),
                UuidV7.min(instant),
                UuidV7.at(instant),
                UuidV7.max(instant),
                UuidV7.min(instant.plusMillis(1))));
    }

    @Test
    void at_isRandomButForItsInstant_andTouchesNoGenerator() {
        Instant farAhead = Instant.parse("2999-12-31T00:00:00Z");

        UUID one = UuidV7.at(farAhead);

        assertThat(UuidV7.instantOf(one)).isEqualTo(farAhead);
        assertThat(UuidV7.at(farAhead)).isNotEqualTo(one);
        assertThat(UuidV7.shared().lead()).isLessThan(java.time.Duration.ofDays(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59.999Z", "+10889-08-02T05:31:50.656Z", "+1000000000-12-31T23:59:59Z"})
    void at_outsideOf48Bits_isRefusedAndNamesTheRange(Instant outside) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidV7.at(outside))
                .withMessageContaining("1970")
                .withMessageContaining("+10889-08-02T05:31:50.655Z")
                .withMessageContaining(outside.toString());
        assertThat(UuidV7.max(Instant.parse("+10889-08-02T05:31:50.655Z")))
                .hasToString("ffffffff-ffff-7fff-bfff-ffffffffffff");
    }
}

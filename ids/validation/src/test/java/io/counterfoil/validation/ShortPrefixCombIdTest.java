package io.counterfoil.validation;

import static io.counterfoil.validation.Validators.START_OF_A_CYCLE;
import static io.counterfoil.validation.Validators.faults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("CB-3")
class ShortPrefixCombIdTest {

    private static final Validator VALIDATOR = Validators.at(START_OF_A_CYCLE);

    @Prefix("booking")
    record BookingId(UUID value) implements TypedId<BookingId> {}

    record Text(@ShortPrefixCombId @Nullable String id) {}

    record Uneven(@ShortPrefixCombId(past = 3, future = 5) UUID id) {}

    record HalfMinutes(
            @ShortPrefixCombId(interval = "PT30S") UUID id) {}

    record Typed(@ShortPrefixCombId @Nullable BookingId id) {}

    record WholeCycle(
            @ShortPrefixCombId(past = 65_000, future = 535) String id) {}

    record NoDuration(
            @ShortPrefixCombId(interval = "1 minute") String id) {}

    private static UUID withPrefix(String prefix) {
        return UUID.fromString(prefix + "a1b2-c3d4-4e5f-8a6b-0c1d2e3f4a5b");
    }

    @ParameterizedTest
    @CsvSource({
        "000a,",
        "fff6,",
        "000b, TOO_NEW: must have a prefix at most 10 intervals of PT1M after the clock",
        "fff5, TOO_OLD: must have a prefix at most 10 intervals of PT1M before the clock"
    })
    void text_isHeldAgainstTheClockAcrossTheWrap(String prefix, @Nullable String fault) {
        String id = withPrefix(prefix).toString();

        assertThat(faults(VALIDATOR, new Text(id))).isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @ParameterizedTest
    @CsvSource({"fffc, TOO_OLD", "fffd,", "0005,", "0006, TOO_NEW"})
    void uuid_isHeldAgainstAnUnevenWindow(String prefix, @Nullable String reason) {
        assertThat(VALIDATOR.validate(new Uneven(withPrefix(prefix))))
                .extracting(violation -> ViolationReason.of(violation).orElseThrow())
                .isEqualTo(reason == null ? List.of() : List.of(reason));
    }

    @Test
    void interval_isThatOfTheConstraint() {
        ShortPrefixComb halfMinutes = ShortPrefixComb.generator(
                Duration.ofSeconds(30), () -> START_OF_A_CYCLE, io.counterfoil.ids.generator.SecureEntropy.shared());

        assertThat(faults(VALIDATOR, new HalfMinutes(halfMinutes.generate()))).isEmpty();
        assertThat(faults(VALIDATOR, new HalfMinutes(withPrefix("7000")))).hasSize(1);
    }

    @Test
    void typedId_isCheckedByItsUuid() {
        assertThat(faults(VALIDATOR, new Typed(new BookingId(withPrefix("0000")))))
                .isEmpty();
        assertThat(faults(VALIDATOR, new Typed(new BookingId(withPrefix("0100")))))
                .hasSize(1)
                .allMatch(fault -> fault.startsWith("TOO_NEW"));
        assertThat(faults(VALIDATOR, new Typed(null))).isEmpty();
    }

    @Test
    void nothing_isValid() {
        assertThat(faults(VALIDATOR, new Text(null))).isEmpty();
    }

    @Test
    void text_ofAnotherShape_tellsThatAndNotTheTime() {
        assertThat(faults(VALIDATOR, new Text("7000a1b2-c3d4-7e5f-8a6b-0c1d2e3f4a5b")))
                .containsExactly("WRONG_VERSION: must be a UUID of version 4");
        assertThat(faults(VALIDATOR, new Text("7000A1B2-C3D4-4E5F-8A6B-0C1D2E3F4A5B")))
                .hasSize(1)
                .allMatch(fault -> fault.startsWith("NOT_CANONICAL"));
    }

    @Test
    void clockThatTheClientSubmitted_movesTheWindow() {
        Instant madeAt = START_OF_A_CYCLE.minus(Duration.ofDays(1));
        Text late = new Text(ShortPrefixComb.generator(
                        ShortPrefixComb.DEFAULT_INTERVAL,
                        () -> madeAt,
                        io.counterfoil.ids.generator.SecureEntropy.shared())
                .generate()
                .toString());

        assertThat(faults(VALIDATOR, late)).hasSize(1).allMatch(fault -> fault.startsWith("TOO_OLD"));
        assertThat(faults(Validators.at(madeAt), late)).isEmpty();
        assertThat(faults(Validators.at(Instant.MAX), late)).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void window_ofTheWholeCycle_isRefusedWithItsValues() {
        assertThatExceptionOfType(ValidationException.class)
                .isThrownBy(() -> VALIDATOR.validate(new WholeCycle("x")))
                .withStackTraceContaining("65000 and 535");
    }

    @Test
    void interval_thatIsNoDuration_isRefusedWithItsText() {
        assertThatExceptionOfType(ValidationException.class)
                .isThrownBy(() -> VALIDATOR.validate(new NoDuration("x")))
                .withStackTraceContaining("\"1 minute\"");
    }
}

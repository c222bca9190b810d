package io.counterfoil.ids.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CB-3")
class TimestampRuleTest {

    private static final Instant NOW = Instant.parse("2026-05-04T03:02:01.234Z");

    @ParameterizedTest
    @CsvSource({"-2001, TOO_OLD", "-2000,", "0,", "500,", "501, TOO_NEW"})
    void check_atTheEndsOfTheWindow_includesThem(long offset, RejectionReason expected) {
        Duration past = Duration.ofSeconds(2);
        Duration future = Duration.ofMillis(500);
        UuidRule v7 = UuidRule.v7()
                .past(past)
                .future(future)
                .clock(InstantSource.fixed(NOW))
                .build();
        UuidRule comb = UuidRule.comb()
                .past(past)
                .future(future)
                .clock(InstantSource.fixed(NOW))
                .build();

        assertThat(reasonOrNull(v7.check(UuidV7.at(NOW.plusMillis(offset))))).isEqualTo(expected);
        assertThat(reasonOrNull(comb.check(Comb.at(NOW.plusMillis(offset))))).isEqualTo(expected);
    }

    @Test
    void check_withAClockBetweenMilliseconds_includesTheEndAllTheSame() {
        UuidRule rule =
                UuidRule.v7().past(Duration.ofMillis(5)).future(Duration.ZERO).build();

        assertThat(rule.check(UuidV7.at(NOW.minusMillis(5)), NOW.plusNanos(999_999))
                        .isAccepted())
                .isTrue();
        assertThat(rule.check(UuidV7.at(NOW), NOW.plusNanos(999_999)).isAccepted())
                .isTrue();
    }

    @Test
    void check_aRejectedTimestamp_tellsTimeDistanceAndLimit() {
        UUID old = UuidV7.min(NOW.minus(Duration.ofMinutes(11)));

        assertThat(UuidRule.v7().build().check(old, NOW))
                .isEqualTo(
                        new UuidVerdict.Rejected(
                                RejectionReason.TOO_OLD,
                                old
                                        + " has the time 2026-05-04T02:51:01.234Z, PT11M before 2026-05-04T03:02:01.234Z; the limit is PT10M"));
    }

    @Test
    void check_aV7WhereACombIsDue_isOfTheWrongVersion() {
        assertThat(reasonOrNull(UuidRule.comb().build().check(UuidV7.next()))).isEqualTo(RejectionReason.WRONG_VERSION);
        assertThat(reasonOrNull(UuidRule.v7().build().check(Comb.next()))).isEqualTo(RejectionReason.WRONG_VERSION);
    }

    @Test
    void check_atClocksBefore1970AndAtTheEndsOfTime_isAVerdict() {
        UUID epoch = UuidV7.min(Instant.EPOCH);
        UuidRule rule = UuidRule.v7()
                .past(Duration.ofMillis(1))
                .future(Duration.ofMillis(1))
                .build();

        assertThat(rule.check(epoch, Instant.ofEpochMilli(-1)).isAccepted()).isTrue();
        assertThat(reasonOrNull(rule.check(epoch, Instant.ofEpochMilli(-2)))).isEqualTo(RejectionReason.TOO_NEW);
        assertThat(reasonOrNull(rule.check(epoch, Instant.MIN))).isEqualTo(RejectionReason.TOO_NEW);
        assertThat(reasonOrNull(rule.check(epoch, Instant.MAX))).isEqualTo(RejectionReason.TOO_OLD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.001S", "PT0.0001S"})
    void tolerance_negativeOrFinerThanMilliseconds_isRefusedAtOnce(Duration tolerance) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidRule.v7().past(tolerance))
                .withMessageContaining("past")
                .withMessageContaining(tolerance.toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidRule.comb().future(tolerance))
                .withMessageContaining("future");
    }

    private static @org.jspecify.annotations.Nullable RejectionReason reasonOrNull(UuidVerdict verdict) {
        return verdict instanceof UuidVerdict.Rejected rejected ? rejected.reason() : null;
    }
}

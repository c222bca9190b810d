package io.counterfoil.ids.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.ids.generator.ShortPrefixComb;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CB-3")
class ShortPrefixCombRuleTest {

    private static final Instant START_OF_A_CYCLE = Instant.parse("2022-03-18T03:44:00Z");
    private static final Clock CLOCK = Clock.fixed(START_OF_A_CYCLE, ZoneOffset.UTC);
    private static final UuidRule RULE = UuidRule.shortPrefixComb().clock(CLOCK).build();

    private static UUID withPrefix(String prefix) {
        return UUID.fromString(prefix + "a1b2-c3d4-4e5f-8a6b-0c1d2e3f4a5b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000", "0001", "000A", "FFFF", "FFF6"})
    void check_withinTenIntervalsOfTheWrap_isAccepted(String prefix) {
        assertThat(RULE.check(withPrefix(prefix))).isEqualTo(new UuidVerdict.Accepted(withPrefix(prefix)));
    }

    @ParameterizedTest
    @CsvSource({"000B, TOO_NEW", "FFF5, TOO_OLD", "7FFF, TOO_NEW", "8000, TOO_OLD", "8001, TOO_OLD"})
    void check_beyondTenIntervals_isRejectedByTheNearerSide(String prefix, RejectionReason reason) {
        assertThat(RULE.check(withPrefix(prefix)))
                .isInstanceOfSatisfying(
                        UuidVerdict.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    @Test
    void check_justBeforeTheWrap_countsFromTheLastPrefix() {
        Instant lastMilli = START_OF_A_CYCLE.minusMillis(1);

        assertThat(ShortPrefixComb.shared().prefixAt(lastMilli)).isEqualTo(0xFFFF);
        assertThat(RULE.check(withPrefix("0009"), lastMilli).isAccepted()).isTrue();
        assertThat(RULE.check(withPrefix("000A"), lastMilli).isAccepted()).isFalse();
        assertThat(RULE.check(withPrefix("FFF5"), lastMilli).isAccepted()).isTrue();
        assertThat(RULE.check(withPrefix("FFF4"), lastMilli).isAccepted()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"FFFC, false", "FFFD, true", "0000, true", "0005, true", "0006, false"})
    void check_withAnUnevenWindow_includesBothEnds(String prefix, boolean accepted) {
        UuidRule uneven =
                UuidRule.shortPrefixComb().past(3).future(5).clock(CLOCK).build();

        assertThat(uneven.check(withPrefix(prefix)).isAccepted()).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource({"0014, TOO_NEW", "61A8, TOO_OLD"})
    void check_outsideALopsidedWindow_namesTheNearerEndOfTheWindow(String prefix, RejectionReason reason) {
        UuidRule lopsided =
                UuidRule.shortPrefixComb().past(40_000).future(10).clock(CLOCK).build();

        assertThat(lopsided.check(withPrefix(prefix)))
                .isInstanceOfSatisfying(
                        UuidVerdict.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    @Test
    void check_aRejectedPrefix_tellsDistanceLimitAndClock() {
        assertThat(RULE.check(withPrefix("FFF5")))
                .isEqualTo(new UuidVerdict.Rejected(
                        RejectionReason.TOO_OLD,
                        "prefix FFF5 of fff5a1b2-c3d4-4e5f-8a6b-0c1d2e3f4a5b is 11 intervals of PT1M before that of"
                                + " 2022-03-18T03:44:00Z (0000), and may be 10"));
    }

    @Test
    void check_withAGivenInstant_ignoresTheRulesClock() {
        Instant yesterday = START_OF_A_CYCLE.minus(Duration.ofDays(1));
        UUID ofYesterday = ShortPrefixComb.generator(
                        ShortPrefixComb.DEFAULT_INTERVAL,
                        InstantSource.fixed(yesterday),
                        io.counterfoil.ids.generator.SecureEntropy.shared())
                .generate();

        assertThat(RULE.check(ofYesterday).isAccepted()).isFalse();
        assertThat(RULE.check(ofYesterday, yesterday).isAccepted()).isTrue();
        assertThat(RULE.check(ofYesterday.toString(), yesterday).isAccepted()).isTrue();
    }

    @Test
    void check_withoutAClock_takesTheSystems() {
        assertThat(UuidRule.shortPrefixComb()
                        .build()
                        .check(ShortPrefixComb.next())
                        .isAccepted())
                .isTrue();
    }

    @Test
    void check_aWrongShape_isRejectedBeforeTheTimeIsLookedAt() {
        UUID version7 = UUID.fromString("7fffa1b2-c3d4-7e5f-8a6b-0c1d2e3f4a5b");

        assertThat(RULE.check(version7))
                .isInstanceOfSatisfying(
                        UuidVerdict.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(RejectionReason.WRONG_VERSION));
    }

    @Test
    void check_atTheEndsOfTime_isAVerdictAndNoException() {
        UUID early = withPrefix("0000");

        assertThat(RULE.check(early, Instant.MAX)).isNotNull();
        assertThat(RULE.check(early, Instant.MIN)).isNotNull();
        assertThat(RULE.check(early, Instant.ofEpochMilli(Long.MAX_VALUE)).isAccepted())
                .isEqualTo(Math.abs((Long.MAX_VALUE / 60_000) % 65_536) <= 10);
    }

    @Test
    void build_ofAWindowThatIsTheWholeCycle_isRefusedWithBothValues() {
        assertThat(UuidRule.shortPrefixComb().past(65_534).future(0).build()).isNotNull();

        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        UuidRule.shortPrefixComb().past(65_000).future(535).build())
                .withMessageContaining("65000 and 535")
                .withMessageContaining("65534");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_535, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void tolerance_outOfRange_isRefusedAtOnce(int intervals) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidRule.shortPrefixComb().past(intervals))
                .withMessageContaining("past must be 0 to 65534")
                .withMessageContaining(Integer.toString(intervals));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidRule.shortPrefixComb().future(intervals))
                .withMessageContaining("future must be 0 to 65534");
    }

    @Test
    void interval_thatNoGeneratorHas_isRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidRule.shortPrefixComb().interval(Duration.ZERO))
                .withMessageContaining("interval")
                .withMessageContaining("PT0S");
    }

    @Test
    void builder_usedAgain_leavesTheBuiltRuleAlone() {
        ShortPrefixCombRule.Builder builder = UuidRule.shortPrefixComb().clock(CLOCK);
        UuidRule before = builder.build();
        builder.future(0);

        assertThat(before.check(withPrefix("000A")).isAccepted()).isTrue();
        assertThat(builder.build().check(withPrefix("000A")).isAccepted()).isFalse();
    }
}

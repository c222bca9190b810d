package io.counterfoil.ids.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.UuidGenerator;
import io.counterfoil.ids.generator.UuidOrder;
import io.counterfoil.ids.generator.UuidV4;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The figures and examples that are printed in Damir Murat, <i>Random UUID as a Primary Key in the Relational Database</i>
 * (klokwrk-project, 2022), in the order of the text.
 */
@Tag("CB-1")
@Tag("CB-3")
class RandomUuidArticleTest {

    private static final Instant PUBLISHED = Instant.parse("2022-03-22T12:00:00Z");
    private static final double SECONDS_OF_85_YEARS = 85 * 365.25 * 86_400;

    private static int randomBits(Function<RandomGenerator, UuidGenerator> generator) {
        UUID zeros = generator.apply(() -> 0L).generate();
        UUID ones = generator.apply(() -> -1L).generate();
        return Long.bitCount(zeros.getMostSignificantBits() ^ ones.getMostSignificantBits())
                + Long.bitCount(zeros.getLeastSignificantBits() ^ ones.getLeastSignificantBits());
    }

    private static UuidGenerator shortPrefixComb(RandomGenerator random) {
        return ShortPrefixComb.generator(ShortPrefixComb.DEFAULT_INTERVAL, () -> PUBLISHED, random);
    }

    /** How many ids a second make one collision as likely as none in 85 years. */
    private static double rateOfOneCollision(int bits) {
        return Math.sqrt(2 * Math.log(2) * Math.pow(2, bits)) / SECONDS_OF_85_YEARS;
    }

    @Test
    void randomUuid_is122RandomBits_ofVersion4AndVariant2() {
        assertThat(randomBits(UuidV4::generator)).isEqualTo(122);
        assertThat(UuidV4.next().version()).isEqualTo(4);
        assertThat(UuidV4.next().variant()).isEqualTo(2);
        assertThat(rateOfOneCollision(122)).as("1 billion a second").isCloseTo(1e9, within(0.05e9));
    }

    @Test
    void comb_is48BitsOfMilliseconds_and74RandomOnes() {
        UuidGenerator comb = Comb.generator(UuidOrder.UNORDERED, () -> PUBLISHED, SecureEntropy.shared());

        assertThat(randomBits(random -> Comb.generator(UuidOrder.UNORDERED, () -> PUBLISHED, random)))
                .isEqualTo(74);
        assertThat(comb.generate().getMostSignificantBits() >>> 16).isEqualTo(PUBLISHED.toEpochMilli());
        assertThat(comb.generate().version()).isEqualTo(4);
    }

    @Test
    void shortPrefixComb_hasAPrefixOf16Bits_and106RandomOnes() {
        assertThat(randomBits(RandomUuidArticleTest::shortPrefixComb)).isEqualTo(106);
        assertThat(rateOfOneCollision(106)).as("4 million a second").isCloseTo(4e6, within(0.1e6));
        assertThat(shortPrefixComb(SecureEntropy.shared()).generate().version()).isEqualTo(4);
        assertThat(shortPrefixComb(SecureEntropy.shared()).generate().variant()).isEqualTo(2);
    }

    /** {@code prefix = (time_instant_millis / 60000) % 65536}. */
    @ParameterizedTest
    @CsvSource({"0, 0", "59999, 0", "60000, 1", "3932159999, 65535", "3932160000, 0", "1647950400000, 6256"})
    void prefix_isTheMinuteModulo65536(long millis, int prefix) {
        assertThat(ShortPrefixComb.shared().prefixAt(Instant.ofEpochMilli(millis)))
                .isEqualTo(prefix)
                .isEqualTo((int) (millis / 60_000 % 65_536));
    }

    /** {@code 65536 / 60 min / 24 hours = 45.5111 days}; with 30 seconds the prefix goes over its range twice in that time. */
    @ParameterizedTest
    @CsvSource({"60, 45.5111, 1", "30, 22.7556, 2", "15, 11.3778, 4"})
    void prefix_flipsOver_after65536Intervals(int seconds, double days, int roundsIn45Days) {
        ShortPrefixComb comb =
                ShortPrefixComb.generator(Duration.ofSeconds(seconds), InstantSource.system(), SecureEntropy.shared());
        Duration cycle = comb.interval().multipliedBy(65_536);

        assertThat(cycle.toSeconds() / 86_400.0).isCloseTo(days, within(0.0001));
        assertThat(Duration.ofMinutes(65_536).dividedBy(cycle)).isEqualTo(roundsIn45Days);
        assertThat(comb.prefixAt(PUBLISHED.plus(cycle))).isEqualTo(comb.prefixAt(PUBLISHED));
        assertThat(comb.prefixAt(PUBLISHED.plus(cycle.dividedBy(2)))).isNotEqualTo(comb.prefixAt(PUBLISHED));
    }

    /** "+/- 10 minutes" for an interval of a minute, "+/- 5 minutes" for one of 30 seconds. */
    @ParameterizedTest
    @CsvSource({"60, 10", "30, 5"})
    void tolerance_isTenMinutesForMinutes_andFiveForHalfMinutes(int seconds, int minutes) {
        Duration interval = Duration.ofSeconds(seconds);
        Duration tolerance = Duration.ofMinutes(minutes);
        UuidRule rule = UuidRule.shortPrefixComb().interval(interval).build();

        for (Duration inside : new Duration[] {tolerance, tolerance.negated(), Duration.ZERO}) {
            assertThat(rule.check(madeAt(interval, PUBLISHED.plus(inside)), PUBLISHED)
                            .isAccepted())
                    .as("%s", inside)
                    .isTrue();
        }
        Duration beyond = tolerance.plus(interval);
        for (Duration outside : new Duration[] {beyond, beyond.negated()}) {
            assertThat(rule.check(madeAt(interval, PUBLISHED.plus(outside)), PUBLISHED)
                            .isAccepted())
                    .as("%s", outside)
                    .isFalse();
        }
    }

    private static UUID madeAt(Duration interval, Instant instant) {
        return ShortPrefixComb.generator(interval, () -> instant, SecureEntropy.shared())
                .generate();
    }

    /** "A failed job that we ran yesterday, and today we want to retry it." */
    @Test
    void jobOfYesterday_passesByTheClockThatItSubmits() {
        Instant yesterday = PUBLISHED.minus(Duration.ofDays(1));
        UUID id = madeAt(ShortPrefixComb.DEFAULT_INTERVAL, yesterday);
        UuidRule rule = UuidRule.shortPrefixComb().clock(() -> PUBLISHED).build();

        assertThat(rule.check(id).isAccepted()).isFalse();
        assertThat(rule.check(id, yesterday).isAccepted()).isTrue();
    }
}

package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("CO-5")
@net.jqwik.api.Tag("CO-5")
class ExtensionTest {

    private static final CorrelationId ID = CorrelationId.parse("abcd");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void byDefault_itIs24RandomBitsInFourCharacters() {
        assertThat(Extension.DEFAULT).hasToString("4 characters: 24 random bits");
        assertThat(Extension.DEFAULT.collisionProbability(2)).isEqualTo(1.0 / (1 << 24));
        assertThat(Extension.DEFAULT.collisionProbability(10)).isEqualTo(45.0 / (1 << 24));
        assertThat(ID.extend(Extension.DEFAULT).orElseThrow().value()).matches("abcd\\.[A-Za-z0-9_-]{4}");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1e-300, 6",
        "2, 0.5, 6",
        "2, 0.015625, 6",
        "2, 0.015624, 12",
        "10, 1e-5, 24",
        "10, 2.7e-6, 24",
        "10, 2.6e-6, 30",
        "1000, 1e-6, 42",
        "2147483648, 1e-9, 96",
    })
    void random_hasTheFewestCharactersThatKeepTheChance(long parallel, double chance, int bits) {
        Extension extension = Extension.random(parallel, chance);

        assertThat(extension.randomBits()).isEqualTo(bits);
        assertThat(extension.length()).isEqualTo(bits / 6);
        assertThat(extension.tickBits()).isZero();
    }

    @Property
    void random_isNeverLongerThanAsked_andNeverTooShort(
            @ForAll @LongRange(min = 2, max = 1L << 31) long parallel,
            @ForAll @IntRange(min = 0, max = 15) int exponent) {
        double chance = 0.9 / Math.pow(10, exponent);
        Extension extension = Extension.random(parallel, chance);

        assertThat(extension.collisionProbability(parallel)).isLessThanOrEqualTo(chance);
        assertThat(extension.next()).hasSize(extension.length()).matches("[A-Za-z0-9_-]+");
        double oneCharacterLess = parallel * (parallel - 1.0) / 2 / Math.pow(2, extension.randomBits() - 6);
        assertThat(extension.length() == 1 || oneCharacterLess > chance).isTrue();
    }

    @Test
    void timed_ofOneMinuteAndTenDeliveries_hasThreeCharacters() {
        Extension extension = Extension.timed(Duration.ofMinutes(1), 10);

        assertThat(extension).hasToString("3 characters: 8 bits of ticks of PT30S, 10 random bits");
        assertThat(extension.length()).isEqualTo(3);
        assertThat(extension.next()).hasSize(3);
    }

    @Property
    void timed_tellsAllDeliveriesApartByTheTimeAlone(
            @ForAll @LongRange(min = 2, max = 10_000_000) long delayMillis,
            @ForAll @IntRange(min = 2, max = 200) int deliveries,
            @ForAll @LongRange(min = 0, max = 1L << 41) long start,
            @ForAll @DoubleRange(min = 1, max = 9) double lateness) {
        Extension extension =
                Extension.timed(Duration.ofMillis(delayMillis), deliveries).with(new Nought());

        Set<String> segments = new HashSet<>();
        for (int i = 0; i < deliveries; i++) {
            Instant at = Instant.ofEpochMilli(start + (long) (i * delayMillis * lateness));
            segments.add(extension.with(InstantSource.fixed(at)).next());
        }

        assertThat(segments).hasSize(deliveries);
        assertThat(extension.randomBits()).isBetween(10, 15);
        assertThat((extension.tickBits() + extension.randomBits()) % 6).isZero();
    }

    /** The pauses of an inbox: 50 ms, doubled up to 5 s. */
    @Property(tries = 200)
    void timed_withGrowingDelay_isUniqueByTimeAlone(
            @ForAll @LongRange(min = 0, max = 1L << 41) long start,
            @ForAll @IntRange(min = 2, max = 200) int deliveries) {
        Extension extension = Extension.timed(Duration.ofMillis(50), Duration.ofSeconds(5), deliveries)
                .with(new Nought());

        Set<String> segments = new HashSet<>();
        long at = start;
        for (int i = 0; i < deliveries; i++) {
            segments.add(extension
                    .with(InstantSource.fixed(Instant.ofEpochMilli(at)))
                    .next());
            at += Math.min(50L << Math.min(i, 7), 5_000);
        }

        assertThat(segments).hasSize(deliveries);
        assertThat(extension.tick()).isEqualTo(Duration.ofMillis(25));
    }

    @Test
    void timed_withADelayThatGrows_isSizedByTheLongestOne() {
        assertThat(Extension.timed(Duration.ofMillis(50), Duration.ofSeconds(5), 5))
                .hasToString("4 characters: 14 bits of ticks of PT0.025S, 10 random bits");
        assertThat(Extension.timed(Duration.ZERO, Duration.ZERO, 10).tick()).isEqualTo(Duration.ofMillis(1));
        assertThat(Extension.timed(Duration.ofMinutes(1), Duration.ofMinutes(1), 10))
                .hasToString(Extension.timed(Duration.ofMinutes(1), 10).toString());
    }

    @Test
    void timed_hasMoreTicks_whereHalfADelayIsNoWholeMillisecond() {
        assertThat(Extension.timed(Duration.ofMillis(2), 6).tickBits()).isEqualTo(7);
        assertThat(Extension.timed(Duration.ofMillis(3), 6).tickBits()).isEqualTo(8);
    }

    /** 41 deliveries at 5 ms take 1025 ticks of 2 ms, and 41,943 have 2^20 ticks: just over a power of two, and just one. */
    @ParameterizedTest
    @CsvSource({"41, 11", "41943, 20"})
    void timed_hasTheFewestBitsForItsTicks(int deliveries, int bits) {
        assertThat(Extension.timed(Duration.ofMillis(5), deliveries).tickBits()).isEqualTo(bits);
    }

    @Test
    void numbersAtTheirLimits_areTaken() {
        assertThat(Extension.random(1L << 31, Math.pow(2, -64)).randomBits()).isEqualTo(126);
        assertThat(Extension.timed(Duration.ofDays(365), 1).tick()).isEqualTo(Duration.ofHours(4380));
        assertThat(Extension.timed(Duration.ofMinutes(1), 1_000_000).tick()).isEqualTo(Duration.ofSeconds(30));
        assertThat(Extension.DEFAULT.tick()).isZero();
        assertThat(Extension.DEFAULT.collisionProbability(0)).isZero();
    }

    @Test
    void timed_putsTheTicksFirstAndTheRandomBitsBehind() {
        Extension extension = Extension.timed(Duration.ofMinutes(1), 10)
                .with(InstantSource.fixed(NOW))
                .with(new Random(3));

        byte[] bytes = Base64.getUrlDecoder().decode("A" + extension.next());
        int bits = ByteBuffer.wrap(new byte[] {0, bytes[0], bytes[1], bytes[2]}).getInt();

        assertThat(bits >>> 10).isEqualTo((int) (NOW.getEpochSecond() / 30 % 256));
    }

    /** 20,000 groups of as many extensions as planned: the groups with a collision, beside the computed share of them. */
    @ParameterizedTest
    @CsvSource({"10, 0.02", "30, 0.15", "50, 0.3"})
    void measuredCollisions_areNoMoreThanTheComputedOnes(int parallel, double chance) {
        Extension extension = Extension.random(parallel, chance).with(new Random(parallel));
        int groups = 20_000;

        long collided = IntStream.range(0, groups)
                .filter(group -> Stream.generate(extension::next)
                                .limit(parallel)
                                .distinct()
                                .count()
                        < parallel)
                .count();

        double computed = extension.collisionProbability(parallel);
        double exact = 1 - noCollision(parallel, 1L << extension.randomBits());
        double noise = 5 * Math.sqrt(exact * (1 - exact) / groups);
        assertThat((double) collided / groups).isCloseTo(exact, within(noise));
        assertThat(exact).isLessThanOrEqualTo(computed);
        assertThat(computed).isLessThanOrEqualTo(chance);
    }

    @Test
    void numbersOutOfRange_areRefusedByName() {
        refused("expectedParallel must be between 1 and 2147483648, and is 0", () -> Extension.random(0, 0.5));
        refused("acceptedCollision must be above 0 and below 1, and is 1.0", () -> Extension.random(2, 1));
        refused("acceptedCollision must be above 0 and below 1, and is 0.0", () -> Extension.random(2, 0));
        refused("acceptedCollision must be above 0 and below 1, and is NaN", () -> Extension.random(2, Double.NaN));
        refused("need 132 random bits, and there are 126 at most", () -> Extension.random(1L << 31, 1e-20));
        refused(
                "redeliveryDelay must be between PT0.002S and PT8760H, and is PT0.001S",
                () -> Extension.timed(Duration.ofMillis(1), 10));
        refused(
                "firstDelay must be between PT0S and PT8760H, and is PT-0.001S",
                () -> Extension.timed(Duration.ofMillis(-1), Duration.ofSeconds(1), 10));
        refused(
                "longestDelay must be between firstDelay, PT1M, and PT8760H, and is PT59S",
                () -> Extension.timed(Duration.ofMinutes(1), Duration.ofSeconds(59), 10));
        refused(
                "longestDelay must be between firstDelay, PT1M, and PT8760H, and is PT8761H",
                () -> Extension.timed(Duration.ofMinutes(1), Duration.ofHours(8761), 10));
        refused(
                "maxDeliveries must be between 1 and 1000000, and is 0",
                () -> Extension.timed(Duration.ofMinutes(1), 0));
        refused("parallel must not be negative, and is -1", () -> Extension.DEFAULT.collisionProbability(-1));
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
    }

    private static double noCollision(int parallel, long values) {
        return IntStream.range(0, parallel)
                .mapToDouble(taken -> 1 - (double) taken / values)
                .reduce(1, (a, b) -> a * b);
    }

    /** Randomness that decides nothing. */
    private static final class Nought extends Random {

        private static final long serialVersionUID = 1L;

        @Override
        protected int next(int bits) {
            return 0;
        }
    }
}

package io.counterfoil.ids.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.BitSet;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("CB-3")
class ShortPrefixCombRulePropertyTest {

    private static final long CYCLE_OF_MINUTES =
            Duration.ofMinutes(ShortPrefixComb.CYCLE).toMillis();

    @Property
    void check_acceptsExactlyThePrefixes_generatedInTheWindow(
            @ForAll("clocks") Instant now,
            @ForAll("intervals") Duration interval,
            @ForAll("tolerances") int past,
            @ForAll("tolerances") int future,
            @ForAll @IntRange(max = ShortPrefixComb.CYCLE - 1) int anyPrefix) {
        UuidRule rule = UuidRule.shortPrefixComb()
                .interval(interval)
                .past(past)
                .future(future)
                .build();
        ShortPrefixComb generator =
                ShortPrefixComb.generator(interval, InstantSource.fixed(now), SecureEntropy.shared());
        BitSet made = new BitSet(ShortPrefixComb.CYCLE);
        for (int k = -past; k <= future; k++) {
            made.set(generator.prefixAt(now.plus(interval.multipliedBy(k))));
        }
        int first = generator.prefixAt(now.minus(interval.multipliedBy(past)));
        int last = generator.prefixAt(now.plus(interval.multipliedBy(future)));

        assertThat(rule.check(generator.generate(), now).isAccepted()).isTrue();
        for (int candidate : new int[] {anyPrefix, first - 1, first, first + 1, last - 1, last, last + 1}) {
            int prefix = Math.floorMod(candidate, ShortPrefixComb.CYCLE);
            UUID id = new UUID(((long) prefix << 48) | 0x4000, 0x8000_0000_0000_0001L);
            assertThat(rule.check(id, now).isAccepted())
                    .as("prefix %s", Integer.toHexString(prefix))
                    .isEqualTo(made.get(prefix));
        }
    }

    @Property
    void check_oneBeyondAnEndOfTheWindow_isRejectedWithThatSide(
            @ForAll("clocks") Instant now,
            @ForAll("intervals") Duration interval,
            @ForAll @IntRange(max = 500) int tolerance) {
        UuidRule rule = UuidRule.shortPrefixComb()
                .interval(interval)
                .past(tolerance)
                .future(tolerance)
                .build();
        UUID old = generate(interval, now.minus(interval.multipliedBy(tolerance + 1L)));
        UUID young = generate(interval, now.plus(interval.multipliedBy(tolerance + 1L)));

        assertThat(reason(rule.check(old, now))).isEqualTo(RejectionReason.TOO_OLD);
        assertThat(reason(rule.check(young, now))).isEqualTo(RejectionReason.TOO_NEW);
    }

    private static RejectionReason reason(UuidVerdict verdict) {
        return ((UuidVerdict.Rejected) verdict).reason();
    }

    private static UUID generate(Duration interval, Instant at) {
        return ShortPrefixComb.generator(interval, InstantSource.fixed(at), SecureEntropy.shared())
                .generate();
    }

    @Provide
    static Arbitrary<Instant> clocks() {
        long day = Duration.ofDays(1).toMillis();
        long year2100 = 4_102_444_800_000L;
        return Arbitraries.oneOf(
                        Arbitraries.longs().between(-day, day),
                        Arbitraries.longs().between(-year2100, year2100),
                        Arbitraries.longs()
                                .between(-3, 400)
                                .map(cycle -> cycle * CYCLE_OF_MINUTES)
                                .flatMap(wrap -> Arbitraries.longs().between(wrap - 600_000, wrap + 600_000)))
                .map(Instant::ofEpochMilli);
    }

    @Provide
    static Arbitrary<Duration> intervals() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofDays(366)),
                Arbitraries.longs().between(1, 100_000_000).map(Duration::ofMillis));
    }

    @Provide
    static Arbitrary<Integer> tolerances() {
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(9, Arbitraries.integers().between(0, 50)),
                net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(0, ShortPrefixCombRule.MAX_TOLERANCE / 2)));
    }
}

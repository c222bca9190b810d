package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
class UuidV7Test {

    private static final long START = 1_700_000_000_000L;
    private static final RandomGenerator ALL_ONES = () -> -1L;
    private static final RandomGenerator ALL_ZEROS = () -> 0L;

    private final AtomicLong millis = new AtomicLong(START);
    private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

    @Test
    void generate_hasVersion7AndIetfVariant_whateverTheRandomBits() {
        for (RandomGenerator random : List.of(ALL_ONES, ALL_ZEROS, new Random(7))) {
            UUID id = UuidV7.generator(clock, random).generate();

            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(UuidV7.isV7(id)).isTrue();
        }
    }

    @Test
    void generate_laysItsBitsOutAsTheRfcSays() {
        millis.set(0x0123_4567_89abL);

        assertThat(UuidV7.generator(clock, ALL_ZEROS).generate()).hasToString("01234567-89ab-7000-8000-000000000000");
        assertThat(UuidV7.generator(clock, ALL_ONES).generate()).hasToString("01234567-89ab-7fff-bfff-ffffffffffff");
    }

    @Test
    void generate_drawsAllBitsThatAreFree() {
        long seenHigh = 0;
        long seenLow = 0;
        UuidV7 generator = UuidV7.generator(clock, new Random(7));
        for (int i = 0; i < 200; i++) {
            millis.incrementAndGet();
            UUID id = generator.generate();
            seenHigh |= id.getMostSignificantBits();
            seenLow |= id.getLeastSignificantBits();
        }

        assertThat(seenHigh & 0xFFFL).isEqualTo(0xFFFL);
        assertThat(seenLow & 0x3FFF_FFFF_FFFF_FFFFL).isEqualTo(0x3FFF_FFFF_FFFF_FFFFL);
    }

    @Test
    void generate_withinOneMillisecond_ascendsWhateverTheRandomBits() {
        UuidV7 generator = UuidV7.generator(clock, new Random(7));

        List<UUID> ids = take(generator, 50_000);

        UuidOrder.assertAscending(ids);
        assertThat(ids).allSatisfy(id -> assertThat(UuidV7.instantOf(id)).isEqualTo(Instant.ofEpochMilli(START)));
    }

    @Test
    void generate_carriesOverTheVariantBits() {
        RandomGenerator random = drawing(0x0000_3FFF);

        List<UUID> ids = take(UuidV7.generator(clock, random), 2);

        assertThat(ids.get(0)).hasToString("018bcfe5-6800-7000-bfff-000000000000");
        assertThat(ids.get(1)).hasToString("018bcfe5-6800-7001-8000-000000000000");
    }

    @Test
    void generate_afterTheClockSteppedBack_holdsTheTimestampAndCountsOn() {
        UuidV7 generator = UuidV7.generator(clock, new Random(7));
        List<UUID> ids = new ArrayList<>(take(generator, 3));

        millis.set(START - 3_600_000);
        ids.addAll(take(generator, 1_000));

        UuidOrder.assertAscending(ids);
        assertThat(UuidV7.instantOf(ids.get(ids.size() - 1))).isEqualTo(Instant.ofEpochMilli(START));
        assertThat(generator.lead()).isEqualTo(Duration.ofHours(1));

        millis.set(START + 1);
        ids.addAll(take(generator, 3));

        UuidOrder.assertAscending(ids);
        assertThat(UuidV7.instantOf(ids.get(ids.size() - 1))).isEqualTo(Instant.ofEpochMilli(START + 1));
        assertThat(generator.lead()).isZero();
    }

    @Test
    void generate_onAFullCounter_borrowsTheNextMillisecond() {
        UuidV7 generator = UuidV7.generator(clock, ALL_ONES);

        List<UUID> ids = new ArrayList<>(take(generator, 3));

        UuidOrder.assertAscending(ids);
        assertThat(ids.stream().map(UuidV7::instantOf))
                .containsExactly(
                        Instant.ofEpochMilli(START), Instant.ofEpochMilli(START + 1), Instant.ofEpochMilli(START + 2));
        assertThat(generator.lead()).isEqualTo(Duration.ofMillis(2));

        millis.set(START + 1);
        ids.add(generator.generate());
        millis.set(START + 10);
        ids.add(generator.generate());

        UuidOrder.assertAscending(ids);
        assertThat(generator.lead()).isZero();
    }

    @Test
    void lead_isZeroBeforeTheFirstId() {
        assertThat(UuidV7.generator(clock, ALL_ZEROS).lead()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1L << 48})
    void generate_onAClockOutsideTheTimestamp_isRefusedAndGoesOnAfterwards(long outside) {
        UuidV7 generator = UuidV7.generator(clock, ALL_ZEROS);
        UUID before = generator.generate();

        millis.set(outside);
        assertThatIllegalStateException()
                .isThrownBy(generator::generate)
                .withMessageContaining("281474976710655")
                .withMessageContaining(String.valueOf(outside));

        millis.set(START);
        UuidOrder.assertAscending(List.of(before, generator.generate()));
    }

    @Test
    void generate_onTheVeryLastMillisecond_refusesToBorrow() {
        millis.set((1L << 48) - 1);
        UuidV7 generator = UuidV7.generator(clock, ALL_ONES);
        generator.generate();

        assertThatIllegalStateException().isThrownBy(generator::generate);
    }

    @Test
    void next_isOfTheSystemClock() {
        Instant before = Instant.now().minusMillis(1);
        UUID id = UuidV7.next();

        assertThat(UuidV7.instantOf(id)).isBetween(before, Instant.now().plusSeconds(1));
        UuidOrder.assertAscending(List.of(id, UuidV7.next(), UuidV7.shared().generate()));
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

    private static List<UUID> take(UuidV7 generator, int count) {
        return Stream.generate(generator::generate).limit(count).toList();
    }

    /** Draws this counter seed, and zeros as the random tail. */
    private static RandomGenerator drawing(int seed) {
        return new RandomGenerator() {
            @Override
            public void nextBytes(byte[] bytes) {
                Arrays.fill(bytes, (byte) 0);
                ByteBuffer.wrap(bytes).putInt(0, seed);
            }

            @Override
            public long nextLong() {
                return 0;
            }
        };
    }
}

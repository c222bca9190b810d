package io.counterfoil.ids.generator;

import static io.counterfoil.ids.generator.Ascending.assertAscending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for version 7 and for the COMB alike, told by version 7. */
@Tag("TI-1")
class TimeOrderedGeneratorTest {

    private static final long START = 1_700_000_000_000L;
    private static final RandomGenerator ALL_ONES = () -> -1L;
    private static final RandomGenerator ALL_ZEROS = () -> 0L;

    private final AtomicLong millis = new AtomicLong(START);
    private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

    @ParameterizedTest
    @EnumSource
    void generate_withAnyRandomBits_hasVersionAndVariant(UuidOrder order) {
        for (RandomGenerator random : List.of(ALL_ONES, ALL_ZEROS, new Random(7))) {
            assertThat(UuidV7.isV7(UuidV7.generator(order, clock, random).generate()))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void generate_drawsAllBitsThatAreFree(UuidOrder order) {
        long seenHigh = 0;
        long seenLow = 0;
        TimeOrderedGenerator generator = UuidV7.generator(order, clock, new Random(7));
        for (int i = 0; i < 20_000; i++) {
            millis.addAndGet(i % 2);
            UUID id = generator.generate();
            seenHigh |= id.getMostSignificantBits();
            seenLow |= id.getLeastSignificantBits();
        }

        assertThat(seenLow & 0x3FFF_FFFF_FFFF_FFFFL).isEqualTo(0x3FFF_FFFF_FFFF_FFFFL);
        // The upper half of the counter is kept for counting, where there is one.
        long free = order == UuidOrder.UNORDERED ? 0xFFFL : 0x7FFL;
        assertThat(seenHigh & free).isEqualTo(free);
    }

    @Test
    void generate_laysItsBitsOutAsTheRfcSays() {
        millis.set(0x0123_4567_89abL);

        assertThat(ordered(ALL_ZEROS).generate()).hasToString("01234567-89ab-7000-8000-000000000000");
        assertThat(ordered(ALL_ONES).generate()).hasToString("01234567-89ab-77ff-bfff-ffffffffffff");
        assertThat(UuidV7.generator(UuidOrder.UNORDERED, clock, ALL_ONES).generate())
                .hasToString("01234567-89ab-7fff-bfff-ffffffffffff");
    }

    @Test
    void generate_carriesOverTheVariantBits() {
        List<UUID> ids = take(ordered(() -> 0x3F), 2);

        assertThat(ids.get(0)).hasToString("018bcfe5-6800-7000-bf00-000000000000");
        assertThat(ids.get(1)).hasToString("018bcfe5-6800-7001-8000-000000000000");
    }

    @ParameterizedTest
    @EnumSource(names = "UNORDERED", mode = EnumSource.Mode.EXCLUDE)
    void generate_withinOneMillisecond_ascends(UuidOrder order) {
        List<UUID> ids = take(UuidV7.generator(order, clock, new Random(7)), 50_000);

        assertAscending(ids);
        assertThat(ids).allSatisfy(id -> assertThat(UuidV7.instantOf(id)).isEqualTo(Instant.ofEpochMilli(START)));
    }

    @Test
    void generate_unordered_isOfTheClock_andInNoOrder() {
        TimeOrderedGenerator generator = UuidV7.generator(UuidOrder.UNORDERED, clock, new Random(7));
        List<UUID> ids = take(generator, 100);
        millis.addAndGet(-5);

        assertThat(ids).isNotEqualTo(ids.stream().sorted().toList()).doesNotHaveDuplicates();
        assertThat(UuidV7.instantOf(generator.generate())).isEqualTo(Instant.ofEpochMilli(START - 5));
        assertThat(generator.lead()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = "UNORDERED", mode = EnumSource.Mode.EXCLUDE)
    void generate_afterAClockStepBack_holdsTheTimestamp(UuidOrder order) {
        TimeOrderedGenerator generator = UuidV7.generator(order, clock, new Random(7));
        List<UUID> ids = new ArrayList<>(take(generator, 3));

        millis.set(START - 3_600_000);
        ids.addAll(take(generator, 1_000));

        assertThat(UuidV7.instantOf(ids.get(ids.size() - 1))).isEqualTo(Instant.ofEpochMilli(START));
        assertThat(generator.lead()).isEqualTo(Duration.ofHours(1));

        millis.set(START + 1);
        ids.addAll(take(generator, 3));

        assertAscending(ids);
        assertThat(UuidV7.instantOf(ids.get(ids.size() - 1))).isEqualTo(Instant.ofEpochMilli(START + 1));
        assertThat(generator.lead()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = "UNORDERED", mode = EnumSource.Mode.EXCLUDE)
    void generate_onAFullCounter_borrowsTheNextMillisecond(UuidOrder order) {
        TimeOrderedGenerator generator = UuidV7.generator(order, clock, ALL_ONES);
        int leftInTheMillisecond = 1 << 17;

        List<UUID> ids = new ArrayList<>(Arrays.asList(generator.generate(1 << 16)));
        ids.addAll(Arrays.asList(generator.generate(1 << 16)));
        UUID lastOfItsOwn = generator.generate();
        UUID borrowed = generator.generate();

        assertThat(ids).hasSize(leftInTheMillisecond);
        assertThat(UuidV7.instantOf(lastOfItsOwn)).isEqualTo(Instant.ofEpochMilli(START));
        assertThat(UuidV7.instantOf(borrowed)).isEqualTo(Instant.ofEpochMilli(START + 1));
        assertThat(generator.lead()).isEqualTo(Duration.ofMillis(1));

        millis.set(START + 1);
        UUID inTheBorrowed = generator.generate();
        millis.set(START + 10);
        ids.addAll(List.of(lastOfItsOwn, borrowed, inTheBorrowed, generator.generate()));

        assertAscending(ids);
        assertThat(generator.lead()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void generate_ofABatch_isOfOneReadingOfTheClock(UuidOrder order) {
        InstantSource ticking = () -> Instant.ofEpochMilli(millis.incrementAndGet());
        TimeOrderedGenerator generator = UuidV7.generator(order, ticking, new Random(7));

        UUID[] ids = generator.generate(1_000);

        assertThat(ids).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(ids).allSatisfy(id -> assertThat(UuidV7.instantOf(id)).isEqualTo(Instant.ofEpochMilli(START + 1)));
        assertThat(generator.generate(0)).isEmpty();
        if (order != UuidOrder.UNORDERED) {
            List<UUID> all = new ArrayList<>(Arrays.asList(ids));
            all.add(generator.generate());
            assertAscending(all);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_537, Integer.MAX_VALUE})
    void generate_ofABatchOutsideTheLimit_namesIt(int count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ordered(ALL_ZEROS).generate(count))
                .withMessage("count must be 0 to 65536, and is " + count);
    }

    @Test
    void lead_isZeroBeforeTheFirstId() {
        assertThat(ordered(ALL_ZEROS).lead()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, (1L << 45) - (1L << 20) + 1, Long.MAX_VALUE})
    void generate_onAClockOutsideTheRange_failsAndRecovers(long outside) {
        AtomicLong reading = new AtomicLong(START);
        TimeOrderedGenerator generator = UuidV7.generator(
                UuidOrder.PROCESS_WIDE,
                new InstantSource() {
                    @Override
                    public Instant instant() {
                        throw new AssertionError("a reading in milliseconds is enough");
                    }

                    @Override
                    public long millis() {
                        return reading.get();
                    }
                },
                ALL_ZEROS);
        UUID before = generator.generate();

        reading.set(outside);
        assertThatIllegalStateException()
                .isThrownBy(generator::generate)
                .withMessageContaining("35184371040256")
                .withMessageContaining(String.valueOf(outside));
        assertThatIllegalStateException().isThrownBy(() -> generator.generate(3));

        reading.set(START);
        assertAscending(List.of(before, generator.generate()));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 45) - (1L << 20)})
    void generate_atTheEndsOfTheRange_works(long end) {
        millis.set(end);

        List<UUID> ids = take(ordered(ALL_ONES), 3);

        assertAscending(ids);
        assertThat(UuidV7.instantOf(ids.get(0)).toEpochMilli()).isEqualTo(end);
    }

    private TimeOrderedGenerator ordered(RandomGenerator random) {
        return UuidV7.generator(UuidOrder.PROCESS_WIDE, clock, random);
    }

    private static List<UUID> take(TimeOrderedGenerator generator, int count) {
        return Stream.generate(generator::generate).limit(count).toList();
    }
}

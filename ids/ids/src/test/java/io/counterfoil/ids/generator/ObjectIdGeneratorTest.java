package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
class ObjectIdGeneratorTest {

    private static final Instant START = Instant.ofEpochSecond(0x507f191e);

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final InstantSource clock = now::get;

    @Test
    void generate_writesSecondsRandomAndCounter_perSpecification() {
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, drawing(0xff_810c_1972_9dL, 0xffe8_60e9L));

        assertThat(texts(generator, 2)).containsExactly("507f191e810c19729de860ea", "507f191e810c19729de860eb");
    }

    @Test
    void generate_drawsOnce_andStartsTheCounterAtRandom() {
        assertThat(texts(ObjectId.Generator.generator(clock, new Random(7)), 1))
                .isNotEqualTo(texts(ObjectId.Generator.generator(clock, new Random(8)), 1));
        AtomicLong draws = new AtomicLong();
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, draws::incrementAndGet);

        texts(generator, 100);

        assertThat(draws).hasValue(2);
    }

    @Test
    void generate_inALaterSecond_countsFromFfffffTo000000() {
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, drawing(0, 0xff_fffe));
        assertThat(texts(generator, 1)).containsExactly("507f191e0000000000ffffff");

        now.set(START.plusSeconds(1));

        assertThat(texts(generator, 1)).containsExactly("507f191f0000000000000000");
        assertThat(generator.lead()).isZero();
    }

    @Test
    void generate_onAFullCounter_borrowsTheNextSecond() {
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, drawing(0, 0xff_fffe));

        assertThat(texts(generator, 3))
                .containsExactly("507f191e0000000000ffffff", "507f191f0000000000000000", "507f191f0000000000000001");
        assertThat(generator.lead()).isEqualTo(Duration.ofSeconds(1));

        now.set(START.plusMillis(1_500));
        assertThat(texts(generator, 1)).containsExactly("507f191f0000000000000002");
        assertThat(generator.lead()).isZero();
    }

    /** More than 2^24 within one second, and no repetition. */
    @Test
    void generate_moreThanASecondHolds_ascendsThroughout() {
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, new Random(7));
        ObjectId first = generator.generate();

        ObjectId before = first;
        for (int i = 0; i < 1 << 24; i++) {
            ObjectId id = generator.generate();
            if (id.compareTo(before) <= 0) {
                assertThat(id).as("id %s", i).isGreaterThan(before);
            }
            before = id;
        }

        assertThat(before.toString().substring(18)).isEqualTo(first.toString().substring(18));
        assertThat(before.instant()).isEqualTo(first.instant().plusSeconds(1));
    }

    @Test
    void generate_afterTheClockSteppedBack_holdsTheSecondAndCountsOn() {
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, drawing(0, 0));
        generator.generate();

        now.set(START.minusSeconds(3_600));

        assertThat(texts(generator, 1)).containsExactly("507f191e0000000000000002");
        assertThat(generator.lead()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void lead_isZeroBeforeTheFirstId() {
        assertThat(ObjectId.Generator.generator(clock, new Random(7)).lead()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1L << 32})
    void generate_onAClockOutsideTheTimestamp_failsAndRecovers(long outside) {
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, drawing(0, 0));
        generator.generate();

        now.set(Instant.ofEpochSecond(outside));
        assertThatIllegalStateException()
                .isThrownBy(generator::generate)
                .withMessageContaining("4294967295")
                .withMessageContaining(String.valueOf(outside));

        now.set(START);
        assertThat(texts(generator, 1)).containsExactly("507f191e0000000000000002");
    }

    @Test
    void generate_onTheVeryLastSecond_refusesToBorrow() {
        now.set(Instant.parse("2106-02-07T06:28:15.999Z"));
        ObjectId.Generator generator = ObjectId.Generator.generator(clock, drawing(-1, 0xff_fffe));
        assertThat(texts(generator, 1)).containsExactly("ffffffffffffffffffffffff");

        assertThatIllegalStateException().isThrownBy(generator::generate);
        assertThatIllegalStateException().isThrownBy(generator::generate);
    }

    private static List<String> texts(ObjectId.Generator generator, int count) {
        return Stream.generate(generator::generate)
                .limit(count)
                .map(ObjectId::toString)
                .toList();
    }

    /** The 40 random bits, then the number before the counter's first. */
    private static RandomGenerator drawing(long random, long counter) {
        AtomicLong draws = new AtomicLong();
        return () -> draws.getAndIncrement() == 0 ? random : counter;
    }
}

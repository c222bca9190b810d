package io.counterfoil.ids.snowflake;

import static io.counterfoil.ids.snowflake.SnowflakeTime.START;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
@Timeout(300)
class SnowflakeTest {

    private final SnowflakeTime time = new SnowflakeTime();
    private final Snowflake ids = time.builder().machineId(5).build();

    @Test
    void generate_countsWithinAMillisecond_andRestartsInTheNext() {
        assertThat(parts(3))
                .containsExactly(
                        new Snowflake.Parts(START, 5, 0),
                        new Snowflake.Parts(START, 5, 1),
                        new Snowflake.Parts(START, 5, 2));

        time.advance(Duration.ofMillis(1));

        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START.plusMillis(1), 5, 0));
        assertThat(ids.lead()).isZero();
    }

    @Test
    void generate_inAFullMillisecond_waitsForTheNextOne() {
        take(4096);
        assertThat(time.pauses).hasValue(0);

        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START.plusMillis(1), 5, 0));

        assertThat(time.pauses).hasPositiveValue();
        assertThat(time.instant()).isAfterOrEqualTo(START.plusMillis(1)).isBefore(START.plusMillis(2));
    }

    @Test
    void generate_afterAClockStepBack_holdsTheMillisecond() {
        take(2);
        time.advance(Duration.ofMillis(-300));

        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START, 5, 2));
        assertThat(ids.lead()).isEqualTo(Duration.ofMillis(300));
        assertThat(time.pauses).hasValue(0);

        time.advance(Duration.ofMillis(301));

        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START.plusMillis(1), 5, 0));
        assertThat(ids.lead()).isZero();
    }

    @Test
    void generate_inAFullHeldMillisecond_waitsForTheClockToPassIt() {
        take(4096);
        time.advance(Duration.ofMillis(-300));

        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START.plusMillis(1), 5, 0));

        assertThat(time.instant()).isAfterOrEqualTo(START.plusMillis(1));
        assertThat(time.pauses.get())
                .as("pauses of 10 ms, and short ones at the end")
                .isBetween(30L, 60L);
    }

    @Test
    void generate_onAClockBehindTheHoldLimit_failsAndUsesUpNothing() {
        take(1);
        Instant behind = START.minusMillis(1001);
        time.set(behind);

        assertThatExceptionOfType(SnowflakeClockException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining(behind.toString())
                .withMessageContaining(START.toString())
                .withMessageContaining("PT1S")
                .satisfies(refused -> assertThat(refused.clock()).isEqualTo(behind))
                .satisfies(refused -> assertThat(refused.needed()).isEqualTo(START));
        assertThat(time.pauses).hasValue(0);

        time.set(START.minusMillis(1000));
        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START, 5, 1));
    }

    @Test
    void generate_onAStoppedClock_failsAfterTheHoldAndRecovers() {
        take(4096);
        time.freeze();

        assertThatExceptionOfType(SnowflakeClockException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining("did not advance")
                .withMessageContaining(START.toString());

        time.thaw();
        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START.plusMillis(1), 5, 0));
    }

    @Test
    void generate_onAClockThatJumpsAhead_followsIt() {
        take(1);
        time.advance(Duration.ofDays(365));

        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START.plus(Duration.ofDays(365)), 5, 0));
    }

    /** A thread that is suspended between the clock and its use comes back with a reading of long ago. */
    @Test
    void generate_overtakenWhileReadingTheClock_seesNoStepBack() {
        AtomicReference<Snowflake> generator = new AtomicReference<>();
        AtomicBoolean overtaken = new AtomicBoolean();
        Snowflake slow = Snowflake.builder()
                .machineId(5)
                .clock(() -> {
                    Instant reading = time.instant();
                    if (overtaken.compareAndSet(false, true)) {
                        time.advance(Duration.ofSeconds(5));
                        requireNonNull(generator.get()).generate();
                    }
                    return reading;
                })
                .build();
        generator.set(slow);

        assertThat(slow.layout().parts(slow.generate())).isEqualTo(new Snowflake.Parts(START.plusSeconds(5), 5, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2010-11-04T01:42:54.657Z", "1969-01-01T00:00:00Z", "2080-07-10T17:30:30.209Z"})
    void generate_outsideOf41Bits_isRefused_andGoesOnAfterwards(String outside) {
        take(1);
        time.set(Instant.parse(outside));

        assertThatExceptionOfType(SnowflakeClockException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining(outside)
                .withMessageContaining("2010-11-04T01:42:54.658Z")
                .withMessageContaining("2080-07-10T17:30:30.208Z");

        time.set(START);
        assertThat(parts(1)).containsExactly(new Snowflake.Parts(START, 5, 1));
    }

    @Test
    void generate_fromTheVeryFirstIdToTheVeryLast() {
        time.set(Snowflake.Layout.twitter().first());
        assertThat(time.builder().machineId(0).build().generate()).isEqualTo(1L << 22);

        time.set(Snowflake.Layout.twitter().last());
        Snowflake last = time.builder().machineId(1023).build();
        LongStream.range(0, 4095).forEach(i -> last.generate());
        assertThat(last.generate()).isEqualTo(Long.MAX_VALUE);

        assertThatExceptionOfType(SnowflakeClockException.class).isThrownBy(last::generate);
    }

    @Test
    void generate_countsFromTheConfiguredEpoch() {
        Snowflake own = time.builder().machineId(1).epoch(START.minusMillis(7)).build();

        assertThat(own.generate()).isEqualTo(7L << 22 | 1 << 12);
        assertThat(own.layout().parts(own.generate())).isEqualTo(new Snowflake.Parts(START, 1, 1));
    }

    @Test
    void generate_whileInterrupted_waitsAndKeepsTheInterrupt() {
        Snowflake real = Snowflake.builder().machineId(5).build();
        try {
            Thread.currentThread().interrupt();
            assertAscending(LongStream.generate(real::generate).limit(20_000).toArray());
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void build_withoutAMachineId_isRefused_andSaysWhatToDo() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Snowflake.builder().build())
                .withMessageContaining("machineId(0..1023)")
                .withMessageContaining("machine(...)");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1024})
    void machineId_outsideOf10Bits_isRefused(int outside) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Snowflake.builder().machineId(outside))
                .withMessageContaining("1023")
                .withMessageContaining(String.valueOf(outside));
    }

    @Test
    void machineId_twice_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Snowflake.builder().machineId(5).machine(MachineId.fixed(6)))
                .withMessageContaining("5")
                .withMessageContaining("6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.009S", "PT60.001S", "PT-1S"})
    void hold_outsideOfItsLimits_isRefused(String hold) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Snowflake.builder().hold(Duration.parse(hold)))
                .withMessageContaining("PT0.01S")
                .withMessageContaining("PT1M")
                .withMessageContaining(Duration.parse(hold).toString());
    }

    private long[] take(int count) {
        return LongStream.generate(ids::generate).limit(count).toArray();
    }

    private List<Snowflake.Parts> parts(int count) {
        return LongStream.of(take(count)).mapToObj(ids.layout()::parts).toList();
    }

    static void assertAscending(long[] ids) {
        for (int i = 1; i < ids.length; i++) {
            assertThat(ids[i]).as("id %s", i).isGreaterThan(ids[i - 1]);
        }
    }
}

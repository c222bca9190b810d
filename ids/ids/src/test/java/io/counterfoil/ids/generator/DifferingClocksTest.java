package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.ids.text.LongFormat;
import io.counterfoil.ids.text.UuidFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two generators whose clocks differ: their ids are in order, except for those that were made within the difference. */
@Tag("TI-7")
class DifferingClocksTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration SKEW = Duration.ofMillis(3_500);
    private static final Duration STEP = Duration.ofMillis(100);
    private static final int STEPS = 200;

    record Made(Instant at, String text) {}

    /** Makes texts of ids, by a clock and what tells one machine from another. */
    interface Machine {

        Supplier<String> ids(InstantSource clock, int number);
    }

    static Stream<Arguments> machines() {
        return Stream.of(
                Arguments.of("UUID version 7", (Machine) DifferingClocksTest::uuids, Duration.ofMillis(1)),
                Arguments.of("Snowflake", (Machine) DifferingClocksTest::snowflakes, Duration.ofMillis(1)),
                Arguments.of("ObjectId", (Machine) DifferingClocksTest::objectIds, Duration.ofSeconds(1)));
    }

    private static Supplier<String> uuids(InstantSource clock, int number) {
        UuidGenerator ids = UuidV7.generator(UuidOrder.PROCESS_WIDE, clock, new Random(number));
        return () -> UuidFormat.BASE36.format(ids.generate());
    }

    private static Supplier<String> snowflakes(InstantSource clock, int number) {
        Snowflake ids = Snowflake.builder().machineId(number).clock(clock).build();
        return () -> LongFormat.BASE36.format(ids.generate());
    }

    private static Supplier<String> objectIds(InstantSource clock, int number) {
        ObjectId.Generator ids = ObjectId.Generator.generator(clock, new Random(number));
        return () -> ObjectId.Format.BASE36.format(ids.generate());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("machines")
    void idsOfTwoClocks_mergeInOrder_butForTheirDifference(String name, Machine machine, Duration precision) {
        AtomicLong millis = new AtomicLong(START.toEpochMilli());
        InstantSource now = () -> Instant.ofEpochMilli(millis.get());
        Supplier<String> one = machine.ids(now, 1);
        Supplier<String> ahead = machine.ids(() -> now.instant().plus(SKEW), 2);
        List<Made> made = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            made.add(new Made(now.instant(), one.get()));
            made.add(new Made(now.instant(), ahead.get()));
            millis.addAndGet(STEP.toMillis());
        }

        made.sort(Comparator.comparing(Made::text));

        Duration furthest = Duration.ZERO;
        Instant latest = START;
        for (Made each : made) {
            Duration late = Duration.between(each.at(), latest);
            furthest = late.compareTo(furthest) > 0 ? late : furthest;
            latest = each.at().isAfter(latest) ? each.at() : latest;
        }
        assertThat(furthest)
                .as("how much earlier an id was made than one that stands in front of it")
                .isLessThanOrEqualTo(SKEW.plus(precision))
                .isGreaterThanOrEqualTo(SKEW.minus(STEP).minus(precision));
    }
}

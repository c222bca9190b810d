package io.counterfoil.ids.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever a clock does: steps back and ahead, stands still, is asked a lot in one millisecond. */
@Tag("TI-1")
class SnowflakePropertyTest {

    private static final long HOLD_MILLIS = 1_000;

    @Property(tries = 150)
    void generate_withRandomClockSteps_ascendsWithoutGaps(
            @ForAll @Size(max = 30) List<@IntRange(min = -2_500, max = 3_000) Integer> steps,
            @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 5_000) Integer> counts) {
        SnowflakeTime time = new SnowflakeTime();
        Snowflake ids = time.builder().machineId(1023).build();
        Instant latestReading = time.instant();
        long before = 0;

        for (int step = 0; step < steps.size(); step++) {
            time.advance(Duration.ofMillis(steps.get(step)));
            for (int i = counts.get(step % counts.size()); i > 0; i--) {
                Duration lead = ids.lead();
                long id;
                try {
                    id = ids.generate();
                } catch (SnowflakeClockException refused) {
                    assertThat(lead).isGreaterThanOrEqualTo(Duration.ofMillis(HOLD_MILLIS));
                    assertThat(ids.lead()).isEqualTo(lead);
                    break;
                }
                latestReading = later(latestReading, time.instant());
                assertThat(id).isGreaterThan(before);
                assertThat(ids.layout().instantOf(id)).isBeforeOrEqualTo(latestReading);
                if (before != 0
                        && ids.layout().instantOf(id).equals(ids.layout().instantOf(before))) {
                    assertThat(id).as("no gap within a millisecond").isEqualTo(before + 1);
                } else {
                    assertThat(Snowflake.Layout.sequenceOf(id)).isZero();
                }
                before = id;
            }
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}

package io.counterfoil.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.benchmarks.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementsTest {

    private final Measurements measurements = new Measurements();

    @Test
    void ratio_isComputedWithinEachRound_inAnyOrderOfTurns() {
        measurements.add("ours", 8, 1, ofRate(90));
        measurements.add("floor", 8, 1, ofRate(100));
        measurements.add("floor", 8, 2, ofRate(10));
        measurements.add("ours", 8, 2, ofRate(8));
        measurements.add("ours", 8, 3, ofRate(50));
        measurements.add("floor", 8, 3, ofRate(50));

        assertThat(measurements.ratio("ours", "floor", 8, Slice::rate)).isEqualTo(new Spread(0.9, 0.8, 1));
    }

    @Test
    void ratio_withAMissingRound_isRejected() {
        measurements.add("ours", 8, 1, ofRate(90));
        measurements.add("ours", 8, 2, ofRate(90));
        measurements.add("floor", 8, 1, ofRate(100));

        assertThatThrownBy(() -> measurements.ratio("ours", "floor", 8, Slice::rate))
                .hasMessage("ours was measured 2 times, floor 1 times");
    }

    @Test
    void value_isThatOfItsOwnNumberOfThreads() {
        measurements.add("ours", 1, 1, ofRate(5));
        measurements.add("ours", 8, 1, ofRate(7));

        assertThat(measurements.of("ours", 8, Slice::rate).median()).isEqualTo(7);
        assertThatThrownBy(() -> measurements.of("ours", 32, Slice::rate))
                .hasMessage("ours was not measured on 32 threads");
    }

    @Test
    void slice_countsAllThreads_andHasPercentilesInMicroseconds() {
        long[] fast = new long[99];
        java.util.Arrays.fill(fast, 1000);

        Slice slice = Load.slice(List.of(fast, new long[] {2000}), 0.5);

        assertThat(slice.rate()).isEqualTo(200);
        assertThat(slice.p50()).isEqualTo(1);
        assertThat(slice.p99()).isBetween(1.0, 1.1);
        assertThat(Load.slice(List.of(new long[] {3000}, new long[0]), 1).p99()).isEqualTo(3);
    }

    private static Slice ofRate(int rate) {
        return new Slice(rate, 1, 1, 1);
    }
}

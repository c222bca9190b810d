package io.counterfoil.benchmarks.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.benchmarks.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoresTest {

    /** The second round ran on a machine of half the speed. */
    private final Scores scores = new Scores(List.of(
            measured("ours", 1, 1, 10),
            measured("peer", 1, 1, 40),
            measured("ours", 1, 2, 20),
            measured("peer", 1, 2, 80),
            measured("ours", 1, 3, 10),
            measured("peer", 1, 3, 50),
            measured("ours", 2, 1, 11),
            measured("ours", 2, 2, 24),
            measured("ours", 2, 3, 13)));

    @Test
    void ratio_isComputedPerRound_soThatSlowRoundsCancelOut() {
        assertThat(scores.ratio("peer", "ours", "17", 1)).isEqualTo(new Spread(4, 4, 5));
        assertThat(scores.nanos("ours", "17", 1)).isEqualTo(new Spread(10, 10, 20));
    }

    @Test
    void scaling_dividesTwoThreadsByOne() {
        assertThat(scores.scaling("ours", "17")).isEqualTo(new Spread(1.2, 1.1, 1.3));
    }

    @Test
    void whatWasNotMeasured_isNamed() {
        assertThatThrownBy(() -> scores.nanos("peer", "17", 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("peer was not measured on Java 17 with 2 threads");
    }

    private static Measurement measured(String benchmark, int threads, int round, double nanos) {
        return new Measurement(benchmark, "17", threads, round, nanos, 32);
    }
}

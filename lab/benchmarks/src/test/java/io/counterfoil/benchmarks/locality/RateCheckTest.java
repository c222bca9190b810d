package io.counterfoil.benchmarks.locality;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CB-9")
class RateCheckTest {

    private static final int BUFFERS = 1000;
    private static final long MEMORY = BUFFERS * 8192L;
    private static final Plan PLAN = new Plan(900, 9, 100, 1, BUFFERS, Duration.ofDays(60), 1);

    /** Nine rounds, of which the first six are of one rate, and the last three as told. */
    private static List<Sample> samples(long indexOfV4, Map<KeyKind, Double> rates) {
        List<Sample> samples = new ArrayList<>();
        for (int round = 1; round <= 9; round++) {
            for (KeyKind kind : KeyKind.values()) {
                double rate = round <= 6 ? 1 : rates.getOrDefault(kind, 2.0);
                long index = kind == KeyKind.V4 ? indexOfV4 * round / 9 : 1;
                samples.add(new Sample(kind, round, 100 * round, 100, 100 / rate, 0, 0, 0, 0, 0, index, 90));
            }
        }
        return samples;
    }

    @Test
    void keysWithALocality_thatAreTwiceAsFast_pass() {
        RateCheck check = new RateCheck(PLAN, samples(2 * MEMORY, Map.of(KeyKind.V4, 1.0)));

        assertThat(check.applies()).isTrue();
        assertThat(check.failures()).isEmpty();
    }

    @Test
    void keysThatAreHardlyFaster_areNamed_withTheirRatio() {
        RateCheck check =
                new RateCheck(PLAN, samples(2 * MEMORY, Map.of(KeyKind.V4, 1.0, KeyKind.V7, 1.25, KeyKind.COMB, 1.3)));

        assertThat(check.failures())
                .containsExactly("v7: 1.25 times as many rows a second as v4, at least 1.30 expected");
    }

    @Test
    void indexThatFitsTheMemory_isNotJudged() {
        RateCheck check = new RateCheck(PLAN, samples(MEMORY, Map.of(KeyKind.V4, 4.0)));

        assertThat(check.applies()).isFalse();
        assertThat(check.failures()).isEmpty();
    }
}

package io.counterfoil.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;

class AimTest {

    private static final Aim AIM = new Aim("ours", "floor", 1.05);

    @Test
    void aim_isReachedOnlyWithEveryNumberOfThreads() {
        Measurements found = new Measurements();
        measured(found, 8, 110, 100);
        measured(found, 32, 104, 100);

        assertThat(Aim.markdown(List.of(AIM), found, List.of(1, 8, 32)))
                .contains("| aim | least | 8 threads | 32 threads | reached |")
                .contains("| ours, of floor | 105 % | 110 % (110–110) | **104 % (104–104)** | **no** |");
        assertThat(Aim.markdown(List.of(AIM), found, List.of(1, 8)))
                .contains("| ours, of floor | 105 % | 110 % (110–110) | yes |");
    }

    @Test
    void fewThreads_areNoAim() {
        assertThat(Aim.markdown(List.of(AIM), new Measurements(), List.of(1))).isEmpty();
    }

    private static void measured(Measurements found, int threads, long ours, long floor) {
        found.add("ours", threads, 1, new Slice(ours, 1, 1, 1));
        found.add("floor", threads, 1, new Slice(floor, 1, 1, 1));
    }
}

package io.counterfoil.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.benchmarks.engine.Profile.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileTest {

    @Test
    void sample_countsForTheTopFrame_andTheNearestFrameOutsideTheJdk() {
        Profile profile = new Profile();
        profile.add(List.of(
                new Frame("java.util.HashMap", "hash"),
                new Frame("org.postgresql.core.Parser", "parse"),
                new Frame("io.counterfoil.jdbc.JdbcClaims", "claim"),
                new Frame("io.counterfoil.benchmarks.engine.Load", "times")));
        profile.add(List.of(
                new Frame("io.counterfoil.jdbc.JdbcClaims", "claim"),
                new Frame("io.counterfoil.benchmarks.engine.Load", "times")));

        assertThat(profile.markdown("A load"))
                .contains("### A load", "2 samples")
                .contains("| the driver | 0.0 | 50.0 |")
                .contains("| ours | 50.0 | 50.0 |")
                .contains("| the JDK | 50.0 | 0.0 |")
                .contains("| the benchmark | 0.0 | 0.0 |")
                .contains("| `Parser.parse` | 50.0 |");
    }

    @Test
    void loadWithoutSamples_isReported() {
        assertThat(new Profile().markdown("A load")).isEqualTo("JFR took no samples.\n");
    }
}

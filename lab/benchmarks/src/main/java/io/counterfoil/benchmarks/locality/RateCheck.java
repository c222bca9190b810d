package io.counterfoil.benchmarks.locality;

import io.counterfoil.benchmarks.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The ratio of insert rates that a run must show: keys with a locality, against random ones, in the last third of the rounds. It means
 * something only where the index of random keys has outgrown {@code shared_buffers}; a smaller run is not judged.
 */
final class RateCheck {

    /** How many times as many rows a second as with random keys; measured are 2.1 to 3, so that a busy machine does not fail the run. */
    static final double LEAST = 1.3;

    /** How many times as large as the memory the index of random keys must be. */
    static final double OUTGROWN = 1.5;

    private static final List<KeyKind> WITH_LOCALITY =
            List.of(KeyKind.SHORT_PREFIX, KeyKind.BUSY_SHORT_PREFIX, KeyKind.V7, KeyKind.COMB);
    private static final int PAGE = 8192;

    private final Plan plan;
    private final List<Sample> samples;

    RateCheck(Plan plan, List<Sample> samples) {
        this.plan = plan;
        this.samples = List.copyOf(samples);
    }

    /** Whether the index of random keys has outgrown the memory. */
    boolean applies() {
        List<Sample> random = late(KeyKind.V4);
        return random.get(random.size() - 1).indexBytes() > OUTGROWN * plan.buffers() * PAGE;
    }

    /** What falls short; none where all is as it must be, or where the check does not apply. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (applies()) {
            for (KeyKind kind : WITH_LOCALITY) {
                double ratio = ratio(kind);
                if (ratio < LEAST) {
                    failures.add(String.format(
                            Locale.ROOT,
                            "%s: %.2f times as many rows a second as v4, at least %.2f expected",
                            kind.title(),
                            ratio,
                            LEAST));
                }
            }
        }
        return failures;
    }

    /** The median of the ratios of each round. */
    private double ratio(KeyKind kind) {
        List<Sample> these = late(kind);
        List<Sample> random = late(KeyKind.V4);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < these.size(); i++) {
            ratios.add(these.get(i).rate() / random.get(i).rate());
        }
        return Spread.of(ratios).median();
    }

    private List<Sample> late(KeyKind kind) {
        List<Sample> all =
                samples.stream().filter(sample -> sample.kind() == kind).toList();
        return all.subList(all.size() - Math.max(1, all.size() / 3), all.size());
    }
}

package io.counterfoil.benchmarks.load;

import io.counterfoil.benchmarks.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The measurements and their evaluation: the median of the rounds, and ratios within a round. */
public final class Measurements {

    private final List<Measurement> all = new ArrayList<>();

    /** One slice of one contestant. */
    public record Measurement(String name, int threads, int round, Slice slice) {}

    public void add(String name, int threads, int round, Slice slice) {
        all.add(new Measurement(name, threads, round, slice));
    }

    /** The spread of a value over the rounds. */
    public Spread of(String name, int threads, ToDoubleFunction<Slice> value) {
        return Spread.of(rounds(name, threads).stream()
                .map(one -> value.applyAsDouble(one.slice()))
                .toList());
    }

    /**
     * The spread of the ratio of two values of the same round.
     *
     * @throws IllegalStateException if one of them was not measured in a round of the other
     */
    public Spread ratio(String name, String base, int threads, ToDoubleFunction<Slice> value) {
        List<Measurement> these = rounds(name, threads);
        List<Measurement> those = rounds(base, threads);
        if (these.size() != those.size()) {
            throw new IllegalStateException(
                    "%s was measured %d times, %s %d times".formatted(name, these.size(), base, those.size()));
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < these.size(); i++) {
            ratios.add(value.applyAsDouble(these.get(i).slice())
                    / value.applyAsDouble(those.get(i).slice()));
        }
        return Spread.of(ratios);
    }

    private List<Measurement> rounds(String name, int threads) {
        List<Measurement> found = all.stream()
                .filter(one -> one.name().equals(name) && one.threads() == threads)
                .sorted((one, other) -> Integer.compare(one.round(), other.round()))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalStateException("%s was not measured on %d threads".formatted(name, threads));
        }
        return found;
    }
}

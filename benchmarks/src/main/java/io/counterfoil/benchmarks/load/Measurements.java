package io.counterfoil.benchmarks.load;

import io.counterfoil.benchmarks.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What was measured, and what it comes to: the median of the rounds, and ratios taken within a round. */
public final class Measurements {

    private final List<Measurement> all = new ArrayList<>();

    /** One slice of one contestant. */
    public record Measurement(String name, int threads, int round, Slice slice) {}

    public void add(String name, int threads, int round, Slice slice) {
        all.add(new Measurement(name, threads, round, slice));
    }

    /** A value over the rounds. */
    public Spread of(String name, int threads, ToDoubleFunction<Slice> value) {
        return Spread.of(rounds(name, threads).stream()
                .map(one -> value.applyAsDouble(one.slice()))
                .toList());
    }

    /**
     * How many times another's value this one's is, in the same round.
     *
     * @throws IllegalStateException when one of them was not measured in a round of the other
     */
    public Spread ratio(String name, String base, int threads, ToDoubleFunction<Slice> value) {
        List<Measurement> these = rounds(name, threads);
        List<Measurement> those = rounds(base, threads);
        if (these.size() != those.size()) {
            throw new IllegalStateException(
                    "%s was measured %d times, and %s %d times".formatted(name, these.size(), base, those.size()));
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

package io.counterfoil.benchmarks.ids;

import io.counterfoil.benchmarks.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All measurements and their ratios, each of two measurements of one round, so that slow rounds cancel out. */
final class Scores {

    private record Place(String benchmark, String java, int threads) {}

    private final List<Measurement> all;
    private final Map<Place, Map<Integer, Measurement>> byRound = new HashMap<>();

    Scores(List<Measurement> all) {
        this.all = List.copyOf(all);
        for (Measurement one : all) {
            byRound.computeIfAbsent(new Place(one.benchmark(), one.java(), one.threads()), first -> new TreeMap<>())
                    .put(one.round(), one);
        }
    }

    List<String> javas() {
        return all.stream().map(Measurement::java).distinct().toList();
    }

    boolean has(String benchmark) {
        return all.stream().anyMatch(one -> one.benchmark().equals(benchmark));
    }

    /** The time of one operation. */
    Spread nanos(String benchmark, String java, int threads) {
        return Spread.of(rounds(benchmark, java, threads).values().stream()
                .map(Measurement::nanos)
                .toList());
    }

    /** The bytes that one operation allocates. */
    double bytes(String benchmark, String java, int threads) {
        return Spread.of(rounds(benchmark, java, threads).values().stream()
                        .map(Measurement::bytes)
                        .toList())
                .median();
    }

    /** The ratio of the times of two benchmarks on the same number of threads. */
    Spread ratio(String benchmark, String other, String java, int threads) {
        return ratio(rounds(benchmark, java, threads), rounds(other, java, threads));
    }

    /** The ratio of the times on two threads and on one. */
    Spread scaling(String benchmark, String java) {
        return ratio(rounds(benchmark, java, 2), rounds(benchmark, java, 1));
    }

    private static Spread ratio(Map<Integer, Measurement> of, Map<Integer, Measurement> by) {
        List<Double> ratios = new ArrayList<>();
        of.forEach((round, one) -> {
            Measurement other = by.get(round);
            if (other != null) {
                ratios.add(one.nanos() / other.nanos());
            }
        });
        return Spread.of(ratios);
    }

    private Map<Integer, Measurement> rounds(String benchmark, String java, int threads) {
        Map<Integer, Measurement> rounds = byRound.get(new Place(benchmark, java, threads));
        if (rounds == null) {
            throw new IllegalArgumentException(
                    "%s was not measured on Java %s with %d threads".formatted(benchmark, java, threads));
        }
        return rounds;
    }
}

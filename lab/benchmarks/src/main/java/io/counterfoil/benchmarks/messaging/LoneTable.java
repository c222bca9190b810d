package io.counterfoil.benchmarks.messaging;

import io.counterfoil.benchmarks.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table of the turns with one message at a time. */
final class LoneTable {

    private LoneTable() {}

    /**
     * The table.
     *
     * @param times the times of each contestant in each round, in milliseconds; the first contestant is the base
     */
    static String of(String broker, Map<String, List<List<Double>>> times) {
        StringBuilder text = new StringBuilder("""

                ### %s, a lone message: publish to committed, ms

                | | median | ratio to the first | 99th percentile |
                |---|--:|--:|--:|
                """.formatted(broker));
        List<List<Double>> first = times.values().iterator().next();
        times.forEach((name, rounds) -> {
            List<Double> shares = new ArrayList<>();
            for (int round = 0; round < rounds.size(); round++) {
                shares.add(percentile(rounds.get(round), 0.5) / percentile(first.get(round), 0.5));
            }
            text.append("| %s | %s | %s | %s |%n"
                    .formatted(name, spread(rounds, 0.5), Spread.of(shares).asPercent(), spread(rounds, 0.99)));
        });
        return text.toString();
    }

    private static String spread(List<List<Double>> rounds, double at) {
        Spread spread =
                Spread.of(rounds.stream().map(times -> percentile(times, at)).toList());
        return "%.2f (%.2f–%.2f)".formatted(spread.median(), spread.min(), spread.max());
    }

    static double percentile(List<Double> values, double at) {
        return Spread.percentileOf(
                values.stream().mapToDouble(Double::doubleValue).toArray(), at);
    }
}

package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Slice;
import java.util.List;

/** The aims, and a table for each number of threads: requests per second, their ratio to a floor, and the latency. */
record ThroughputReport(
        Measurements found, List<Contestant> contestants, String base, List<Integer> threads, List<Aim> aims) {

    String markdown(String title) {
        StringBuilder text = new StringBuilder(Aim.markdown(aims, found, threads));
        for (int count : threads) {
            text.append("""

                    ### %s, %d %s

                    | | per second | of %s | p50, µs | p99, µs | |
                    |---|--:|--:|--:|--:|---|
                    """.formatted(title, count, count == 1 ? "thread" : "threads", base));
            for (Contestant one : contestants) {
                text.append(row(one, count));
            }
        }
        return text.toString();
    }

    private String row(Contestant one, int count) {
        Spread rate = found.of(one.name(), count, Slice::rate);
        return "| %s | %,.0f (%,.0f–%,.0f) | %s | %s | %s | %s |%n"
                .formatted(
                        one.title(),
                        rate.median(),
                        rate.min(),
                        rate.max(),
                        found.ratio(one.name(), base, count, Slice::rate).asPercent(),
                        Spread.figure(found.of(one.name(), count, Slice::p50).median()),
                        Spread.figure(found.of(one.name(), count, Slice::p99).median()),
                        one.remark());
    }
}

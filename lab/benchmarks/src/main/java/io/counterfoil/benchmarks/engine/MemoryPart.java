package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.load.Effort;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Replays from the in-memory store, measured with JMH: each benchmark in a new JVM in each round, in a different order
 * each round.
 */
final class MemoryPart {

    private static final Map<String, String> TITLES = titles();
    private static final List<Integer> THREADS = List.of(1, 2);
    private static final int MAX_ROUNDS = 3;

    private final Effort effort;
    private final PrintWriter out;
    private final Random order = new Random(1);

    MemoryPart(Effort effort, PrintWriter out) {
        this.effort = effort;
        this.out = out;
    }

    String run() throws RunnerException {
        Map<String, List<Double>> found = new LinkedHashMap<>();
        int rounds = Math.min(effort.rounds(), MAX_ROUNDS);
        for (int round = 1; round <= rounds; round++) {
            List<String> names = new ArrayList<>(TITLES.keySet());
            Collections.shuffle(names, order);
            for (String name : names) {
                for (int threads : THREADS) {
                    found.computeIfAbsent(name + threads, unused -> new ArrayList<>())
                            .add(nanos(name, threads));
                }
            }
            out.printf("replays from memory, round %d of %d%n", round, rounds);
            out.flush();
        }
        StringBuilder text = new StringBuilder("""
                %d rounds, in each every benchmark once in a fresh JVM; an answer of 200 bytes.

                | | ns, 1 thread | ns, 2 threads |
                |---|--:|--:|
                """.formatted(rounds));
        TITLES.forEach((name, title) -> text.append("| %s | %s | %s |%n"
                .formatted(title, cell(found, name + THREADS.get(0)), cell(found, name + THREADS.get(1)))));
        return text.toString();
    }

    private static String cell(Map<String, List<Double>> found, String name) {
        Spread spread = Spread.of(found.getOrDefault(name, List.of()));
        return "%s (%s–%s)"
                .formatted(Spread.figure(spread.median()), Spread.figure(spread.min()), Spread.figure(spread.max()));
    }

    private double nanos(String name, int threads) throws RunnerException {
        Options options = new OptionsBuilder()
                .include("^.*\\.ReplayBenchmarks\\." + name + "$")
                .forks(1)
                .threads(threads)
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(4)
                .measurementTime(TimeValue.milliseconds(Math.min(effort.slice().toMillis(), 500)))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        Collection<RunResult> results = new Runner(options).run();
        if (results.size() != 1) {
            throw new IllegalStateException("%d benchmarks have the name %s".formatted(results.size(), name));
        }
        return results.iterator().next().getPrimaryResult().getScore();
    }

    private static Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("map", "a look-up in a `ConcurrentHashMap`, and a copy of the result");
        titles.put("transactional", "**ours, transactional**");
        titles.put("lease", "**ours, lease**");
        return Collections.unmodifiableMap(titles);
    }
}

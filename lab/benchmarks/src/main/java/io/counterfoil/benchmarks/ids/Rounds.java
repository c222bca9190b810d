package io.counterfoil.benchmarks.ids;

import io.counterfoil.benchmarks.ids.Contest.Entry;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs contests in rounds. In a round, every benchmark runs once in a new JVM for each JDK and number of threads.
 *
 * <p>Compared benchmarks run close together: the entries of a contest are run in succession, in a different order each
 * round. A slowdown of a minute affects both sides of a ratio, and a slowdown of a second affects one round of several.
 */
final class Rounds {

    private static final List<Integer> THREADS = List.of(1, 2);
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    private final Effort effort;
    private final List<JavaHome> javaHomes;
    private final PrintWriter out;
    private final Random order = new Random(1);
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<RunResult> results = new ArrayList<>();

    /** The extent of the measurement: repetitions and their durations in milliseconds. */
    record Effort(int rounds, int warmUps, int warmUpMillis, int iterations, int iterationMillis) {}

    Rounds(Effort effort, List<JavaHome> javaHomes, PrintWriter out) {
        this.effort = effort;
        this.javaHomes = List.copyOf(javaHomes);
        this.out = out;
    }

    /** Runs all contests. A benchmark that throws ends the run. */
    Scores run(List<Contest> contests) throws RunnerException {
        for (int round = 1; round <= effort.rounds(); round++) {
            for (Contest contest : contests) {
                out.printf("round %d of %d: %s%n", round, effort.rounds(), contest.title());
                for (JavaHome javaHome : javaHomes) {
                    for (int threads : THREADS) {
                        List<Entry> entries = contest.entries().collect(Collectors.toCollection(ArrayList::new));
                        Collections.shuffle(entries, order);
                        for (Entry entry : entries) {
                            measure(entry, javaHome, threads, round);
                        }
                    }
                }
                out.flush();
            }
        }
        return new Scores(measurements);
    }

    private void measure(Entry entry, JavaHome javaHome, int threads, int round) throws RunnerException {
        Options options = new OptionsBuilder()
                .include("^.*\\." + entry.benchmark().replace(".", "\\.") + "$")
                .jvm(javaHome.java().toString())
                .jvmArgs(javaHome.options())
                .forks(1)
                .threads(threads)
                .warmupIterations(effort.warmUps())
                .warmupTime(TimeValue.milliseconds(effort.warmUpMillis()))
                .measurementIterations(effort.iterations())
                .measurementTime(TimeValue.milliseconds(effort.iterationMillis()))
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        Collection<RunResult> found = new Runner(options).run();
        if (found.size() != 1) {
            throw new IllegalStateException(
                    "%d benchmarks have the name %s".formatted(found.size(), entry.benchmark()));
        }
        RunResult result = found.iterator().next();
        results.add(result);
        measurements.add(new Measurement(
                entry.benchmark(),
                result.getParams().getJdkVersion(),
                threads,
                round,
                result.getPrimaryResult().getScore(),
                allocated(result)));
    }

    private static double allocated(RunResult result) {
        for (Result<?> one : result.getSecondaryResults().values()) {
            if (one.getLabel().endsWith(ALLOCATION)) {
                return one.getScore();
            }
        }
        throw new IllegalStateException("JMH's profiler did not report " + ALLOCATION);
    }

    /** Writes JMH's results in its own format. */
    void writeJson(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (PrintStream target = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, target).writeOut(results);
        }
    }
}

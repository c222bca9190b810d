package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.load.Effort;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./bench engine}. */
@Command(
        name = "engine",
        mixinStandardHelpOptions = true,
        description = {
            "The cost of idempotency on a real PostgreSQL, compared with hand-written code and with the peers.",
            "Starts a private, durable PostgreSQL on 127.0.0.1, and deletes it afterwards, also after Ctrl-C."
        })
public final class EngineCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "PART",
            description =
                    "The parts to measure: first, replay, mixed, network, costs, waiting, purge, memory. Default: all.")
    private List<Part> parts = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}")
    private int rounds = 5;

    @Option(names = "--seconds", paramLabel = "S", description = "Seconds of a turn. Default: ${DEFAULT-VALUE}")
    private double seconds = 0.6;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Seconds of warm-up per contestant. Default: ${DEFAULT-VALUE}")
    private double warmUp = 0.8;

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of threads. Default: ${DEFAULT-VALUE}")
    private List<Integer> threads = List.of(1, 8, 32);

    @Option(names = "--rows", paramLabel = "N", description = "Expired records to purge. Default: ${DEFAULT-VALUE}")
    private int rows = 1_000_000;

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "Number of keys that are replayed. Default: ${DEFAULT-VALUE}")
    private int keys = 5000;

    @Option(
            names = "--round-trip",
            paramLabel = "MS",
            split = ",",
            description = "Milliseconds that the network of part network takes. Default: ${DEFAULT-VALUE}")
    private List<Double> roundTrips = List.of(0.5, 2.0);

    @Option(names = "--jfr", description = "Record Counterfoil with JFR, and summarize the CPU time of its JVM.")
    private boolean jfr;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Parent of the database's directory. Default: the system's temporary directory.")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description =
                    "Write the results to the sections \"engine-PART\" of this document, such as docs/benchmarks.md.")
    private @Nullable Path document;

    @Override
    public Integer call() throws Exception {
        Effort effort = effort();
        Set<Part> chosen = parts.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(parts);
        if (document != null) {
            for (Part part : chosen) {
                new MarkedSection(document, part.section()).requirePresent();
            }
        }
        PrintWriter out = commandLine().getOut();
        for (Part part : chosen) {
            String report = Machine.describe() + ". Java " + System.getProperty("java.version") + ". "
                    + new EngineParts(directory, effort, rows, keys, delays(), jfr, out).run(part);
            out.println(report);
            out.flush();
            if (document != null) {
                new MarkedSection(document, part.section()).replace(report);
            }
        }
        return 0;
    }

    private Effort effort() {
        requireBetween("--rounds", 1, 1000, rounds);
        requireBetween("--seconds", 0.05, 600, seconds);
        requireBetween("--warm-up", 0.05, 600, warmUp);
        requireBetween("--rows", 1000, 100_000_000, rows);
        // Fewer rows than that are read faster without an index.
        requireBetween("--keys", 500, 1_000_000, keys);
        threads.forEach(count -> requireBetween("--threads", 1, 128, count));
        return new Effort(rounds, millis(seconds), millis(warmUp), List.copyOf(threads));
    }

    private List<Duration> delays() {
        roundTrips.forEach(one -> requireBetween("--round-trip", 0, 1000, one));
        return roundTrips.stream()
                .map(one -> Duration.ofNanos(Math.round(one * 1e6)))
                .toList();
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private void requireBetween(String option, double least, double most, double value) {
        if (!(value >= least && value <= most)) {
            throw new ParameterException(
                    commandLine(), "%s must be between %s and %s, is %s".formatted(option, least, most, value));
        }
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("only run by picocli");
        }
        return spec.commandLine();
    }
}

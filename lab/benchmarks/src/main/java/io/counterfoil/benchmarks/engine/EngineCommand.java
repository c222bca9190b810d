package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.load.LoadOptions;
import io.counterfoil.benchmarks.load.RoundTripOption;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ./bench engine}. */
@Command(
        name = "engine",
        mixinStandardHelpOptions = true,
        description = {
            "The cost of idempotency on a real PostgreSQL, compared with hand-written code and with the peers.",
            "Starts a private, durable PostgreSQL on 127.0.0.1, and deletes it afterwards, also after Ctrl-C."
        })
public final class EngineCommand extends ReportCommand {

    @Parameters(
            paramLabel = "PART",
            description =
                    "The parts to measure: first, replay, mixed, network, costs, waiting, purge, memory. Default: all.")
    private List<Part> parts = List.of();

    @Mixin
    private final LoadOptions extent = new LoadOptions(5, 0.6, 0.8, List.of(1, 8, 32));

    @Option(names = "--rows", paramLabel = "N", description = "Expired records to purge. Default: ${DEFAULT-VALUE}")
    private int rows = 1_000_000;

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "Number of keys that are replayed. Default: ${DEFAULT-VALUE}")
    private int keys = 5000;

    @Mixin
    private final RoundTripOption network = new RoundTripOption();

    @Option(names = "--jfr", description = "Record Counterfoil with JFR, and summarize the CPU time of its JVM.")
    private boolean jfr;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Parent of the database's directory. Default: the system's temporary directory.")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    protected Map<String, Callable<String>> measurements() {
        requireBetween("--rows", 1000, 100_000_000, rows);
        // Fewer rows than that are read faster without an index.
        requireBetween("--keys", 500, 1_000_000, keys);
        EngineParts measured = new EngineParts(directory, extent.effort(), rows, keys, network.delays(), jfr, out());
        Map<String, Callable<String>> measurements = new LinkedHashMap<>();
        for (Part part : parts.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(parts)) {
            measurements.put(part.section(), () -> Machine.withJava() + ". " + measured.run(part));
        }
        return measurements;
    }
}

package io.counterfoil.benchmarks.locality;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Server;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./bench locality}. */
@Command(
        name = "locality",
        mixinStandardHelpOptions = true,
        description = {
            "Fills tables with each kind of key on a real PostgreSQL until they exceed its memory, and compares them.",
            "Starts a private PostgreSQL, and deletes it afterwards.",
            "Fails (status 1) if keys with locality are inserted less than 1.3 times as fast as random ones, once the index has",
            "outgrown the memory. A smaller run is not judged."
        })
public final class LocalityCommand extends ReportCommand {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})MB");

    @Option(names = "--rows", paramLabel = "N", description = "Rows of each table. Default: ${DEFAULT-VALUE}")
    private int rows = 2_400_000;

    @Option(names = "--rounds", paramLabel = "N", description = "Number of chunks. Default: ${DEFAULT-VALUE}")
    private int rounds = 24;

    @Option(names = "--batch", paramLabel = "N", description = "Rows per transaction. Default: ${DEFAULT-VALUE}")
    private int batch = 100;

    @Option(names = "--connections", paramLabel = "N", description = "Number of connections. Default: ${DEFAULT-VALUE}")
    private int connections = 2;

    @Option(
            names = "--shared-buffers",
            paramLabel = "SIZE",
            description = "The server's shared_buffers. Default: ${DEFAULT-VALUE}")
    private String sharedBuffers = "32MB";

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "The simulated time of the rows. Short prefix COMBs wrap after 20 days, and repeat"
                    + " their first prefixes after 45.5 days. Default: ${DEFAULT-VALUE}")
    private int days = 60;

    @Option(names = "--look-ups", paramLabel = "N", description = "Look-ups per table. Default: ${DEFAULT-VALUE}")
    private int lookUpCount = 5000;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Parent of the database's directory. Default: the system's temporary directory.")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--csv", paramLabel = "FILE", description = "File for all values. Default: ${DEFAULT-VALUE}")
    private Path csv = Path.of(System.getProperty("bench.target", "target"), "locality.csv");

    @Option(names = "--svg", paramLabel = "FILE", description = "File for the chart. Default: ${DEFAULT-VALUE}")
    private Path svg = Path.of(System.getProperty("bench.target", "target"), "locality.svg");

    private @Nullable RateCheck check;

    @Override
    public Integer call() throws Exception {
        super.call();
        return judge(out(), requireNonNull(check, "set by the measurement"));
    }

    @Override
    protected Map<String, Callable<String>> measurements() {
        Plan plan = plan();
        return Map.of("locality", () -> measure(plan));
    }

    private String measure(Plan plan) throws Exception {
        try (Server server = Server.start(directory, Settings.with(plan.buffers()))) {
            Load load = new Load(server, plan);
            List<Sample> samples = load.run(this::show);
            LookUps lookUps = new LookUps(plan, load.tables());
            LocalityReport report =
                    new LocalityReport(plan, samples, lookUps.ofRecentRows(server), lookUps.ofAllRows(server));
            check = new RateCheck(plan, samples);
            write(csv, report.csv());
            write(svg, report.svg());
            return report.markdown(Machine.describe(), server.version());
        }
    }

    private static int judge(PrintWriter out, RateCheck check) {
        if (!check.applies()) {
            out.println("Insert rates are not judged: the index of v4 has not outgrown the memory.");
            return 0;
        }
        check.failures().forEach(out::println);
        return check.failures().isEmpty() ? 0 : 1;
    }

    private Plan plan() {
        requireBetween("--rounds", 1, Integer.MAX_VALUE, rounds);
        requireBetween("--rows", rounds, Integer.MAX_VALUE, rows);
        requireBetween("--batch", 1, Integer.MAX_VALUE, batch);
        requireBetween("--connections", 1, Integer.MAX_VALUE, connections);
        requireBetween("--days", 1, Integer.MAX_VALUE, days);
        requireBetween("--look-ups", 1, Integer.MAX_VALUE, lookUpCount);
        Matcher size = SIZE.matcher(sharedBuffers);
        if (!size.matches()) {
            throw invalid("--shared-buffers must be a number of megabytes, such as 32MB, is " + sharedBuffers);
        }
        int buffers = Integer.parseInt(size.group(1)) * 1024 / 8;
        return new Plan(rows, rounds, batch, connections, buffers, Duration.ofDays(days), lookUpCount);
    }

    private void show(Sample sample) {
        out().printf(
                        "%-26s %,11d rows  %7.0f rows/s  %5.0f bytes of WAL a row  leaves %4.1f %% full%n",
                        sample.kind().title(), sample.rows(), sample.rate(), sample.walPerRow(), sample.leafDensity());
        out().flush();
    }

    private static void write(Path file, String text) throws java.io.IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, text);
    }
}

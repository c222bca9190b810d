package io.counterfoil.benchmarks.story;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.Spread;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./bench story}. */
@Command(
        name = "story",
        mixinStandardHelpOptions = true,
        description = {
            "The time to read the story of one unit of work from a large log, compared with ripgrep (rg), which must be installed, searching"
                    + " for the same ID in the same file.",
            "The log is written to the temporary directory, and deleted afterwards."
        })
public final class StoryCommand implements Callable<Integer> {

    private static final String SECTION = "story";
    private static final String RIPGREP = "`rg -F ID log`";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}")
    private int rounds = 7;

    @Option(names = "--megabytes", paramLabel = "N", description = "Size of the log. Default: ${DEFAULT-VALUE}")
    private int megabytes = 2_048;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write the results to the section \"story\" of this document, such as docs/benchmarks.md.")
    private @Nullable Path document;

    @Override
    public Integer call() throws Exception {
        if (document != null) {
            new MarkedSection(document, SECTION).requirePresent();
        }
        if (spec == null) {
            throw new IllegalStateException("only run by picocli");
        }
        PrintWriter out = spec.commandLine().getOut();
        Path home = Path.of(System.getProperty("bench.target", "benchmarks/target"), "..", "..")
                .toRealPath();
        Path log = Files.createTempFile("counterfoil-bench-", ".log");
        String report = Machine.describe() + ". Java " + System.getProperty("java.version") + ".\n";
        try {
            out.println("Writing " + log);
            out.flush();
            SyntheticLog.Roots roots = SyntheticLog.write(log, (long) megabytes << 20);
            report += report("one unit, with its children: one pass", contest(home, log, roots.plain()));
            report += report("one that was replaced: two passes", contest(home, log, roots.replaced()));
        } finally {
            Files.delete(log);
        }
        out.println(report);
        out.flush();
        if (document != null) {
            new MarkedSection(document, SECTION).replace(report);
        }
        return 0;
    }

    /**
     * Seconds of each contestant in each round, in a different order each round. The first round reads the file into
     * memory and does not count.
     */
    private Map<String, List<Double>> contest(Path home, Path log, String id) throws IOException, InterruptedException {
        Map<String, List<String>> contestants = new LinkedHashMap<>();
        contestants.put(RIPGREP, List.of("rg", "-F", id, log.toString()));
        contestants.put(
                "`./counterfoil story ID log`",
                List.of(home.resolve("counterfoil").toString(), "story", id, log.toString()));
        contestants.put(
                "`java -jar counterfoil.jar story ID log`",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        home.resolve("cli/target/counterfoil.jar").toString(),
                        "story",
                        id,
                        log.toString()));
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        List<String> order = new ArrayList<>(contestants.keySet());
        for (int round = 0; round <= rounds; round++) {
            for (String name : order) {
                double taken = seconds(contestants.getOrDefault(name, List.of()));
                if (round > 0) {
                    seconds.computeIfAbsent(name, any -> new ArrayList<>()).add(taken);
                }
            }
            order.add(order.remove(0));
        }
        return seconds;
    }

    private static double seconds(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
        int status = process.waitFor();
        double taken = (System.nanoTime() - start) / 1e9;
        if (status != 0) {
            throw new IOException("%s ended with status %d".formatted(String.join(" ", command), status));
        }
        return taken;
    }

    private String report(String what, Map<String, List<Double>> seconds) {
        StringBuilder text = new StringBuilder("""

                ### A log of %,d MiB, %s

                | | seconds | ratio to rg |
                |---|--:|--:|
                """.formatted(megabytes, what));
        List<Double> reference = seconds.getOrDefault(RIPGREP, List.of());
        seconds.forEach((name, taken) -> {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                ratios.add(taken.get(round) / reference.get(round));
            }
            Spread spread = Spread.of(taken);
            text.append("| %s | %s (%s–%s) | %s |%n"
                    .formatted(
                            name,
                            Spread.figure(spread.median()),
                            Spread.figure(spread.min()),
                            Spread.figure(spread.max()),
                            Spread.of(ratios).asRatio()));
        });
        return text.toString();
    }
}

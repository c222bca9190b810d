package io.counterfoil.benchmarks.story;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.load.RoundsOption;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ./bench story}. */
@Command(
        name = "story",
        mixinStandardHelpOptions = true,
        description = {
            "The time to read the story of one unit of work from a large log, compared with ripgrep (rg), which must be installed, searching"
                    + " for the same ID in the same file.",
            "The log is written to the temporary directory, and deleted afterwards."
        })
public final class StoryCommand extends ReportCommand {

    private static final String RIPGREP = "`rg -F ID log`";

    @Mixin
    private final RoundsOption extent = new RoundsOption(7);

    @Option(names = "--megabytes", paramLabel = "N", description = "Size of the log. Default: ${DEFAULT-VALUE}")
    private int megabytes = 2_048;

    @Override
    protected Map<String, Callable<String>> measurements() {
        int rounds = extent.rounds();
        return Map.of("story", () -> measure(rounds));
    }

    private String measure(int rounds) throws IOException, InterruptedException {
        Path log = Files.createTempFile("counterfoil-bench-", ".log");
        try {
            out().println("Writing " + log);
            out().flush();
            SyntheticLog.Roots roots = SyntheticLog.write(log, (long) megabytes << 20);
            return Machine.withJava() + ".\n"
                    + report("one unit, with its children: one pass", contest(log, roots.plain(), rounds))
                    + report("one that was replaced: two passes", contest(log, roots.replaced(), rounds));
        } finally {
            Files.delete(log);
        }
    }

    /**
     * Seconds of each contestant in each round, in a different order each round. The first round reads the file into
     * memory and does not count.
     */
    private Map<String, List<Double>> contest(Path log, String id, int rounds)
            throws IOException, InterruptedException {
        Map<String, List<String>> contestants = new LinkedHashMap<>();
        contestants.put(RIPGREP, List.of("rg", "-F", id, log.toString()));
        contestants.put(
                "`./counterfoil story ID log`",
                List.of(home().resolve("counterfoil").toString(), "story", id, log.toString()));
        contestants.put(
                "`java -jar counterfoil.jar story ID log`",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        home().resolve("apps/command/target/counterfoil.jar").toString(),
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
            for (int round = 0; round < taken.size(); round++) {
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

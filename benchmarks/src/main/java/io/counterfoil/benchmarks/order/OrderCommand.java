package io.counterfoil.benchmarks.order;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.order.Stampede.Findings;
import io.counterfoil.ids.generator.UuidGenerator.Order;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./bench order}. */
@Command(
        name = "order",
        mixinStandardHelpOptions = true,
        description = {
            "Generates many IDs on many threads, and counts duplicates and IDs out of order.",
            "Exit status 1: a generator of Counterfoil breaks its promise. Needs about 40 bytes of heap per ID."
        })
public final class OrderCommand implements Callable<Integer> {

    private static final int MAX_IDS = 200_000_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads. Default: ${DEFAULT-VALUE}")
    private int threads = 8;

    @Option(names = "--ids", paramLabel = "N", description = "IDs per thread. Default: ${DEFAULT-VALUE}")
    private int ids = 10_000_000;

    @Option(names = "--peers", description = "Also run the peers; their violations do not fail the run.")
    private boolean peers;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write the results to the section \"order\" of this document, such as docs/benchmarks.md.")
    private @Nullable Path document;

    @Override
    public Integer call() throws Exception {
        CommandSpec command = command();
        if (threads < 1 || ids < 1 || (long) threads * ids > MAX_IDS) {
            throw new ParameterException(
                    command.commandLine(),
                    "--threads and --ids must be at least 1, their product at most %d; values: %d and %d"
                            .formatted(MAX_IDS, threads, ids));
        }
        PrintWriter out = command.commandLine().getOut();
        if (document != null) {
            new MarkedSection(document, "order").requirePresent();
        }
        StringBuilder table = new StringBuilder(
                """
                %s. Java %s. %d threads, %,d ids on each. Over threads, one id in %d is checked.

                | generator | promised order | ids | duplicates | out of order on a thread | out of order over threads, of those checked | million ids/s |
                |---|---|--:|--:|--:|--:|--:|
                """.formatted(Machine.describe(), System.getProperty("java.version"), threads, ids, Stampede.LINK));
        boolean kept = true;
        for (Contestant one : chosen()) {
            Findings found = new Stampede(one.generator(), threads, ids).run();
            String row = row(one, found);
            out.println(row);
            out.flush();
            table.append(row).append('\n');
            kept &= !one.ours() || keeps(one.promise(), found);
        }
        if (document != null) {
            new MarkedSection(document, "order").replace(table.toString());
        }
        out.println(kept ? "All promises were kept." : "A promise was broken.");
        return kept ? 0 : 1;
    }

    private List<Contestant> chosen() {
        return Stream.concat(Contestant.ofThisLibrary().stream(), peers ? Contestant.peers().stream() : Stream.of())
                .toList();
    }

    /** Whether the findings are consistent with the promise. */
    static boolean keeps(Order promise, Findings found) {
        return found.duplicates() == 0
                && (promise == Order.UNORDERED || found.onThread() == 0)
                && (promise != Order.PROCESS_WIDE || found.overThreads() == 0);
    }

    private static String row(Contestant one, Findings found) {
        return "| %s | %s | %,d | %,d | %s | %s of %,d | %s |"
                .formatted(
                        one.name(),
                        one.ours()
                                ? one.promise().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                                : "",
                        found.ids(),
                        found.duplicates(),
                        "%,d".formatted(found.onThread()),
                        "%,d".formatted(found.overThreads()),
                        found.links(),
                        Spread.figure(found.ids() / found.seconds() / 1e6));
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("only run by picocli");
        }
        return spec;
    }
}

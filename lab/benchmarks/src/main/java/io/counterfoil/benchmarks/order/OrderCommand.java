package io.counterfoil.benchmarks.order;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.order.Stampede.Findings;
import io.counterfoil.ids.generator.UuidOrder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./bench order}. */
@Command(
        name = "order",
        mixinStandardHelpOptions = true,
        description = {
            "Generates many IDs on many threads, and counts duplicates and IDs out of order.",
            "Exit status 1: a generator of Counterfoil breaks its promise. Needs about 40 bytes of heap per ID."
        })
public final class OrderCommand extends ReportCommand {

    private static final int MAX_IDS = 200_000_000;

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads. Default: ${DEFAULT-VALUE}")
    private int threads = 8;

    @Option(names = "--ids", paramLabel = "N", description = "IDs per thread. Default: ${DEFAULT-VALUE}")
    private int ids = 10_000_000;

    @Option(names = "--peers", description = "Also run the peers; their violations do not fail the run.")
    private boolean peers;

    private boolean kept = true;

    @Override
    public Integer call() throws Exception {
        super.call();
        out().println(kept ? "All promises were kept." : "A promise was broken.");
        return kept ? 0 : 1;
    }

    @Override
    protected Map<String, Callable<String>> measurements() {
        if (threads < 1 || ids < 1 || (long) threads * ids > MAX_IDS) {
            throw invalid("--threads and --ids must be at least 1, their product at most %d; values: %d and %d"
                    .formatted(MAX_IDS, threads, ids));
        }
        return Map.of("order", this::measure);
    }

    private String measure() throws Exception {
        StringBuilder table = new StringBuilder("""
                %s. %d threads, %,d ids on each. Over threads, one id in %d is checked.

                | generator | promised order | ids | duplicates | out of order on a thread | out of order over threads, of those checked | million ids/s |
                |---|---|--:|--:|--:|--:|--:|
                """.formatted(Machine.withJava(), threads, ids, Stampede.LINK));
        for (Contestant one : chosen()) {
            out().println("Running " + one.name());
            out().flush();
            Findings found = new Stampede(one.generator(), threads, ids).run();
            table.append(row(one, found)).append('\n');
            kept &= !one.ours() || keeps(one.promise(), found);
        }
        return table.toString();
    }

    private List<Contestant> chosen() {
        return Stream.concat(Contestant.ofThisLibrary().stream(), peers ? Contestant.peers().stream() : Stream.of())
                .toList();
    }

    /** Whether the findings are consistent with the promise. */
    static boolean keeps(UuidOrder promise, Findings found) {
        return found.duplicates() == 0
                && (promise == UuidOrder.UNORDERED || found.onThread() == 0)
                && (promise != UuidOrder.PROCESS_WIDE || found.overThreads() == 0);
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
}

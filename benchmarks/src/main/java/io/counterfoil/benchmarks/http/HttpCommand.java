package io.counterfoil.benchmarks.http;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.http.bookings.BookingContest;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Slice;
import io.counterfoil.benchmarks.load.Turns;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./bench http}. */
@Command(
        name = "http",
        mixinStandardHelpOptions = true,
        description = {
            "The cost of an idempotency key over HTTP: on a small Spring Boot application, beside a controller that treats the key by hand (bookings);",
            "on the ledger as started by ./run (ledger); and the heap that a request occupies (heap).",
            "The services and their PostgreSQL listen on 127.0.0.1, and are stopped and deleted afterwards."
        })
public final class HttpCommand implements Callable<Integer> {

    private static final int HELD_REQUESTS = 200;
    private static final int COLLECTIONS = 4;
    private static final int COUNTED_REQUESTS = 5_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "PART", description = "The parts to measure: bookings, ledger, heap. Default: all.")
    private List<Part> parts = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}")
    private int rounds = 9;

    @Option(names = "--seconds", paramLabel = "S", description = "Seconds of a turn. Default: ${DEFAULT-VALUE}")
    private int seconds = 2;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Seconds of warm-up per contestant. Default: ${DEFAULT-VALUE}")
    private int warmUp = 10;

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of connections. Default: 1,8 for the bookings, and 8,32 for the ledger")
    private List<Integer> threads = List.of();

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description =
                    "Write the results to the sections \"http-PART\" of this document, such as docs/benchmarks.md.")
    private @Nullable Path document;

    /** A part that can be measured alone. Its section in a document is {@code http-} followed by its name. */
    enum Part {
        BOOKINGS,
        LEDGER,
        HEAP;

        String section() {
            return "http-" + name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws Exception {
        Set<Part> chosen = parts.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(parts);
        if (document != null) {
            for (Part part : chosen) {
                new MarkedSection(document, part.section()).requirePresent();
            }
        }
        PrintWriter out = requireNonNull(spec, "set by picocli").commandLine().getOut();
        for (Part part : chosen) {
            String report =
                    Machine.describe() + ". Java " + System.getProperty("java.version") + ".\n" + run(part, out);
            out.println(report);
            out.flush();
            if (document != null) {
                new MarkedSection(document, part.section()).replace(report);
            }
        }
        return 0;
    }

    private String run(Part part, PrintWriter out) throws Exception {
        return switch (part) {
            case BOOKINGS -> new BookingContest(effort(1, 8), COUNTED_REQUESTS, out).run();
            case LEDGER -> ledger(effort(8, 32), out);
            case HEAP -> new InFlight(rounds, HELD_REQUESTS, COLLECTIONS).run();
        };
    }

    private Effort effort(Integer... standard) {
        return new Effort(
                rounds,
                Duration.ofSeconds(seconds),
                Duration.ofSeconds(warmUp),
                threads.isEmpty() ? List.of(standard) : threads);
    }

    private static String ledger(Effort effort, PrintWriter out) throws Exception {
        Path home = Path.of(System.getProperty("bench.target", "benchmarks/target"), "..", "..")
                .toRealPath();
        try (LedgerProcess ledger = new LedgerProcess(home)) {
            LedgerLoad load = new LedgerLoad(ledger.port(), Collections.max(effort.threads()));
            Measurements found = new Turns(effort, out).run("the ledger", load.requests());
            load.requireBalances();
            return report(found, effort);
        }
    }

    private static String report(Measurements found, Effort effort) {
        StringBuilder text = new StringBuilder("%n%d rounds of %d s for each, in another order each round.%n"
                .formatted(effort.rounds(), effort.slice().toSeconds()));
        for (int count : effort.threads()) {
            text.append("""

                    #### The ledger over HTTP, %d connections

                    | | per second | of a deposit without a key | of one with a key | p50, µs | p99, µs |
                    |---|--:|--:|--:|--:|--:|
                    """.formatted(count));
            for (String name : List.of(LedgerLoad.UNKEYED, LedgerLoad.KEYED, LedgerLoad.REPLAYED, LedgerLoad.LOOK)) {
                Spread rate = found.of(name, count, Slice::rate);
                text.append("| %s | %,.0f (%,.0f–%,.0f) | %s | %s | %s | %s |%n"
                        .formatted(
                                name,
                                rate.median(),
                                rate.min(),
                                rate.max(),
                                found.ratio(name, LedgerLoad.UNKEYED, count, Slice::rate)
                                        .asPercent(),
                                found.ratio(name, LedgerLoad.KEYED, count, Slice::rate)
                                        .asRatio(),
                                Spread.figure(found.of(name, count, Slice::p50).median()),
                                Spread.figure(found.of(name, count, Slice::p99).median())));
            }
        }
        return text.toString();
    }
}

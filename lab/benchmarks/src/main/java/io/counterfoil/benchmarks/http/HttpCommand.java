package io.counterfoil.benchmarks.http;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.http.bookings.BookingContest;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.RoundTripOption;
import io.counterfoil.benchmarks.load.Slice;
import io.counterfoil.benchmarks.load.TurnOptions;
import io.counterfoil.benchmarks.load.Turns;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ./bench http}. */
@Command(
        name = "http",
        mixinStandardHelpOptions = true,
        description = {
            "The cost of an idempotency key over HTTP: on a small Spring Boot application, beside a controller that treats the key by hand (bookings);",
            "on the ledger as started by ./run (ledger); and the heap that a request occupies (heap).",
            "The services and their PostgreSQL listen on 127.0.0.1, and are stopped and deleted afterwards."
        })
public final class HttpCommand extends ReportCommand {

    private static final int HELD_REQUESTS = 200;
    private static final int COLLECTIONS = 4;
    private static final int COUNTED_REQUESTS = 5_000;

    @Parameters(paramLabel = "PART", description = "The parts to measure: bookings, ledger, heap. Default: all.")
    private List<Part> parts = List.of();

    @Mixin
    private final TurnOptions extent = new TurnOptions(9, 2, 10);

    @Mixin
    private final RoundTripOption network = new RoundTripOption();

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of connections. Default: 1,8 for the bookings, and 8,32 for the ledger")
    private List<Integer> threads = List.of();

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
    protected Map<String, Callable<String>> measurements() {
        Map<String, Callable<String>> measurements = new LinkedHashMap<>();
        for (Part part : parts.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(parts)) {
            Callable<String> measurement = of(part);
            measurements.put(part.section(), () -> Machine.withJava() + ".\n" + measurement.call());
        }
        return measurements;
    }

    private Callable<String> of(Part part) {
        return switch (part) {
            case BOOKINGS -> new BookingContest(effort(1, 8), network.delays(), COUNTED_REQUESTS, out())::run;
            case LEDGER -> {
                Effort effort = effort(8, 32);
                yield () -> ledger(effort);
            }
            case HEAP -> new InFlight(extent.rounds(), HELD_REQUESTS, COLLECTIONS)::run;
        };
    }

    private Effort effort(Integer... standard) {
        return extent.effort(threads.isEmpty() ? List.of(standard) : threads);
    }

    private String ledger(Effort effort) throws Exception {
        try (LedgerProcess ledger = new LedgerProcess(home())) {
            LedgerLoad load = new LedgerLoad(ledger.port(), Collections.max(effort.threads()));
            Measurements found = new Turns(effort, out()).run("the ledger", load.requests());
            load.requireBalances();
            return report(found, effort);
        }
    }

    private static String report(Measurements found, Effort effort) {
        StringBuilder text = new StringBuilder("\n" + effort.turns() + "\n");
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

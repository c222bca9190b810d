package io.counterfoil.benchmarks.outbox;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Database;
import io.counterfoil.benchmarks.load.ServerTime;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./bench outbox}. */
@Command(
        name = "outbox",
        mixinStandardHelpOptions = true,
        description = {
            "Events per second that the outbox and its relay handle, beside Namastack's outbox, on one private PostgreSQL. The handler only counts.",
            "A rate is sustained when the backlog grows by at most 100 events per second, which is Namastack's own rule."
        })
public final class OutboxCommand implements Callable<Integer> {

    static final int OF_ONE_KEY = 10;

    /** The content of an event: 200 bytes. */
    static final byte[] TEXT = text();

    private static final String SECTION = "outbox";
    private static final int POOL = 30;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}")
    private int rounds = 5;

    @Option(names = "--events", paramLabel = "N", description = "Events of a backlog. Default: ${DEFAULT-VALUE}")
    private int events = 20_000;

    @Option(names = "--seconds", paramLabel = "S", description = "Seconds of a rate. Default: ${DEFAULT-VALUE}")
    private int seconds = 8;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Seconds before a rate is judged. Default: ${DEFAULT-VALUE}")
    private int warmUp = 3;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write the results to the section \"outbox\" of this document, such as docs/benchmarks.md.")
    private @Nullable Path document;

    private static byte[] text() {
        byte[] text = new byte[200];
        Arrays.fill(text, (byte) 'x');
        return text;
    }

    @Override
    public Integer call() throws Exception {
        if (document != null) {
            new MarkedSection(document, SECTION).requirePresent();
        }
        PrintWriter out = requireNonNull(spec, "set by picocli").commandLine().getOut();
        String report = measure(out);
        out.println(report);
        out.flush();
        if (document != null) {
            new MarkedSection(document, SECTION).replace(report);
        }
        return 0;
    }

    private String measure(PrintWriter out) throws Exception {
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        try (Database database = Database.start(directory);
                HikariDataSource watching = database.pool("watching", 1);
                Contestant ours = new Ours(database.countedPool("ours", POOL));
                Contestant namastack = new Namastack(database.countedPool("namastack", POOL))) {
            List<Contestant> order = new ArrayList<>(List.of(ours, namastack));
            Map<Contestant, List<Capacity.Drain>> drains = new LinkedHashMap<>();
            Map<Contestant, List<Double>> sustained = new LinkedHashMap<>();
            for (Contestant one : order) {
                drains.put(one, new ArrayList<>());
                sustained.put(one, new ArrayList<>());
            }
            ServerTime server = new ServerTime(watching);
            Random random = new Random(7);
            for (int round = 0; round <= rounds; round++) {
                Collections.shuffle(order, random);
                for (Contestant one : order) {
                    Capacity capacity = new Capacity(one, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds));
                    Capacity.Drain drain = capacity.drain(events, server);
                    // The first round warms up.
                    if (round > 0) {
                        double rate = capacity.sustained(drain.rate() / 2);
                        requireNonNull(drains.get(one)).add(drain);
                        requireNonNull(sustained.get(one)).add(rate);
                        out.printf(
                                "round %d, %s: a backlog at %,.0f per second, sustained %,.0f%n",
                                round, one.name(), drain.rate(), rate);
                        out.flush();
                    }
                }
            }
            return Machine.describe() + ". Java " + System.getProperty("java.version") + ", PostgreSQL "
                    + database.version()
                    + ". %d rounds; backlogs of %,d events; %d s for each rate.%n%n".formatted(rounds, events, seconds)
                    + table(drains, sustained);
        }
    }

    private static String table(Map<Contestant, List<Capacity.Drain>> drains, Map<Contestant, List<Double>> sustained) {
        StringBuilder text = new StringBuilder("""
                | | a backlog, per second | sustained, per second | per second of processor time | statements | round trips | allocated, KiB | processor time, µs | that of PostgreSQL, µs |
                |---|--:|--:|--:|--:|--:|--:|--:|--:|
                """);
        drains.forEach((one, each) -> text.append("| %s | %s | %s | %s | %.2f | %.2f | %.1f | %.0f | %.0f |%n"
                .formatted(
                        one.name(),
                        cell(each.stream().map(Capacity.Drain::rate).toList()),
                        cell(requireNonNull(sustained.get(one))),
                        cell(each.stream().map(Capacity.Drain::perCore).toList()),
                        median(each, Capacity.Drain::statements),
                        median(each, Capacity.Drain::roundTrips),
                        median(each, Capacity.Drain::kibibytes),
                        median(each, Capacity.Drain::cpuMicros),
                        median(each, Capacity.Drain::serverMicros))));
        return text.toString();
    }

    private static String cell(List<Double> values) {
        Spread spread = Spread.of(values);
        return "%,.0f (%,.0f–%,.0f)".formatted(spread.median(), spread.min(), spread.max());
    }

    private static double median(List<Capacity.Drain> drains, ToDoubleFunction<Capacity.Drain> value) {
        return Spread.of(drains.stream().map(value::applyAsDouble).toList()).median();
    }
}

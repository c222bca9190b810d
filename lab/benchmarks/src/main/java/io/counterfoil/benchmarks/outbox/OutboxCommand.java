package io.counterfoil.benchmarks.outbox;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Database;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.ServerTime;
import io.counterfoil.benchmarks.load.TurnOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ./bench outbox}. */
@Command(
        name = "outbox",
        mixinStandardHelpOptions = true,
        description = {
            "Events per second that the outbox and its relay handle, beside Namastack's outbox, on one private PostgreSQL. The handler only counts.",
            "A rate is sustained when the backlog grows by at most 100 events per second, which is Namastack's own rule."
        })
public final class OutboxCommand extends ReportCommand {

    static final int OF_ONE_KEY = 10;

    /** The content of an event: 200 bytes. */
    static final byte[] TEXT = text();

    private static final int POOL = 30;

    @Mixin
    private final TurnOptions extent = new TurnOptions(3, 4, 1);

    @Option(names = "--events", paramLabel = "N", description = "Events of a backlog. Default: ${DEFAULT-VALUE}")
    private int events = 20_000;

    private static byte[] text() {
        byte[] text = new byte[200];
        Arrays.fill(text, (byte) 'x');
        return text;
    }

    @Override
    protected Map<String, Callable<String>> measurements() {
        Effort effort = extent.effort(List.of());
        return Map.of("outbox", () -> measure(effort));
    }

    private String measure(Effort effort) throws Exception {
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
            for (int round = 0; round <= effort.rounds(); round++) {
                Collections.shuffle(order, random);
                for (Contestant one : order) {
                    Capacity capacity = new Capacity(one, effort.warmUp(), effort.slice());
                    Capacity.Drain drain = capacity.drain(events, server);
                    // The first round warms up.
                    if (round > 0) {
                        List<Double> rates = requireNonNull(sustained.get(one));
                        // The search begins where the round before ended.
                        double rate =
                                capacity.sustained(rates.isEmpty() ? drain.rate() / 2 : rates.get(rates.size() - 1));
                        requireNonNull(drains.get(one)).add(drain);
                        rates.add(rate);
                        out().printf(
                                        "round %d, %s: a backlog at %,.0f per second, sustained %,.0f%n",
                                        round, one.name(), drain.rate(), rate);
                        out().flush();
                    }
                }
            }
            return Machine.withJava() + ", PostgreSQL " + database.version()
                    + ". %d rounds; backlogs of %,d events; %s s for each rate.%n%n"
                            .formatted(effort.rounds(), events, effort.slice().toMillis() / 1000.0)
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

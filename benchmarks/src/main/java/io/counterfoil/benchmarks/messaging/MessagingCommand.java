package io.counterfoil.benchmarks.messaging;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Database;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** The command {@code ./bench messaging}. */
@Command(
        name = "messaging",
        mixinStandardHelpOptions = true,
        description = {
            "Messages per second through the inbox, over a private RabbitMQ and a private Kafka, compared with the same consumer without deduplication and",
            "with other libraries' idempotent receivers. Each message is a row in PostgreSQL, and acknowledged after the commit. All servers listen on",
            "127.0.0.1, and are stopped and deleted afterwards."
        })
public final class MessagingCommand implements Callable<Integer> {

    private static final String SECTION = "messaging";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}")
    private int rounds = 7;

    @Option(names = "--messages", paramLabel = "N", description = "Messages per turn. Default: ${DEFAULT-VALUE}")
    private int messages = 5_000;

    @Option(
            names = "--backlog",
            description =
                    "Publish the messages before the consumer starts, as after a restart, so that they may have been delivered before.")
    private boolean backlog;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description =
                    "Write the results to the section \"messaging\" of this document, such as docs/benchmarks.md.")
    private @Nullable Path document;

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
        Path target = Path.of(System.getProperty("bench.target", "benchmarks/target"));
        try (Database database = Database.start(target.toAbsolutePath())) {
            StringBuilder report = new StringBuilder(Machine.describe())
                    .append(". Java " + System.getProperty("java.version") + ", PostgreSQL " + database.version())
                    .append(". %d rounds of %,d messages, in another order each round; %d threads, prefetch %d.%n"
                            .formatted(rounds, messages, Broker.THREADS, Broker.PREFETCH));
            try (Broker rabbit = Broker.rabbitMq()) {
                report.append(of(rabbit, database, out));
            }
            try (Broker kafka = Broker.kafka()) {
                report.append(of(kafka, database, out));
            }
            return report.toString();
        }
    }

    private String of(Broker broker, Database database, PrintWriter out) throws Exception {
        try (Field field = new Field(database, broker)) {
            return table(broker.name() + ", plain messages", messages, run(broker, field.plain(), out))
                    + table(broker.name() + ", signals with outcomes", messages, run(broker, field.signals(), out));
        }
    }

    /** The turns of each contestant. The first round warms up and does not count. */
    private Map<String, List<Turn.Result>> run(Broker broker, List<Contestant> contestants, PrintWriter out)
            throws Exception {
        Map<String, List<Turn.Result>> turns = new LinkedHashMap<>();
        for (Contestant contestant : contestants) {
            broker.prepare(contestant.queue());
            turns.put(contestant.name(), new ArrayList<>());
        }
        List<Contestant> order = new ArrayList<>(contestants);
        Random random = new Random(7);
        for (int round = 0; round <= rounds; round++) {
            Collections.shuffle(order, random);
            for (Contestant contestant : order) {
                Turn.Result turn = new Turn(broker, contestant, messages, backlog).run();
                out.printf(
                        "%s, round %d, %s: %,.0f per second%n", broker.name(), round, contestant.name(), turn.rate());
                out.flush();
                if (round > 0) {
                    requireNonNull(turns.get(contestant.name())).add(turn);
                }
            }
        }
        return turns;
    }

    private static String table(String title, int messages, Map<String, List<Turn.Result>> turns) {
        StringBuilder text = new StringBuilder("""

                ### %s

                | | messages per second | ratio to the first | round trips to the database | statements | allocated, KiB | processor time, µs |
                |---|--:|--:|--:|--:|--:|--:|
                """.formatted(title));
        List<Turn.Result> first = turns.values().iterator().next();
        turns.forEach((name, each) -> {
            List<Double> shares = new ArrayList<>();
            for (int round = 0; round < each.size(); round++) {
                shares.add(each.get(round).rate() / first.get(round).rate());
            }
            Spread rate = Spread.of(each.stream().map(Turn.Result::rate).toList());
            text.append("| %s | %,.0f (%,.0f–%,.0f) | %s | %.2f | %.2f | %.1f | %.0f |%n"
                    .formatted(
                            name,
                            rate.median(),
                            rate.min(),
                            rate.max(),
                            Spread.of(shares).asPercent(),
                            of(messages, each, turn -> turn.sent().roundTrips()),
                            of(messages, each, turn -> turn.sent().statements()),
                            of(messages, each, turn -> turn.costs().bytes() / 1024.0),
                            of(messages, each, turn -> turn.costs().cpuNanos() / 1e3)));
        });
        return text.toString();
    }

    /** The mean for one message, over all turns. */
    private static double of(int messages, List<Turn.Result> turns, ToDoubleFunction<Turn.Result> cost) {
        return turns.stream().mapToDouble(cost).average().orElseThrow() / messages;
    }
}

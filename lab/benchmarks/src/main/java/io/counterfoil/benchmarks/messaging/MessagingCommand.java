package io.counterfoil.benchmarks.messaging;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Database;
import io.counterfoil.benchmarks.load.RoundsOption;
import java.util.ArrayList;
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

/** The command {@code ./bench messaging}. */
@Command(
        name = "messaging",
        mixinStandardHelpOptions = true,
        description = {
            "Messages per second through the inbox, over a private RabbitMQ and a private Kafka, compared with the same consumer without deduplication and",
            "with other libraries' idempotent receivers. Each message is a row in PostgreSQL, and acknowledged after the commit. All servers listen on",
            "127.0.0.1, and are stopped and deleted afterwards."
        })
public final class MessagingCommand extends ReportCommand {

    @Mixin
    private final RoundsOption extent = new RoundsOption(7);

    @Option(names = "--messages", paramLabel = "N", description = "Messages per turn. Default: ${DEFAULT-VALUE}")
    private int messages = 5_000;

    @Option(
            names = "--lone",
            paramLabel = "N",
            description = "Messages per turn that are published one after the other. Default: ${DEFAULT-VALUE}")
    private int lone = 500;

    @Option(
            names = "--backlog",
            description =
                    "Publish the messages before the consumer starts, as after a restart, so that they may have been delivered before.")
    private boolean backlog;

    @Override
    protected Map<String, Callable<String>> measurements() {
        int rounds = extent.rounds();
        return Map.of("messaging", () -> measure(rounds));
    }

    private String measure(int rounds) throws Exception {
        try (Database database = Database.start(target())) {
            StringBuilder report = new StringBuilder(Machine.withJava() + ", PostgreSQL " + database.version())
                    .append(". %d rounds of %,d messages, in another order each round; %d threads, prefetch %d.%n"
                            .formatted(rounds, messages, Broker.THREADS, Broker.PREFETCH));
            try (Broker rabbit = Broker.rabbitMq()) {
                report.append(of(rabbit, database, rounds));
            }
            try (Broker kafka = Broker.kafka()) {
                report.append(of(kafka, database, rounds));
            }
            return report.toString();
        }
    }

    private String of(Broker broker, Database database, int rounds) throws Exception {
        try (Field field = new Field(database, broker)) {
            return table(broker.name() + ", plain messages", messages, run(broker, field.plain(), rounds))
                    + table(broker.name() + ", signals with outcomes", messages, run(broker, field.signals(), rounds))
                    + LoneTable.of(broker.name(), lone(broker, field.lone(), rounds));
        }
    }

    /** The times of each contestant in each round, in milliseconds. The first round warms up and does not count. */
    private Map<String, List<List<Double>>> lone(Broker broker, List<Contestant> contestants, int rounds)
            throws Exception {
        Map<String, List<List<Double>>> times = new LinkedHashMap<>();
        for (Contestant contestant : contestants) {
            broker.prepare(contestant.queue());
            times.put(contestant.name(), new ArrayList<>());
        }
        List<Contestant> order = new ArrayList<>(contestants);
        Random random = new Random(7);
        for (int round = 0; round <= rounds; round++) {
            Collections.shuffle(order, random);
            for (Contestant contestant : order) {
                List<Double> turn = new LoneTurn(broker, contestant, lone).run();
                out().printf(
                                "%s, round %d, %s, a lone message: %.2f ms%n",
                                broker.name(), round, contestant.name(), LoneTable.percentile(turn, 0.5));
                out().flush();
                if (round > 0) {
                    requireNonNull(times.get(contestant.name())).add(turn);
                }
            }
        }
        return times;
    }

    /** The turns of each contestant. The first round warms up and does not count. */
    private Map<String, List<Turn.Result>> run(Broker broker, List<Contestant> contestants, int rounds)
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
                out().printf(
                                "%s, round %d, %s: %,.0f per second%n",
                                broker.name(), round, contestant.name(), turn.rate());
                out().flush();
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

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
            return table(broker.name() + ", plain messages", run(broker, field.plain(), out))
                    + table(broker.name() + ", signals with outcomes", run(broker, field.signals(), out));
        }
    }

    /** Rates per second in each round. The first round warms up and does not count. */
    private Map<String, List<Double>> run(Broker broker, List<Contestant> contestants, PrintWriter out)
            throws Exception {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (Contestant contestant : contestants) {
            broker.prepare(contestant.queue());
            rates.put(contestant.name(), new ArrayList<>());
        }
        List<Contestant> order = new ArrayList<>(contestants);
        Random random = new Random(7);
        for (int round = 0; round <= rounds; round++) {
            Collections.shuffle(order, random);
            for (Contestant contestant : order) {
                double rate = new Turn(broker, contestant, messages, backlog).rate();
                out.printf("%s, round %d, %s: %,.0f per second%n", broker.name(), round, contestant.name(), rate);
                out.flush();
                if (round > 0) {
                    requireNonNull(rates.get(contestant.name())).add(rate);
                }
            }
        }
        return rates;
    }

    private static String table(String title, Map<String, List<Double>> rates) {
        StringBuilder text = new StringBuilder(
                "%n### %s%n%n| | messages per second | ratio to the first |%n|---|--:|--:|%n".formatted(title));
        List<Double> first = rates.values().iterator().next();
        rates.forEach((name, each) -> {
            List<Double> shares = new ArrayList<>();
            for (int round = 0; round < each.size(); round++) {
                shares.add(each.get(round) / first.get(round));
            }
            Spread rate = Spread.of(each);
            text.append("| %s | %,.0f (%,.0f–%,.0f) | %s |%n"
                    .formatted(
                            name,
                            rate.median(),
                            rate.min(),
                            rate.max(),
                            Spread.of(shares).asPercent()));
        });
        return text.toString();
    }
}

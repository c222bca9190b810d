package io.counterfoil.benchmarks.bulk;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Server;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.http.LedgerProcess;
import io.counterfoil.benchmarks.load.RoundsOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ./bench bulk}. */
@Command(
        name = "bulk",
        mixinStandardHelpOptions = true,
        description = {
            "Compares many transactions in one request with as many requests, and the import of a file with PostgreSQL's COPY and INSERT ... SELECT of",
            "the same rows. The service and its PostgreSQL listen on 127.0.0.1, and are stopped and deleted afterwards."
        })
public final class BulkCommand extends ReportCommand {

    private static final int CONNECTIONS = 8;

    @Mixin
    private final RoundsOption extent = new RoundsOption(5);

    @Option(
            names = "--items",
            paramLabel = "N",
            description = "Items of a batch, at most 10000. Default: ${DEFAULT-VALUE}")
    private int items = 10_000;

    @Option(names = "--rows", paramLabel = "N", description = "Rows of a file. Default: ${DEFAULT-VALUE}")
    private int rows = 1_000_000;

    @Override
    protected Map<String, Callable<String>> measurements() {
        int rounds = extent.rounds();
        return Map.of("bulk", () -> measure(rounds));
    }

    private String measure(int rounds) throws Exception {
        try (Server server = Server.start(target(), Map.of("max_wal_size", "4GB"));
                LedgerProcess ledger = new LedgerProcess(home(), server.url())) {
            LedgerClient client = new LedgerClient(ledger.port());
            Map<String, Contestant> batches = new LinkedHashMap<>();
            batches.put("one request", () -> client.batch(items));
            batches.put(
                    "as many requests, %d connections".formatted(CONNECTIONS),
                    () -> client.singles(items, CONNECTIONS));
            batches.put("as many requests, 1 connection", () -> client.singles(items, 1));
            Map<String, Contestant> files = new LinkedHashMap<>();
            CopyPeer peer = new CopyPeer(server, client);
            files.put("the import", () -> client.importOf(rows));
            files.put("`COPY`, and `INSERT … SELECT` into the same four tables", () -> peer.everything(rows));
            files.put("`COPY`, and `INSERT … SELECT` of the transactions only", () -> peer.transactions(rows));
            return Machine.withJava() + ", PostgreSQL " + server.version()
                    + ". %d rounds, in another order each round.%n".formatted(rounds)
                    + table("A batch of %,d".formatted(items), "transactions per second", run(batches, items, rounds))
                    + table("A file of %,d rows".formatted(rows), "rows per second", run(files, rows, rounds));
        }
    }

    /** Rates per second in each round. The first round warms up and does not count. */
    private Map<String, List<Double>> run(Map<String, Contestant> contestants, int count, int rounds) throws Exception {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        List<String> order = new ArrayList<>(contestants.keySet());
        order.forEach(name -> rates.put(name, new ArrayList<>()));
        Random random = new Random(7);
        for (int round = 0; round <= rounds; round++) {
            Collections.shuffle(order, random);
            for (String name : order) {
                long start = System.nanoTime();
                requireNonNull(contestants.get(name)).run();
                double rate = count / ((System.nanoTime() - start) / 1e9);
                out().printf("round %d, %s: %,.0f per second%n", round, name, rate);
                out().flush();
                if (round > 0) {
                    requireNonNull(rates.get(name)).add(rate);
                }
            }
        }
        return rates;
    }

    private static String table(String title, String unit, Map<String, List<Double>> rates) {
        StringBuilder text =
                new StringBuilder("%n### %s%n%n| | %s | ratio to the first |%n|---|--:|--:|%n".formatted(title, unit));
        List<Double> first = rates.values().iterator().next();
        rates.forEach((name, each) -> {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < each.size(); round++) {
                ratios.add(each.get(round) / first.get(round));
            }
            Spread rate = Spread.of(each);
            text.append("| %s | %,.0f (%,.0f–%,.0f) | %s |%n"
                    .formatted(
                            name,
                            rate.median(),
                            rate.min(),
                            rate.max(),
                            Spread.of(ratios).asRatio()));
        });
        return text.toString();
    }

    /** Performs all of the work and verifies it. */
    @FunctionalInterface
    private interface Contestant {

        void run() throws Exception;
    }
}

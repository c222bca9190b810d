package io.counterfoil.benchmarks.ledger;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Server;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.http.LedgerProcess;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.LoadOptions;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.RoundTripOption;
import io.counterfoil.benchmarks.load.Slice;
import io.counterfoil.benchmarks.load.Turns;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ./bench ledger}. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        description = {
            "Compares a posting of the ledger with a hand-written controller that executes the same statement on the same tables.",
            "The services and their PostgreSQL listen on 127.0.0.1, and are stopped and deleted afterwards."
        })
public final class LedgerCommand extends ReportCommand {

    private static final String BY_HAND = "by hand, one statement";
    private static final String POSTING = "posting by its data key";
    private static final String NEVER_ANALYZED = "the same, tables never analysed";
    private static final String KEYED = "the same, with a key in the header";
    private static final String DUPLICATE = "duplicate of a data key";
    private static final String ONE_LEDGER = "posting, all to one ledger";
    private static final String LOOK = "read of a ledger";
    private static final String NOT_ALLOWED = "405";
    private static final List<String> ALL =
            List.of(BY_HAND, POSTING, NEVER_ANALYZED, KEYED, DUPLICATE, ONE_LEDGER, LOOK, NOT_ALLOWED);
    /** What asks the database. */
    private static final List<String> ASKING = List.of(BY_HAND, POSTING, KEYED, DUPLICATE, ONE_LEDGER, LOOK);

    private static final int COUNTED = 200;
    private static final int BEHIND_A_NETWORK = 8;
    /** Until the compiler has compiled a service: the contestants are not spread evenly over the services. */
    private static final int WARM = 20_000;

    @Mixin
    private final LoadOptions extent = new LoadOptions(9, 2, 10, List.of(1, 8));

    @Mixin
    private final RoundTripOption network = new RoundTripOption();

    @Override
    protected Map<String, Callable<String>> measurements() {
        Effort effort = extent.effort();
        List<Duration> delays = network.delays();
        return Map.of("ledger", () -> measure(effort, delays));
    }

    private String measure(Effort effort, List<Duration> delays) throws Exception {
        try (Server server = Server.start(
                target(),
                Map.of("shared_preload_libraries", "pg_stat_statements", "autovacuum", "off", "max_wal_size", "4GB"))) {
            Map<String, Cost> costs = count(server);
            StringBuilder text =
                    new StringBuilder("%s, PostgreSQL %s.%n".formatted(Machine.withJava(), server.version()));
            text.append(rates(run(server, effort), costs, effort));
            for (Duration delay : delays) {
                String title = "Postings behind a network of " + RoundTripOption.millis(delay) + " ms";
                text.append(table(title, ASKING, behindNetwork(server, delay, effort), costs, BEHIND_A_NETWORK));
            }
            return text.toString();
        }
    }

    private Measurements run(Server server, Effort effort) throws Exception {
        int most = Collections.max(effort.threads());
        Tables tables = new Tables(server, "analyzed");
        Tables fresh = new Tables(server, "never_analyzed");
        try (LedgerProcess ledger = new LedgerProcess(home(), tables.url());
                LedgerProcess onFresh = new LedgerProcess(home(), fresh.url());
                LedgerProcess peer = byHand(tables.url())) {
            PostingLoad load = PostingLoad.ofLedger(ledger.port(), most);
            PostingLoad ofPeer = byHand(peer, tables, most, ledger);
            PostingLoad loadOnFresh = PostingLoad.ofLedger(onFresh.port(), most);
            AtomicLong count = new AtomicLong();
            AtomicLong countOnFresh = new AtomicLong();
            Map<String, Load.Request> requests = new LinkedHashMap<>();
            requests.put(BY_HAND, ofPeer.posting());
            requests.putAll(requests(load));
            requests.replaceAll((name, request) -> counted(request, count));
            requests.put(NEVER_ANALYZED, counted(loadOnFresh.posting(), countOnFresh));
            for (PostingLoad each : List.of(ofPeer, load, loadOnFresh)) {
                send(each.posting(), WARM);
            }
            // So that the table of keys is not one page when it is analysed.
            send(load.postingWithHeaderKey(), WARM / 4);
            tables.analyze();
            long scanned = tables.rowsReadByScans();
            long scannedOnFresh = fresh.rowsReadByScans();
            Measurements found = new Turns(effort, out()).run("the ledger", requests);
            tables.requireIndexes(true, scanned, count.get());
            fresh.requireIndexes(false, scannedOnFresh, countOnFresh.get());
            return found;
        }
    }

    /** With both services behind a network. */
    private Measurements behindNetwork(Server server, Duration delay, Effort effort) throws Exception {
        Tables tables = new Tables(server, "behind_" + delay.toNanos());
        try (FaultyChannel wire = wireTo(tables);
                LedgerProcess ledger = new LedgerProcess(home(), tables.url(wire.port()));
                LedgerProcess peer = byHand(tables.url(wire.port()))) {
            PostingLoad load = PostingLoad.ofLedger(ledger.port(), BEHIND_A_NETWORK);
            PostingLoad ofPeer = byHand(peer, tables, BEHIND_A_NETWORK, ledger);
            for (PostingLoad each : List.of(ofPeer, load)) {
                send(each.posting(), WARM);
            }
            send(load.postingWithHeaderKey(), WARM / 4);
            tables.analyze();
            Map<String, Load.Request> requests = new LinkedHashMap<>();
            requests.put(BY_HAND, ofPeer.posting());
            requests.putAll(requests(load));
            requests.keySet().retainAll(ASKING);
            wire.follow(() -> Fault.delayResponse(delay));
            return new Turns(RoundTripOption.effort(effort, effort.slice(), BEHIND_A_NETWORK), out())
                    .run("the ledger behind " + RoundTripOption.millis(delay) + " ms", requests);
        }
    }

    private static FaultyChannel wireTo(Tables tables) throws IOException {
        URI direct = URI.create(tables.url().substring("jdbc:".length()));
        return FaultyChannel.open(direct.getHost(), direct.getPort(), FaultPlan.none());
    }

    private static LedgerProcess byHand(String url) throws Exception {
        return new LedgerProcess(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                ByHand.class.getName(),
                url));
    }

    /** The peer posts to ledgers of its own in the same tables. */
    private static PostingLoad byHand(LedgerProcess peer, Tables tables, int count, LedgerProcess ledger)
            throws Exception {
        PostingLoad.ofLedger(ledger.port(), count);
        return new PostingLoad(
                peer.port(),
                tables.ledgers(count).stream().map(id -> "/ledgers/" + id).toList());
    }

    private static Map<String, Load.Request> requests(PostingLoad load) throws Exception {
        Map<String, Load.Request> requests = new LinkedHashMap<>();
        requests.put(POSTING, load.posting());
        requests.put(KEYED, load.postingWithHeaderKey());
        requests.put(DUPLICATE, load.duplicate());
        requests.put(ONE_LEDGER, load.postingToOneLedger());
        requests.put(LOOK, load.look());
        requests.put(NOT_ALLOWED, load.methodNotAllowed());
        return requests;
    }

    private static Load.Request counted(Load.Request request, AtomicLong count) {
        return () -> {
            request.send();
            count.incrementAndGet();
        };
    }

    /** What one request takes of the database. */
    private record Cost(double roundTrips, double statements) {}

    /** Counts round trips on the wire between service and database, and statements in the database. */
    private static Map<String, Cost> count(Server server) throws Exception {
        Tables tables = new Tables(server, "counted");
        Map<String, Cost> costs = new LinkedHashMap<>();
        try (FaultyChannel wire = wireTo(tables);
                LedgerProcess ledger = new LedgerProcess(home(), tables.url(wire.port()));
                LedgerProcess peer = byHand(tables.url(wire.port()))) {
            Map<String, Load.Request> requests = new LinkedHashMap<>(requests(PostingLoad.ofLedger(ledger.port(), 1)));
            requests.put(BY_HAND, byHand(peer, tables, 1, ledger).posting());
            for (Map.Entry<String, Load.Request> request : requests.entrySet()) {
                // So that all statements are prepared.
                send(request.getValue(), COUNTED);
                long roundTrips = wire.exchanges();
                long statements = tables.statements();
                send(request.getValue(), COUNTED);
                costs.put(
                        request.getKey(),
                        new Cost(
                                (double) (wire.exchanges() - roundTrips) / COUNTED,
                                (double) (tables.statements() - statements) / COUNTED));
            }
        }
        return costs;
    }

    private static void send(Load.Request request, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            request.send();
        }
    }

    private static String rates(Measurements found, Map<String, Cost> costs, Effort effort) {
        StringBuilder text = new StringBuilder("\n" + effort.turns() + "\n");
        for (int count : effort.threads()) {
            text.append(table("Postings", ALL, found, costs, count));
        }
        return text.toString();
    }

    private static String table(
            String title, List<String> names, Measurements found, Map<String, Cost> costs, int count) {
        StringBuilder text = new StringBuilder("""

                ### %s, %d connections

                | | per second | of by hand | p50, µs | p99, µs | round trips | statements |
                |---|--:|--:|--:|--:|--:|--:|
                """.formatted(title, count));
        for (String name : names) {
            Spread rate = found.of(name, count, Slice::rate);
            Cost cost = requireNonNull(costs.get(name.equals(NEVER_ANALYZED) ? POSTING : name));
            text.append("| %s | %,.0f (%,.0f–%,.0f) | %s | %s | %s | %.1f | %.1f |%n"
                    .formatted(
                            name,
                            rate.median(),
                            rate.min(),
                            rate.max(),
                            found.ratio(name, BY_HAND, count, Slice::rate).asPercent(),
                            Spread.figure(found.of(name, count, Slice::p50).median()),
                            Spread.figure(found.of(name, count, Slice::p99).median()),
                            cost.roundTrips(),
                            cost.statements()));
        }
        return text.toString();
    }
}

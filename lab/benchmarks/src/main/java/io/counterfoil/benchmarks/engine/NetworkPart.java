package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Contestant.Measured;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.RoundTripOption;
import io.counterfoil.benchmarks.load.Slice;
import io.counterfoil.benchmarks.load.Turns;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * First executions and replays with a network between service and database: a proxy that delays each response. Its exchanges are the
 * round trips.
 */
final class NetworkPart {

    static final int THREADS = 8;

    private static final int PROBES = 101;
    private static final int WARM_UP = 20;
    private static final int COUNTED = 200;

    private final FaultyChannel channel;
    private final Effort effort;
    private final int keys;
    private final PrintWriter out;

    /** @param channel to the database's server, and between it and all contestants */
    NetworkPart(FaultyChannel channel, Effort effort, int keys, PrintWriter out) {
        this.channel = channel;
        this.effort = RoundTripOption.effort(effort, effort.warmUp(), THREADS);
        this.keys = keys;
        this.out = out;
    }

    /** Round trips of each contestant, then its rates with each delay. */
    String run(String url, List<Contestant> contestants, List<Duration> delays) throws Exception {
        List<Entrant> all = new ArrayList<>();
        for (Contestant one : contestants) {
            all.add(new Entrant(one, Requests.seeded(one, keys)));
        }
        Map<String, Double> first = roundTrips(all, Measured.FIRST);
        Map<String, Double> replays = roundTrips(all, Measured.REPLAY);
        StringBuilder text =
                new StringBuilder("%d rounds, %d ms a turn; medians. Round trips of %d requests in a row.%n"
                        .formatted(effort.rounds(), effort.slice().toMillis(), COUNTED));
        for (Duration delay : delays) {
            channel.follow(() -> Fault.delayResponse(delay));
            text.append("""

                    ### %s ms between service and database, %d threads

                    A `SELECT 1` takes %s ms.

                    | | first: round trips | per second | p50, ms | replay: round trips | per second | p50, ms | |
                    |---|--:|--:|--:|--:|--:|--:|---|
                    """.formatted(RoundTripOption.millis(delay), THREADS, Spread.figure(roundTripMillis(url))));
            Measurements ofFirst = turns(all, Measured.FIRST, delay);
            Measurements ofReplays = turns(all, Measured.REPLAY, delay);
            for (Entrant one : all) {
                text.append("| %s | %s | %s | %s |%n"
                        .formatted(
                                one.contestant().title(),
                                cells(one, Measured.FIRST, first, ofFirst),
                                cells(one, Measured.REPLAY, replays, ofReplays),
                                one.contestant().remark()));
            }
            channel.follow(FaultPlan.none());
        }
        for (Entrant one : all) {
            one.requests().check();
        }
        return text.toString();
    }

    private record Entrant(Contestant contestant, Requests requests) {

        boolean isMeasured(Measured kind) {
            return contestant.measured().contains(kind);
        }
    }

    /** Round trips of a request, of many in a row on one thread and without a delay. */
    private Map<String, Double> roundTrips(List<Entrant> all, Measured kind) throws Exception {
        Map<String, Double> found = new HashMap<>();
        for (Entrant one : all) {
            if (one.isMeasured(kind)) {
                send(one, kind, WARM_UP);
                long before = channel.exchanges();
                send(one, kind, COUNTED);
                found.put(one.contestant().name(), (channel.exchanges() - before) / (double) COUNTED);
            }
        }
        return found;
    }

    private static void send(Entrant one, Measured kind, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            one.requests().send(kind);
        }
    }

    private static double roundTripMillis(String url) throws SQLException {
        double[] millis = new double[PROBES];
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement probe = connection.prepareStatement("SELECT 1")) {
            for (int i = 0; i < PROBES; i++) {
                long before = System.nanoTime();
                probe.execute();
                millis[i] = (System.nanoTime() - before) / 1e6;
            }
        }
        return Spread.percentileOf(millis, 0.5);
    }

    private Measurements turns(List<Entrant> all, Measured kind, Duration delay) throws Exception {
        Map<String, Load.Request> requests = new LinkedHashMap<>();
        for (Entrant one : all) {
            if (one.isMeasured(kind)) {
                requests.put(one.contestant().name(), () -> one.requests().send(kind));
            }
        }
        return new Turns(effort, out).run("%s behind %s ms".formatted(kind, RoundTripOption.millis(delay)), requests);
    }

    private static String cells(Entrant one, Measured kind, Map<String, Double> roundTrips, Measurements found) {
        if (!one.isMeasured(kind)) {
            return "– | – | –";
        }
        String name = one.contestant().name();
        return "%.1f | %,.0f | %s"
                .formatted(
                        roundTrips.get(name),
                        found.of(name, THREADS, Slice::rate).median(),
                        Spread.figure(found.of(name, THREADS, Slice::p50).median() / 1000));
    }
}

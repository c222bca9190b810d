package io.counterfoil.benchmarks.http.bookings;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Booking;
import io.counterfoil.benchmarks.engine.Database;
import io.counterfoil.benchmarks.http.Wire;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.RoundTripOption;
import io.counterfoil.benchmarks.load.ServerTime;
import io.counterfoil.benchmarks.load.Slice;
import io.counterfoil.benchmarks.load.Turns;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * One booking over HTTP: without a key, with a key on the starter, and with a key that a controller treats by hand; on one Spring Boot
 * application, one pool of connections and one PostgreSQL. The load runs in the same process.
 */
public final class BookingContest {

    private static final String UNKEYED = "without a key";
    private static final String STARTER = "**on the starter**";
    private static final String BY_HAND = "by hand";
    private static final String REPLAY = ", replay";
    private static final String STARTER_REPLAY = STARTER + REPLAY;
    private static final String BY_HAND_REPLAY = BY_HAND + REPLAY;

    private static final String BODY = "{\"room\":17,\"guest\":\"A guest\",\"nights\":3}";
    private static final int REPLAYED_KEYS = 2_000;

    /** Hikari's default, which is Spring Boot's. */
    private static final int POOL = 10;

    private static final int BEHIND_A_NETWORK = 8;

    private static final List<String> TABLES = List.of("booking", "counterfoil_record", "request");

    private final Effort effort;
    private final List<Duration> delays;
    private final int counted;
    private final PrintWriter out;
    private final AtomicLong booked = new AtomicLong();

    /**
     * The extent of the measurement.
     *
     * @param delays of networks between service and database, behind which it is repeated
     * @param counted the number of requests whose costs are counted
     */
    public BookingContest(Effort effort, List<Duration> delays, int counted, PrintWriter out) {
        this.effort = effort;
        this.delays = List.copyOf(delays);
        this.counted = counted;
        this.out = out;
    }

    /**
     * Measures.
     *
     * @throws IllegalStateException if a response was wrong, a booking was made twice or not at all, or a table was read without an index
     */
    public String run() throws Exception {
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        try (Database database = Database.start(directory);
                HikariDataSource watching = database.pool("watching", 1)) {
            StringBuilder text = new StringBuilder("PostgreSQL %s, durable. A pool of %d connections; %s%n"
                    .formatted(database.version(), POOL, effort.turns()));
            StringBuilder costs = new StringBuilder();
            try (HikariDataSource pool = database.countedPool("bookings", POOL)) {
                ServerTime server = new ServerTime(watching);
                text.append(measure(pool, effort, "", () -> {}, all -> costs.append(costs(all, server))));
            }
            for (Duration delay : delays) {
                text.append(behindNetwork(database, delay));
            }
            return text.append(costs).toString();
        }
    }

    private String behindNetwork(Database database, Duration delay) throws Exception {
        try (FaultyChannel network = FaultyChannel.open("localhost", database.port(), FaultPlan.none());
                HikariDataSource pool =
                        database.through(network.port()).countedPool("behind_" + delay.toNanos(), POOL)) {
            return measure(
                    pool,
                    RoundTripOption.effort(effort, effort.slice(), BEHIND_A_NETWORK),
                    " behind a network of " + RoundTripOption.millis(delay) + " ms",
                    () -> network.follow(() -> Fault.delayResponse(delay)),
                    all -> {});
        }
    }

    /** Counts what requests cost, after their rates. */
    @FunctionalInterface
    private interface Costs {
        void of(Map<String, Load.Request> contestants) throws Exception;
    }

    /** @param warmed runs between the warm-up and the measurement */
    private String measure(HikariDataSource pool, Effort extent, String where, Runnable warmed, Costs costs)
            throws Exception {
        Database.run(pool, List.of(Booking.TABLE, ByHandRequests.TABLE));
        booked.set(0);
        try (ConfigurableApplicationContext application = BookingApplication.start(pool)) {
            int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            ThreadLocal<Wire> wire = ThreadLocal.withInitial(() -> connect(port));
            Map<String, Load.Request> first = new LinkedHashMap<>();
            first.put(UNKEYED, () -> book(wire.get(), "/unkeyed/bookings", ""));
            first.put(STARTER, () -> book(wire.get(), "/starter/bookings", key()));
            first.put(BY_HAND, () -> book(wire.get(), "/by-hand/bookings", key()));
            new Turns(new Effort(1, effort.warmUp(), effort.warmUp(), List.of(POOL)), out).run("warm-up", first);
            Map<String, Load.Request> replays = new LinkedHashMap<>();
            replays.put(STARTER_REPLAY, replays(wire.get(), wire, "/starter/bookings"));
            replays.put(BY_HAND_REPLAY, replays(wire.get(), wire, "/by-hand/bookings"));

            Database.run(pool, TABLES.stream().map(table -> "ANALYZE " + table).toList());
            long read = rowsReadWithoutIndex(pool);
            warmed.run();
            Measurements found = new Turns(extent, out).run("bookings" + where, first);
            Measurements again = new Turns(extent, out).run("replays of bookings" + where, replays);
            StringBuilder text = new StringBuilder();
            for (int connections : extent.threads()) {
                text.append(table(found, first, BY_HAND, where, connections))
                        .append(table(again, replays, BY_HAND_REPLAY, where, connections));
            }
            Map<String, Load.Request> all = new LinkedHashMap<>(first);
            all.putAll(replays);
            costs.of(all);
            requireIndexes(pool, read);
            requireBookings(pool);
            return text.toString();
        }
    }

    private static Wire connect(int port) {
        try {
            return new Wire(port);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static String key() {
        return "Idempotency-Key: \"" + UuidV7.next() + "\"\r\n";
    }

    private Wire.Answer book(Wire wire, String path, String key) throws IOException {
        Wire.Answer answer = wire.send(Wire.request("POST", path, key, BODY));
        require(answer.status() == 201 && answer.body().contains("\"guest\":\"A guest\""), path, answer);
        booked.incrementAndGet();
        return answer;
    }

    /** Makes the bookings that are replayed. */
    private Load.Request replays(Wire making, ThreadLocal<Wire> wire, String path) throws IOException {
        List<byte[]> requests = new ArrayList<>();
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < REPLAYED_KEYS; i++) {
            String key = key();
            bodies.add(book(making, path, key).body());
            requests.add(Wire.request("POST", path, key, BODY));
        }
        return () -> {
            int which = ThreadLocalRandom.current().nextInt(REPLAYED_KEYS);
            Wire.Answer answer = wire.get().send(requests.get(which));
            require(answer.status() == 201 && answer.body().equals(bodies.get(which)), path, answer);
        };
    }

    private static void require(boolean right, String path, Wire.Answer answer) {
        if (!right) {
            throw new IllegalStateException("%s answered %s%s".formatted(path, answer.head(), answer.body()));
        }
    }

    private static String table(
            Measurements found, Map<String, Load.Request> contestants, String base, String where, int connections) {
        StringBuilder text = new StringBuilder("""

                #### %s, %d %s

                | | per second | of by hand | p50, µs | p99, µs |
                |---|--:|--:|--:|--:|
                """.formatted(
                        (base.equals(BY_HAND) ? "A booking over HTTP" : "A replay over HTTP") + where,
                        connections,
                        connections == 1 ? "connection" : "connections"));
        for (String name : contestants.keySet()) {
            Spread rate = found.of(name, connections, Slice::rate);
            text.append("| %s | %,.0f (%,.0f–%,.0f) | %s | %s | %s |%n"
                    .formatted(
                            name.replace(REPLAY, ""),
                            rate.median(),
                            rate.min(),
                            rate.max(),
                            found.ratio(name, base, connections, Slice::rate).asPercent(),
                            Spread.figure(
                                    found.of(name, connections, Slice::p50).median()),
                            Spread.figure(
                                    found.of(name, connections, Slice::p99).median())));
        }
        return text.toString();
    }

    private String costs(Map<String, Load.Request> contestants, ServerTime server) throws Exception {
        StringBuilder text = new StringBuilder("""

                #### What one request costs

                The means of %,d requests, one after the other over one connection. Allocation is that of the service's threads, processor time that of them and of PostgreSQL.

                | | round trips to the database | statements | allocated, KiB | processor time, µs | that of PostgreSQL, µs | both, of by hand |
                |---|--:|--:|--:|--:|--:|--:|
                """.formatted(counted));
        Map<String, RequestCosts> costs = new LinkedHashMap<>();
        try (Load load = new Load(1)) {
            for (Map.Entry<String, Load.Request> contestant : contestants.entrySet()) {
                load.run(contestant.getValue(), effort.slice());
                costs.put(contestant.getKey(), RequestCosts.of(contestant.getValue(), counted, load, server));
            }
        }
        costs.forEach((name, cost) -> {
            RequestCosts base = requireNonNull(costs.get(name.endsWith(REPLAY) ? BY_HAND_REPLAY : BY_HAND));
            text.append(cost.row(name, base));
        });
        return text.toString();
    }

    /** The rows that scans of whole tables have read since the tables were made. */
    private static long rowsReadWithoutIndex(DataSource pool) throws SQLException, InterruptedException {
        // A backend publishes its counts after a second at most, or when it is asked to.
        Thread.sleep(1_100);
        String sql =
                "SELECT coalesce(sum(seq_tup_read), 0), bool_and(last_analyze IS NOT NULL) FROM pg_stat_user_tables WHERE relname IN ('"
                        + String.join("', '", TABLES) + "')";
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            if (!row.getBoolean(2)) {
                throw new IllegalStateException("a table was not analysed: " + TABLES);
            }
            return row.getLong(1);
        }
    }

    private static void requireIndexes(DataSource pool, long before) throws SQLException, InterruptedException {
        long read = rowsReadWithoutIndex(pool) - before;
        if (read > 0) {
            throw new IllegalStateException("%,d rows of %s were read without an index".formatted(read, TABLES));
        }
    }

    private void requireBookings(DataSource pool) throws SQLException {
        long found = Booking.count(pool);
        if (found != booked.get()) {
            throw new IllegalStateException(
                    "%,d bookings for %,d requests that were confirmed".formatted(found, booked.get()));
        }
    }
}

package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Turns;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;

/** Runs a part on its own database, and returns the results in Markdown. */
final class EngineParts {

    private static final int PROCESSES = 10;
    private static final int PROFILED_THREADS = 8;

    /** Connections beside one for each thread: DBOS listens on one, and begins on a second. */
    private static final int SPARE = 3;

    private static final Duration PROFILED = Duration.ofSeconds(20);

    /** With what they are held against. */
    private static final List<Function<DataSource, Contestant>> OURS =
            List.of(Floors::claimFirst, Ours::transactional, Ours::lease);

    private static final List<Function<DataSource, Contestant>> PEERS =
            List.of(DbosPeer::new, Peers::springIntegration, Peers::camel, Peers::eventuate);

    private static final List<Function<DataSource, Contestant>> FIRST = all(List.of(
            List.of(Floors::none, Floors::twoStatements, Floors::oneRoundTrip, ByHand::new),
            OURS,
            List.of(Peers::shedLock),
            PEERS));
    private static final List<Function<DataSource, Contestant>> REPLAY =
            all(List.of(List.of(Floors::select), OURS, List.of(Ours::remembering), PEERS));
    private static final List<Function<DataSource, Contestant>> COMPARED = all(List.of(
            List.of(Floors::none, Floors::select, Floors::twoStatements), OURS, List.of(Peers::shedLock), PEERS));

    /** The shape without our Java splits what ours costs more than a floor. */
    private static final List<Function<DataSource, Contestant>> COSTS = all(List.of(COMPARED, List.of(ByHand::new)));

    private static final List<Aim> FIRST_AIMS = List.of(
            new Aim(Ours.TRANSACTIONAL, Floors.CLAIM_FIRST, 1.05),
            new Aim(Ours.TRANSACTIONAL, Floors.TWO_STATEMENTS, 0.88));
    private static final List<Aim> MIXED_AIMS = List.of(new Aim(Ours.TRANSACTIONAL, Floors.CLAIM_FIRST, 1));
    private static final List<Aim> REPLAY_AIMS =
            List.of(new Aim(Ours.TRANSACTIONAL, Floors.SELECT, 0.9), new Aim(Ours.REMEMBERING, Floors.SELECT, 10));
    private static final List<Double> MIXES = List.of(0.1, 0.5);

    private final Path directory;
    private final Effort effort;
    private final int rows;
    private final int keys;
    private final List<Duration> delays;
    private final boolean jfr;
    private final PrintWriter out;

    EngineParts(
            Path directory, Effort effort, int rows, int keys, List<Duration> delays, boolean jfr, PrintWriter out) {
        this.directory = directory;
        this.effort = effort;
        this.rows = rows;
        this.keys = keys;
        this.delays = delays;
        this.jfr = jfr;
        this.out = out;
    }

    private static List<Function<DataSource, Contestant>> all(List<List<Function<DataSource, Contestant>>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    String run(Part part) throws Exception {
        if (part == Part.MEMORY) {
            return new MemoryPart(effort, out).run();
        }
        try (Database database = Database.start(directory)) {
            String server = "PostgreSQL %s, durable. ".formatted(database.version());
            return server
                    + switch (part) {
                        case FIRST -> first(database);
                        case REPLAY -> replay(database);
                        case MIXED -> mixed(database);
                        case NETWORK -> network(database);
                        case COSTS -> costs(database);
                        case WAITING -> waiting(database);
                        case PURGE -> purge(database);
                        case MEMORY -> throw new IllegalStateException("requires no database");
                    };
        }
    }

    private String first(Database database) throws Exception {
        try (Field field = new Field(database, poolSize())) {
            List<Contestant> contestants = field.enter(FIRST);
            Measurements found = throughput().of("first executions", contestants, Requests::first);
            String report = new ThroughputReport(found, contestants, Floors.CLAIM_FIRST, effort.threads(), FIRST_AIMS)
                    .markdown("First executions");
            return turns() + report + (jfr ? profile(contestants) : "");
        }
    }

    private String replay(Database database) throws Exception {
        try (Field field = new Field(database, poolSize())) {
            List<Contestant> contestants = field.enter(REPLAY);
            Measurements found = throughput().of("replays", contestants, Requests::replay);
            return turns()
                    + new ThroughputReport(found, contestants, Floors.SELECT, effort.threads(), REPLAY_AIMS)
                            .markdown("Replays");
        }
    }

    private String mixed(Database database) throws Exception {
        StringBuilder text = new StringBuilder(turns());
        try (Field field = new Field(database, poolSize())) {
            List<Contestant> contestants = field.enter(List.of(Floors::claimFirst, Ours::transactional));
            for (double replays : MIXES) {
                String title = "%.0f %% of the requests are replays".formatted(100 * replays);
                Measurements found = throughput().of(title, contestants, requests -> requests.mixed(replays));
                text.append(new ThroughputReport(found, contestants, Floors.CLAIM_FIRST, effort.threads(), MIXED_AIMS)
                        .markdown(title));
            }
        }
        return text.toString();
    }

    private String network(Database database) throws Exception {
        try (FaultyChannel channel = FaultyChannel.open("localhost", database.port(), FaultPlan.none())) {
            Database remote = database.through(channel.port());
            try (Field field = new Field(remote, NetworkPart.THREADS + SPARE)) {
                return new NetworkPart(channel, effort, keys, out).run(remote.url(), field.enter(COMPARED), delays);
            }
        }
    }

    private String costs(Database database) throws Exception {
        try (Field field = new Field(database.countingStatements(), CostsPart.THREADS + SPARE)) {
            return new CostsPart(database, effort, keys, out).run(field.enter(COSTS));
        }
    }

    private String waiting(Database database) throws Exception {
        try (Field field = new Field(database, WaitingPart.POOL)) {
            return new WaitingPart(effort, keys, out)
                    .run(List.of(
                            new WaitingPart.Case(
                                    "floor3, whose duplicates wait in the database",
                                    List.of(field.enter(Floors::claimFirst))),
                            new WaitingPart.Case(
                                    "**ours, transactional**, one process", List.of(field.enter(Ours::transactional))),
                            new WaitingPart.Case(
                                    "**ours, transactional**, ten processes",
                                    Ours.processes(field.enter(Ours::transactional), PROCESSES)),
                            new WaitingPart.Case("**ours, lease**, one process", List.of(field.enter(Ours::lease)))));
        }
    }

    private String purge(Database database) throws Exception {
        try (Field field = new Field(database, Math.max(poolSize(), PurgePart.THREADS + 1))) {
            return new PurgePart(rows, effort, out).run(List.of(new BatchedDeletes(field.enter(Ours::transactional))));
        }
    }

    private static String profile(List<Contestant> contestants) throws Exception {
        Contestant ours = contestants.stream()
                .filter(one -> one.name().equals(Ours.TRANSACTIONAL))
                .findFirst()
                .orElseThrow();
        try (Load load = new Load(PROFILED_THREADS)) {
            return Profile.of(() ->
                            load.run(() -> Requests.requireAnswer(ours, ours.execute(Requests.key())), PROFILED))
                    .markdown("Where our JVM spends its time in first executions, transactional, %d threads"
                            .formatted(PROFILED_THREADS));
        }
    }

    private Throughput throughput() {
        return new Throughput(new Turns(effort, out), keys);
    }

    private int poolSize() {
        int most = Collections.max(effort.threads());
        return SPARE + (jfr ? Math.max(most, PROFILED_THREADS) : most);
    }

    private String turns() {
        return ("A pool of %d connections for each; %d rounds, %d ms a turn; medians, and the smallest and largest round."
                        + " %,d keys ran before, and the tables were analysed; sequential scans of ours and of the floors read less than a row a request.%n")
                .formatted(poolSize(), effort.rounds(), effort.slice().toMillis(), keys);
    }
}

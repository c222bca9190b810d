package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Turns;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs a part on its own database, and returns the results in Markdown. */
final class EngineParts {

    private static final int PROCESSES = 10;
    private static final int PROFILED_THREADS = 8;
    private static final Duration PROFILED = Duration.ofSeconds(20);

    private final Path directory;
    private final Effort effort;
    private final int rows;
    private final int keys;
    private final boolean jfr;
    private final PrintWriter out;

    EngineParts(Path directory, Effort effort, int rows, int keys, boolean jfr, PrintWriter out) {
        this.directory = directory;
        this.effort = effort;
        this.rows = rows;
        this.keys = keys;
        this.jfr = jfr;
        this.out = out;
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
                        case WAITING -> waiting(database);
                        case PURGE -> purge(database);
                        case MEMORY -> throw new IllegalStateException("requires no database");
                    };
        }
    }

    private String first(Database database) throws Exception {
        try (Field field = new Field(database, poolSize())) {
            List<Contestant> contestants = new ArrayList<>();
            contestants.add(field.enter(Floors::none));
            contestants.add(field.enter(Floors::twoStatements));
            contestants.add(field.enter(Floors::oneRoundTrip));
            contestants.add(field.enter(ByHand::new));
            Ours ours = field.enter(Ours::transactional);
            contestants.add(ours);
            contestants.add(field.enter(Ours::lease));
            contestants.addAll(peers(field));
            Measurements found = new Throughput(new Turns(effort, out)).first(contestants);
            return turns()
                    + new ThroughputReport(found, contestants, Floors.TWO_STATEMENTS, effort.threads())
                            .markdown("First executions")
                    + (jfr ? profile(ours) : "");
        }
    }

    private String replay(Database database) throws Exception {
        try (Field field = new Field(database, poolSize())) {
            List<Contestant> seeding = new ArrayList<>();
            Contestant floor = field.enter(Floors::twoStatements);
            seeding.add(floor);
            seeding.add(field.enter(Ours::transactional));
            seeding.add(field.enter(Ours::lease));
            seeding.addAll(peers(field));
            List<Contestant> contestants = new ArrayList<>(seeding);
            contestants.add(0, Floors.select(floor.pool()));
            Measurements found = new Throughput(new Turns(effort, out)).replay(contestants, seeding, keys);
            return turns()
                    + new ThroughputReport(found, contestants, Floors.SELECT, effort.threads()).markdown("Replays");
        }
    }

    private static List<Contestant> peers(Field field) throws Exception {
        return List.of(field.enter(Peers::camel), field.enter(Peers::springIntegration), field.enter(Peers::eventuate));
    }

    private String waiting(Database database) throws Exception {
        try (Field field = new Field(database, WaitingPart.POOL)) {
            return new WaitingPart(effort, out)
                    .run(List.of(
                            new WaitingPart.Case(
                                    "floor2, whose duplicates wait in the database",
                                    List.of(field.enter(Floors::twoStatements))),
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

    private static String profile(Contestant one) throws Exception {
        try (Load load = new Load(PROFILED_THREADS)) {
            return Profile.of(() ->
                            load.run(() -> Throughput.requireAnswer(one, one.execute(Throughput.key())), PROFILED))
                    .markdown("Where our JVM spends its time in first executions, transactional, %d threads"
                            .formatted(PROFILED_THREADS));
        }
    }

    /** One connection per thread. */
    private int poolSize() {
        int most = Collections.max(effort.threads());
        return jfr ? Math.max(most, PROFILED_THREADS) : most;
    }

    private String turns() {
        return "A pool of %d connections for each; %d rounds, %d ms a turn; medians, and the smallest and largest round.%n"
                .formatted(poolSize(), effort.rounds(), effort.slice().toMillis());
    }
}

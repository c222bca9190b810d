package io.counterfoil.jdbc.crash;

import static io.counterfoil.jdbc.crash.Points.AFTER_EFFECT;
import static io.counterfoil.jdbc.crash.Points.BEFORE_EFFECT;
import static io.counterfoil.testkit.store.Step.AFTER_ABANDON;
import static io.counterfoil.testkit.store.Step.AFTER_COMMIT;
import static io.counterfoil.testkit.store.Step.AFTER_COMPLETE;
import static io.counterfoil.testkit.store.Step.AFTER_FIND;
import static io.counterfoil.testkit.store.Step.AFTER_RELEASE;
import static io.counterfoil.testkit.store.Step.AFTER_SAVE;
import static io.counterfoil.testkit.store.Step.AFTER_TAKE_OVER;
import static io.counterfoil.testkit.store.Step.BEFORE_COMPLETE;
import static io.counterfoil.testkit.store.Step.BEFORE_FIND;
import static io.counterfoil.testkit.store.Step.BEFORE_LEASE;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toSet;

import io.counterfoil.jdbc.SharedSlots;
import io.counterfoil.testkit.store.Step;
import io.counterfoil.testkit.thread.TestThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Kills processes, takes their work up in this one, and has the outcome looked at. Used by one thread, which closes it. */
final class Crashes implements AutoCloseable {

    /** All points of the protocol, each with the settings that pass it. */
    static final List<Point> POINTS = points();

    /**
     * The points again, by the kill that comes at them. A renewal that stands still keeps its timer's thread, so that no other lease of that
     * setting gets to the point behind it: those before a step come in one kill, those after it in another.
     */
    static final List<List<Point>> POINTS_BY_KILL =
            List.copyOf(POINTS.stream().collect(partitioningBy(Point::isBefore)).values());

    private static final int ONCE = 1;

    /** How many intentions are taken up at once. */
    private static final int HEIRS = 8;

    private static final Point ANY = new Point("any instant", EnumSet.allOf(Setting.class));

    /** Points at which the preparation is known to be kept. */
    private static final Set<String> SAVED =
            Set.of(AFTER_SAVE.name(), BEFORE_EFFECT, AFTER_EFFECT, BEFORE_COMPLETE.name(), AFTER_COMPLETE.name());

    private final Path directory;
    private final Site site;
    private final Duration lease;
    private final Retrying heir;
    private final ExecutorService heirs = Executors.newFixedThreadPool(HEIRS);
    private final Audit audit;
    private final TakeUp takeUp;

    /** Those of the intentions that the present process has. */
    private final Set<Long> slots = new HashSet<>();

    private int kills;
    private int intentions;

    Crashes(Path directory, Site site, Duration lease, Audit audit) {
        this.directory = directory;
        this.site = site;
        this.lease = lease;
        this.heir = new Retrying(
                new Engines("heir", site, site.store().dataSource(), lease, (point, intention) -> {}), ONCE);
        this.audit = audit;
        this.takeUp = new TakeUp(site, heir, audit);
    }

    /** A point, and who passes it. */
    record Point(String name, Set<Setting> settings) {

        boolean isBefore() {
            return name.startsWith("BEFORE_");
        }

        /** What one is told who asks after somebody was killed at this point. */
        String expected(Setting setting) {
            Set<String> free = EnumSet.of(BEFORE_FIND, AFTER_FIND, BEFORE_LEASE, AFTER_RELEASE).stream()
                    .map(Step::name)
                    .collect(toSet());
            if (name.equals(AFTER_COMMIT.name()) || name.equals(AFTER_COMPLETE.name())) {
                return "REPLAYED ";
            }
            return setting == Setting.UNKNOWN && !free.contains(name) ? "UNKNOWN" : "EXECUTED ";
        }
    }

    private static List<Point> points() {
        List<Point> points = new ArrayList<>();
        for (Step step : Step.values()) {
            points.add(new Point(step.name(), settings(step)));
        }
        points.add(new Point(BEFORE_EFFECT, EnumSet.allOf(Setting.class)));
        points.add(new Point(AFTER_EFFECT, EnumSet.allOf(Setting.class)));
        return List.copyOf(points);
    }

    private static Set<Setting> settings(Step step) {
        return switch (step) {
            case BEFORE_CLAIM, AFTER_CLAIM, BEFORE_RECORD, AFTER_RECORD, BEFORE_COMMIT, AFTER_COMMIT ->
                EnumSet.of(Setting.TRANSACTIONAL);
            case BEFORE_TAKE_OVER, AFTER_TAKE_OVER -> EnumSet.of(Setting.UNKNOWN);
            case BEFORE_FIND, AFTER_FIND, BEFORE_RELEASE, AFTER_RELEASE -> EnumSet.allOf(Setting.class);
            case BEFORE_LEASE,
                    AFTER_LEASE,
                    BEFORE_RENEW,
                    AFTER_RENEW,
                    BEFORE_SAVE,
                    AFTER_SAVE,
                    BEFORE_COMPLETE,
                    AFTER_COMPLETE,
                    BEFORE_ABANDON,
                    AFTER_ABANDON -> Setting.LEASED;
        };
    }

    int kills() {
        return kills;
    }

    int intentions() {
        return intentions;
    }

    /** Kills a process when an intention of each setting stands at each of these points. */
    void crashAt(List<Point> points) throws IOException, InterruptedException, SQLException {
        List<Struck> struck = new ArrayList<>();
        try (Worker victim = victim()) {
            for (Point point : points) {
                for (Setting setting : point.settings) {
                    String intention = intend(setting);
                    int call = point.name.endsWith("_TAKE_OVER")
                            ? resolveTo(victim, point.name, intention)
                            : victim.executeTo(point.name, intention, setting);
                    struck.add(new Struck(intention, setting, point, call));
                }
            }
            for (Struck one : struck) {
                victim.reached(one.call);
            }
            victim.kill();
        }
        for (Struck one : struck) {
            if (one.point.name.equals(AFTER_TAKE_OVER.name())) {
                // The operator's lease is long.
                site.endLeases(one.intention);
            }
        }
        takeUp(struck, Optional.empty());
    }

    @Override
    public void close() {
        heirs.shutdownNow();
    }

    /** The first execution fails, which leaves the outcome unknown; then somebody sets out to resolve that. */
    private static int resolveTo(Worker victim, String point, String intention) throws InterruptedException {
        int failing = victim.executeTo(AFTER_ABANDON.name(), intention, Setting.UNKNOWN);
        victim.reached(failing);
        victim.call("go", intention);
        victim.failure(failing);
        return victim.call("resolve", intention, point);
    }

    /** Kills a process in the middle of many intentions, when it has answered so many. */
    void crashAtAnyInstant(int together, int answers) throws IOException, InterruptedException, SQLException {
        List<Struck> struck = new ArrayList<>();
        try (Worker victim = victim()) {
            for (int i = 0; i < together; i++) {
                Setting setting = Setting.inTurn(i);
                String intention = intend(setting);
                struck.add(new Struck(intention, setting, ANY, victim.execute(intention, setting)));
            }
            victim.awaitDone(answers);
            victim.kill();
            site.awaitEndOfConnections(nameOfVictim());
            takeUp(struck, Optional.of(victim));
        }
    }

    private Worker victim() throws IOException {
        kills++;
        slots.clear();
        return Worker.start(directory, nameOfVictim(), site, lease);
    }

    private String nameOfVictim() {
        return "victim" + kills;
    }

    /** Makes an intention that waits for no other of the same process. */
    private String intend(Setting setting) throws SQLException {
        String intention;
        do {
            intentions++;
            intention = "intention-" + intentions;
        } while (!slots.add(SharedSlots.slotOf(Engines.key(intention))));
        site.effects(setting).createObject(intention);
        return intention;
    }

    private void takeUp(List<Struck> struck, Optional<Worker> victim) throws InterruptedException, SQLException {
        List<Future<String>> calls = new ArrayList<>();
        for (Struck one : struck) {
            calls.add(heirs.submit(() -> heir.execute(one.intention, one.setting)));
        }
        for (int i = 0; i < struck.size(); i++) {
            Struck one = struck.get(i);
            Optional<String> before =
                    victim.flatMap(worker -> worker.doneAlready(one.call)).map(TakeUp::answer);
            String outcome = outcome(calls.get(i));
            expect(one, outcome);
            String answer = takeUp.settle(one.intention, one.setting, outcome);
            audit.look(one.intention, one.setting, one.point.name, 1, before, answer);
            expectPreparations(one);
        }
    }

    private static String outcome(Future<String> call) throws InterruptedException {
        try {
            return call.get(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new AssertionError("the work was not taken up", failure);
        }
    }

    /** What the next one must be told who asks for this intention; at any instant it may be anything. */
    private void expect(Struck one, String outcome) {
        String expected = one.point.expected(one.setting);
        if (!one.point.equals(ANY) && !outcome.startsWith(expected)) {
            audit.fault("%s: expected %s, but %s".formatted(one, expected, outcome));
        }
    }

    /** A phase that is over is not run again. */
    private void expectPreparations(Struck one) throws SQLException {
        // An operator's word that nothing happened takes what was prepared with it.
        boolean saved = one.setting != Setting.UNKNOWN && SAVED.contains(one.point.name);
        int preparations = site.effects(one.setting).preparations(one.intention);
        if (preparations > (saved || one.setting == Setting.TRANSACTIONAL ? 1 : 2) || preparations == 0) {
            audit.fault("%s: prepared %s times".formatted(one, preparations));
        }
    }

    /** An intention that somebody was at work on who was killed. */
    private record Struck(String intention, Setting setting, Point point, int call) {}
}

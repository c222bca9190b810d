package io.counterfoil.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs areas one after the other, each in rounds until its time has passed, up to the first failure. {@link #run} is
 * called once, by one thread; {@link #stop} may be called by any thread.
 */
final class Soak {

    private static final Duration TICK = Duration.ofSeconds(1);

    /**
     * How much a soak does.
     *
     * @param time for all areas together
     * @param rounds per area, instead of the time
     * @param kills in each suite that kills, instead of its own
     */
    record Extent(Duration time, Optional<Integer> rounds, Optional<Integer> kills) {

        String killsOption() {
            return kills.map(number -> " --kills " + number).orElse("");
        }
    }

    private final List<Tally> tallies;
    private final Modules modules;
    private final Clock clock;
    private final Progress progress;
    private final Path logs;
    private final Extent extent;
    private final long firstSeed;
    private final Instant start;

    private @Nullable TestJvm running;
    private boolean stopped;
    private boolean ended;

    Soak(List<Area> areas, Modules modules, Clock clock, Progress progress, Path logs, Extent extent, long firstSeed) {
        this.tallies = areas.stream()
                .map(area -> extent.kills.map(area::withKills).orElse(area))
                .map(Tally::new)
                .toList();
        this.modules = modules;
        this.clock = clock;
        this.progress = progress;
        this.logs = logs;
        this.extent = extent;
        this.firstSeed = firstSeed;
        this.start = clock.instant();
    }

    /** All areas in their order. */
    List<Tally> tallies() {
        return tallies;
    }

    /** Runs the areas, prints the table, and returns the worst result. */
    Tally.Result run() throws IOException, InterruptedException {
        Tally.Result result = Tally.Result.PASSED;
        for (int i = 0; i < tallies.size() && result == Tally.Result.PASSED; i++) {
            Tally tally = tallies.get(i);
            // A round that took longer than its share shortens the shares of all later areas equally.
            Duration share = left().dividedBy(tallies.size() - i);
            tally.end(area(tally, share));
            result = tally.result() == Tally.Result.SKIPPED ? result : tally.result();
        }
        printTable();
        return result;
    }

    /** Stops the current tests and prints the table; does nothing if the soak has ended. */
    synchronized void stop() {
        stopped = true;
        if (running != null) {
            running.stop();
        }
        printTable();
    }

    private synchronized void printTable() {
        if (!ended) {
            ended = true;
            progress.line("\n" + Tally.table(tallies));
        }
    }

    private Duration left() {
        Duration left = extent.time.minus(Duration.between(start, clock.instant()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Tally.Result area(Tally tally, Duration share) throws IOException, InterruptedException {
        Area area = tally.area();
        tally.begin(clock.instant());
        progress.line("%s: %s.".formatted(area.name(), area.proves()));
        boolean more;
        do {
            long seed = firstSeed + tally.rounds();
            long testsBefore = tally.figure("tests");
            for (Area.Suite suite : area.suites()) {
                Tally.Result result = suite(tally, suite, seed);
                if (result != Tally.Result.PASSED) {
                    return result;
                }
            }
            tally.endRound();
            if (tally.figure("tests") == testsBefore) {
                return Tally.Result.SKIPPED;
            }
            progress.passed(tally, seed);
            more = area.repeats()
                    && extent.rounds
                            .map(rounds -> tally.rounds() < rounds)
                            .orElseGet(() -> tally.time().compareTo(share) < 0);
        } while (more);
        return Tally.Result.PASSED;
    }

    private Tally.Result suite(Tally tally, Area.Suite suite, long seed) throws IOException, InterruptedException {
        TestJvm jvm = start(tally, suite, seed);
        if (jvm == null) {
            return Tally.Result.STOPPED;
        }
        Duration limit = tally.area().limit();
        long started = System.nanoTime();
        boolean overdue = false;
        while (!overdue && !jvm.ends(TICK)) {
            Map<String, Long> soFar = jvm.figures();
            synchronized (this) {
                tally.running(soFar, clock.instant());
            }
            progress.at(share(tally), left(), tally);
            overdue = System.nanoTime() - started > limit.toNanos();
        }
        if (overdue) {
            jvm.dumpThreads();
            jvm.stop();
        }
        Map<String, Long> figures = jvm.figures();
        synchronized (this) {
            running = null;
            tally.add(figures, clock.instant());
            if (stopped || (!overdue && jvm.interrupted())) {
                return Tally.Result.STOPPED;
            }
        }
        Optional<String> failure = overdue
                ? Optional.of("%s did not end within %s; its threads are in the log".formatted(suite.module(), limit))
                : jvm.failure();
        failure.ifPresent(what -> printFailure(tally, seed, what, jvm.log()));
        return failure.isPresent() ? Tally.Result.BROKEN : Tally.Result.PASSED;
    }

    private synchronized @Nullable TestJvm start(Tally tally, Area.Suite suite, long seed) throws IOException {
        running = stopped ? null : TestJvm.start(tally.area(), suite, modules, seed, logs);
        return running;
    }

    private double share(Tally tally) {
        return extent.rounds
                .map(rounds -> (double) (tallies.indexOf(tally) * rounds + tally.rounds()) / (tallies.size() * rounds))
                .orElseGet(() -> 1 - (double) left().toMillis() / extent.time.toMillis());
    }

    private void printFailure(Tally tally, long seed, String what, Path log) {
        progress.line("""

                BROKEN in %s, round %s, seed %s
                %s
                log:    %s
                repeat: ./soak %s --rounds 1%s --seed %s""".formatted(
                        tally.area().name(),
                        tally.rounds() + 1,
                        seed,
                        what.indent(2).stripTrailing(),
                        log,
                        tally.area().name(),
                        extent.killsOption(),
                        seed));
    }
}

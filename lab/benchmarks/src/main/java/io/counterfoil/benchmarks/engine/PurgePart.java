package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.engine.Contestant.OfAnyWork;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Slice;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The cost of purging expired records for concurrent requests: first executions with and without a purge, in turns.
 *
 * <p>The purge runs for the whole slice, with the pauses of its scheme. Rounds end early if no expired record is left.
 */
final class PurgePart {

    static final int THREADS = 8;

    private final int rows;
    private final Effort effort;
    private final PrintWriter out;
    private final Random order = new Random(1);

    /** A way to remove records. */
    interface Scheme {

        String title();

        /** The contestant that executes the requests. */
        OfAnyWork traffic();

        /** Inserts this many expired records. */
        void load(int rows) throws Exception;

        /**
         * Removes some records in one transaction, and pauses as in a service.
         *
         * @return the number of removed records; 0 if none is left
         */
        long step() throws Exception;
    }

    private record Purged(long rows, double seconds) {}

    PurgePart(int rows, Effort effort, PrintWriter out) {
        this.rows = rows;
        this.effort = effort;
        this.out = out;
    }

    String run(List<Scheme> schemes) throws Exception {
        StringBuilder text = new StringBuilder(
                """
                %,d expired records; first executions on %d threads meanwhile; up to %d rounds, %d ms a turn.

                | | per second without | with a purge | ratio | p99: ratio | purged per second | rounds |
                |---|--:|--:|--:|--:|--:|--:|
                """.formatted(rows, THREADS, effort.rounds(), effort.slice().toMillis()));
        for (Scheme scheme : schemes) {
            text.append(row(scheme));
        }
        return text.toString();
    }

    private String row(Scheme scheme) throws Exception {
        out.printf("%s: loading %,d expired records%n", scheme.title(), rows);
        out.flush();
        scheme.load(rows);
        Trial trial = new Trial(scheme);
        try (Load load = new Load(THREADS)) {
            load.run(trial::request, effort.warmUp());
            int round = 1;
            while (round <= effort.rounds() && trial.round(round, load, effort.slice(), order)) {
                out.printf("%s, round %d of at most %d%n", scheme.title(), round, effort.rounds());
                out.flush();
                round++;
            }
            return trial.row(round - 1);
        }
    }

    /** The rounds of one scheme. */
    private static final class Trial {

        private static final String WITH = "with";
        private static final String WITHOUT = "without";

        private final Scheme scheme;
        private final Measurements found = new Measurements();
        private long purged;
        private long removedLast;
        private double seconds;

        Trial(Scheme scheme) {
            this.scheme = scheme;
        }

        void request() throws Exception {
            Requests.requireAnswer(scheme.traffic(), scheme.traffic().execute(Requests.key()));
        }

        /**
         * Runs one slice with a purge and one without; returns false without counting them if no expired record was
         * left.
         */
        boolean round(int round, Load load, Duration time, Random order) throws Exception {
            boolean purgeFirst = order.nextBoolean();
            Slice first = purgeFirst ? beside(load, time) : load.run(this::request, time);
            Slice second = purgeFirst ? load.run(this::request, time) : beside(load, time);
            if (removedLast == 0) {
                return false;
            }
            found.add(WITH, THREADS, round, purgeFirst ? first : second);
            found.add(WITHOUT, THREADS, round, purgeFirst ? second : first);
            return true;
        }

        private Slice beside(Load load, Duration time) throws Exception {
            AtomicBoolean over = new AtomicBoolean();
            ExecutorService purge = Executors.newSingleThreadExecutor();
            try {
                Future<Purged> removing = purge.submit(() -> purge(scheme, over));
                Slice slice = load.run(this::request, time);
                over.set(true);
                Purged removed = removing.get();
                removedLast = removed.rows();
                purged += removed.rows();
                seconds += removed.seconds();
                return slice;
            } finally {
                over.set(true);
                purge.shutdown();
            }
        }

        String row(int rounds) {
            return "| %s | %,.0f | %,.0f | %s | %s | %,.0f | %d |%n"
                    .formatted(
                            scheme.title(),
                            found.of(WITHOUT, THREADS, Slice::rate).median(),
                            found.of(WITH, THREADS, Slice::rate).median(),
                            found.ratio(WITH, WITHOUT, THREADS, Slice::rate).asPercent(),
                            found.ratio(WITH, WITHOUT, THREADS, Slice::p99).asRatio(),
                            purged / seconds,
                            rounds);
        }
    }

    private static Purged purge(Scheme scheme, AtomicBoolean over) throws Exception {
        long begin = System.nanoTime();
        long all = 0;
        long removed;
        // At least once, also if the slice has ended before this thread runs.
        do {
            removed = scheme.step();
            all += removed;
        } while (removed > 0 && !over.get());
        return new Purged(all, (System.nanoTime() - begin) / 1e9);
    }
}

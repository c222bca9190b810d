package io.counterfoil.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of an area. Used by one thread at a time. */
final class Tally {

    /** How an area ended. */
    enum Result {
        NOT_RUN("not run"),
        /** Its time was over. */
        PASSED("passed"),
        /** No test could run on this machine; the log gives the reasons. */
        SKIPPED("skipped"),
        BROKEN("BROKEN"),
        /** Before its end. */
        STOPPED("stopped");

        private final String text;

        Result(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Area area;
    private final TreeMap<String, Long> figures = new TreeMap<>();
    private Map<String, Long> running = Map.of();
    private int rounds;
    private Instant start = Instant.EPOCH;
    private Duration time = Duration.ZERO;
    private Result result = Result.NOT_RUN;

    Tally(Area area) {
        this.area = area;
    }

    Area area() {
        return area;
    }

    Result result() {
        return result;
    }

    int rounds() {
        return rounds;
    }

    void end(Result how) {
        result = how;
    }

    /** Its first round begins. */
    void begin(Instant now) {
        start = now;
        result = Result.STOPPED;
    }

    void endRound() {
        rounds++;
    }

    Duration time() {
        return time;
    }

    /** Replaces what the suite that runs has reported so far. */
    void running(Map<String, Long> soFar, Instant now) {
        running = soFar;
        time = Duration.between(start, now);
    }

    /** Adds what a suite has reported in all. */
    void add(Map<String, Long> reported, Instant now) {
        running(Map.of(), now);
        reported.forEach((figure, count) -> figures.merge(figure, count, Long::sum));
    }

    long figure(String name) {
        return figures.getOrDefault(name, 0L);
    }

    /** The figures, with those of the suite that runs. */
    String figures() {
        TreeMap<String, Long> all = new TreeMap<>(figures);
        running.forEach((figure, count) -> all.merge(figure, count, Long::sum));
        return all.entrySet().stream()
                .filter(figure -> !figure.getKey().equals("skipped") || figure.getValue() > 0)
                .map(figure -> String.format(Locale.ROOT, "%s %,d", figure.getKey(), figure.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** The table of some areas for a terminal. */
    static String table(List<Tally> tallies) {
        String lines = tallies.stream()
                .map(tally -> String.format(
                        Locale.ROOT,
                        "%-12s %6d %8.1f  %-8s %s%n",
                        tally.area.name(),
                        tally.rounds,
                        tally.minutes(),
                        tally.result,
                        tally.figures()))
                .collect(Collectors.joining());
        return String.format("%-12s %6s %8s  %-8s %s%n", "area", "rounds", "minutes", "result", "figures") + lines;
    }

    /** The same for a page. */
    static String markdown(List<Tally> tallies) {
        String lines = tallies.stream()
                .map(tally -> String.format(
                        Locale.ROOT,
                        "| %s | %d | %.1f | %s | %s |%n",
                        tally.area.name(),
                        tally.rounds,
                        tally.minutes(),
                        tally.figures(),
                        tally.result))
                .collect(Collectors.joining());
        return String.format("| area | rounds | minutes | figures | result |%n|---|--:|--:|---|---|%n") + lines;
    }

    private double minutes() {
        return time.toMillis() / 60_000.0;
    }
}

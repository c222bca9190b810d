package io.counterfoil.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The result and figures of an area. Not thread-safe. */
final class Tally {

    /** The results of an area. */
    enum Result {
        NOT_RUN("not run"),
        /** The area ran for its time or its rounds without a failure. */
        PASSED("passed"),
        /** No test could run on this machine; the log names the reasons. */
        SKIPPED("skipped"),
        BROKEN("BROKEN"),
        /** The soak was stopped before the end of the area. */
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

    /** Starts the time of the area with its first round. */
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

    /** Replaces the figures that the running suite has reported so far. */
    void running(Map<String, Long> soFar, Instant now) {
        running = soFar;
        time = Duration.between(start, now);
    }

    /** Adds the final figures of a suite. */
    void add(Map<String, Long> reported, Instant now) {
        running(Map.of(), now);
        reported.forEach((figure, count) -> figures.merge(figure, count, Long::sum));
    }

    long figure(String name) {
        return figures.getOrDefault(name, 0L);
    }

    /** The figures, including those of the running suite. */
    String figures() {
        TreeMap<String, Long> all = new TreeMap<>(figures);
        running.forEach((figure, count) -> all.merge(figure, count, Long::sum));
        return all.entrySet().stream()
                .filter(figure -> !figure.getKey().equals("skipped") || figure.getValue() > 0)
                .map(figure -> String.format(Locale.ROOT, "%s %,d", figure.getKey(), figure.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** The table for a terminal. */
    static String table(List<Tally> tallies) {
        String lines = tallies.stream()
                .map(tally -> String.format(
                        Locale.ROOT,
                        "%-12s %6s %8.1f  %-8s %s%n",
                        tally.area.name(),
                        tally.rounds,
                        tally.minutes(),
                        tally.result,
                        tally.figures()))
                .collect(Collectors.joining());
        return String.format("%-12s %6s %8s  %-8s %s%n", "area", "rounds", "minutes", "result", "figures") + lines;
    }

    /** The table in Markdown. */
    static String markdown(List<Tally> tallies) {
        String lines = tallies.stream()
                .map(tally -> String.format(
                        Locale.ROOT,
                        "| %s | %s | %.1f | %s | %s |%n",
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

package io.counterfoil.story.text;

import java.time.Duration;

/** Formats durations in at most two units: {@code 250 µs}, {@code 1.25 s}, {@code 3 h 5 min}, {@code 12 d}. */
public final class Spans {

    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private Spans() {}

    /** The duration without its sign. */
    public static String of(Duration span) {
        Duration length = span.abs();
        long seconds = length.toSeconds();
        if (seconds == 0) {
            return ofNanos(length.toNanosPart());
        }
        if (seconds < 60) {
            long hundredths = 100 * seconds + Math.round(length.toNanosPart() / (10.0 * MILLI));
            return Figures.hundredths(hundredths) + " s";
        }
        if (seconds < 3_600) {
            return two(seconds / 60, "min", seconds % 60, "s");
        }
        if (seconds < 86_400) {
            return two(seconds / 3_600, "h", seconds % 3_600 / 60, "min");
        }
        long days = seconds / 86_400;
        return two(days, "d", days < 100 ? seconds % 86_400 / 3_600 : 0, "h");
    }

    private static String ofNanos(long nanos) {
        if (nanos == 0) {
            return "0 ms";
        }
        if (nanos < MICRO) {
            return nanos + " ns";
        }
        return nanos < MILLI ? nanos / MICRO + " µs" : nanos / MILLI + " ms";
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + " " + largeUnit : large + " " + largeUnit + " " + small + " " + smallUnit;
    }
}

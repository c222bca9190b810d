package io.counterfoil.benchmarks;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/** The median and the range of several measurements. */
public record Spread(double median, double min, double max) {

    /**
     * Computes the spread.
     *
     * @throws IllegalArgumentException if there are no measurements
     */
    public static Spread of(Collection<Double> measurements) {
        if (measurements.isEmpty()) {
            throw new IllegalArgumentException("a spread requires at least one measurement");
        }
        double[] sorted =
                measurements.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Spread(percentile(sorted, 0.5), sorted[0], sorted[sorted.length - 1]);
    }

    /** A percentile of sorted values, from 0 to 1, interpolated between neighbours. */
    public static double percentile(double[] sorted, double at) {
        double position = at * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
    }

    /** A percentile of unsorted values. */
    public static double percentileOf(double[] values, double at) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return percentile(sorted, at);
    }

    /** Formats a factor: {@code 4.1× (3.9–4.4)}. */
    public String asRatio() {
        return "%s× (%s–%s)".formatted(figure(median), figure(min), figure(max));
    }

    /** Formats a percentage: {@code 93 % (88–97)}. */
    public String asPercent() {
        return String.format(Locale.ROOT, "%.0f %% (%.0f–%.0f)", 100 * median, 100 * min, 100 * max);
    }

    /** Formats a number with three significant digits, or with all digits before the decimal point. */
    public static String figure(double value) {
        double size = Math.abs(value);
        int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}

package io.counterfoil.story.render;

import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps instants of a story to positions from 0 to 100. Pauses of the whole story that would dominate the scale are
 * compressed, so that the events around them remain distinguishable.
 */
final class TimeScale {

    private static final double MOST_OF_A_SILENCE = 6;
    private static final double MOST_OF_ALL_SILENCES = 40;
    private static final int[] STEPS = {1, 2, 5};
    private static final int TICKS = 7;
    private static final double LEAST_BETWEEN_TICKS = 8;

    private final Instant first;
    private final List<Stretch> stretches = new ArrayList<>();

    /**
     * A segment of the scale: start and end in nanoseconds since the beginning of the story, and their positions.
     *
     * @param silent whether it is a compressed pause
     */
    record Stretch(long from, long to, double left, double right, boolean silent) {

        double at(long nanos) {
            return to == from ? left : left + (right - left) * (nanos - from) / (to - from);
        }
    }

    /** A tick of the axis. */
    record Tick(double at, Duration since) {}

    TimeScale(Story story, Span span) {
        first = span.first();
        long[] times = story.units()
                .flatMap(unit -> unit.lines().stream())
                .flatMap(line -> line.time().stream())
                .mapToLong(this::since)
                .sorted()
                .toArray();
        long total = since(span.last());
        long silence = nanos(story.silence());
        List<long[]> silences = new ArrayList<>();
        long silent = 0;
        for (int i = 1; i < times.length; i++) {
            long length = times[i] - times[i - 1];
            if (length >= silence && length > 0 && length * 100.0 / total > MOST_OF_A_SILENCE) {
                silences.add(new long[] {times[i - 1], times[i]});
                silent += length;
            }
        }
        if (silent == total) {
            silences.clear();
            silent = 0;
        }
        lay(total, silent, silences);
    }

    private void lay(long total, long silent, List<long[]> silences) {
        double each = silences.isEmpty() ? 0 : Math.min(MOST_OF_A_SILENCE, MOST_OF_ALL_SILENCES / silences.size());
        double perNano = total == silent ? 0 : (100 - each * silences.size()) / (total - silent);
        long from = 0;
        double left = 0;
        for (long[] gap : silences) {
            double right = left + (gap[0] - from) * perNano;
            stretches.add(new Stretch(from, gap[0], left, right, false));
            stretches.add(new Stretch(gap[0], gap[1], right, right + each, true));
            from = gap[1];
            left = right + each;
        }
        stretches.add(new Stretch(from, total, left, 100, false));
    }

    /** The position of an instant of the story, 0 to 100. */
    double at(Instant time) {
        long nanos = since(time);
        for (Stretch stretch : stretches) {
            if (nanos <= stretch.to()) {
                return Math.max(0, stretch.at(nanos));
            }
        }
        return 100;
    }

    /** The compressed pauses. */
    List<Stretch> silences() {
        return stretches.stream().filter(Stretch::silent).toList();
    }

    /** Ticks at round durations since the beginning. */
    List<Tick> ticks() {
        long loud = stretches.stream()
                .filter(stretch -> !stretch.silent())
                .mapToLong(stretch -> stretch.to() - stretch.from())
                .sum();
        List<Tick> ticks = new ArrayList<>();
        if (loud == 0) {
            return ticks;
        }
        long step = step(loud / TICKS);
        double last = -LEAST_BETWEEN_TICKS;
        for (Stretch stretch : stretches) {
            if (stretch.silent()) {
                continue;
            }
            for (long nanos = -Math.floorDiv(-stretch.from(), step) * step; nanos <= stretch.to(); nanos += step) {
                double at = stretch.at(nanos);
                if (at - last >= LEAST_BETWEEN_TICKS && isApartFromSilences(at)) {
                    ticks.add(new Tick(at, Duration.ofNanos(nanos)));
                    last = at;
                }
            }
        }
        return ticks;
    }

    private boolean isApartFromSilences(double at) {
        return silences().stream()
                .noneMatch(silence -> Math.abs((silence.left() + silence.right()) / 2 - at) < LEAST_BETWEEN_TICKS);
    }

    /**
     * The smallest round duration that is not shorter: 1, 2 or 5 times a power of ten; for minutes and hours a divisor
     * of them.
     */
    private static long step(long least) {
        long second = 1_000_000_000;
        if (least > 5 * second) {
            long[] round = {10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400};
            for (long seconds : round) {
                if (seconds * second >= least) {
                    return seconds * second;
                }
            }
            return (least / (86_400 * second) + 1) * 86_400 * second;
        }
        for (long power = 1; ; power *= 10) {
            for (int step : STEPS) {
                if (step * power >= least) {
                    return step * power;
                }
            }
        }
    }

    private long since(Instant time) {
        return nanos(Duration.between(first, time));
    }

    /** Nanoseconds, at most about three centuries. */
    private static long nanos(Duration span) {
        try {
            return span.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE / 4;
        }
    }
}

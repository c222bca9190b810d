package io.counterfoil.benchmarks.locality;

import java.time.Duration;
import java.util.function.Supplier;

/** The keys of one table in the order of their generation, generated on demand and kept for look-ups. Thread-safe. */
final class Keys {

    private final Object[] all;
    private final SimulatedClock clock;
    private final Supplier<Object> generator;
    private int made;

    Keys(KeyKind kind, int rows, Duration span) {
        this.all = new Object[rows];
        this.clock = new SimulatedClock(span, rows);
        this.generator = kind.generator(clock);
    }

    /** The next keys; fewer or none if the table has reached the row. */
    synchronized Object[] next(int count, int upTo, Object[] ofType) {
        int from = made;
        while (made < Math.min(from + count, upTo)) {
            clock.nextRow();
            all[made++] = generator.get();
        }
        return java.util.Arrays.copyOfRange(all, from, made, ofType.getClass());
    }

    synchronized int made() {
        return made;
    }

    synchronized Object at(int row) {
        return all[row];
    }
}

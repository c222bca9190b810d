package io.counterfoil.benchmarks.locality;

import java.time.Duration;
import java.util.function.Supplier;

/** The keys of one table, in the order of their making, made as they are needed and kept to be looked up. Thread-safe. */
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

    /** The next ones, fewer or none where no more are due up to a row. */
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

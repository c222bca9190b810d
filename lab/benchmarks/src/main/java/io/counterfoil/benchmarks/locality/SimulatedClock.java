package io.counterfoil.benchmarks.locality;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A clock that advances with the rows, which are evenly distributed over a period.
 *
 * <p>Half an hour of load represents weeks of a service, and the keys are those of weeks. The period begins 20 days
 * before a short prefix COMB wraps from 65535 to 0. Thread-safe.
 */
final class SimulatedClock implements InstantSource {

    private static final long CYCLE_MINUTES = 1 << 16;

    /** From the beginning to the wrap of one-minute prefixes. */
    static final Duration BEFORE_WRAP = Duration.ofDays(20);

    /** From the beginning to the repetition of its prefix. */
    static final Duration BEFORE_REPEAT = Duration.ofMinutes(CYCLE_MINUTES);

    /** In January 2026. */
    static final Instant START =
            Instant.EPOCH.plus(Duration.ofMinutes(450 * CYCLE_MINUTES)).minus(BEFORE_WRAP);

    private final double millisOfRow;
    private final AtomicInteger row = new AtomicInteger();

    SimulatedClock(Duration span, int rows) {
        this.millisOfRow = (double) span.toMillis() / rows;
    }

    void nextRow() {
        row.incrementAndGet();
    }

    @Override
    public Instant instant() {
        return START.plusMillis((long) (row.get() * millisOfRow));
    }
}

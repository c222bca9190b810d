package io.counterfoil.testkit.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that changes only when it is set or advanced, also backwards.
 *
 * <p>Thread-safe: a change is visible to all threads immediately, and concurrent advances are added. Clocks created by
 * {@link #withZone} share the time of this clock.
 */
public final class SettableClock extends Clock {

    private final SharedTime time;
    private final ZoneId zone;

    private SettableClock(SharedTime time, ZoneId zone) {
        this.time = time;
        this.zone = zone;
    }

    /**
     * {@return a clock in UTC that stands still until it is advanced or set}
     *
     * @param start its first time
     */
    public static SettableClock at(Instant start) {
        return new SettableClock(new SharedTime(start), ZoneOffset.UTC);
    }

    /**
     * Advances the clock, or sets it back.
     *
     * @param by how far; negative to set it back
     * @return the new time
     */
    public Instant advance(Duration by) {
        return time.advance(by);
    }

    /**
     * Sets the clock, forward or back.
     *
     * @param instant the new time
     */
    public void set(Instant instant) {
        time.set(instant);
    }

    @Override
    public Instant instant() {
        return time.now();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public SettableClock withZone(ZoneId other) {
        return new SettableClock(time, other);
    }

    @Override
    public String toString() {
        return "SettableClock[" + instant() + ", " + zone + "]";
    }

    /** The time that the clocks of all zones share. */
    private static final class SharedTime {
        private Instant now;

        SharedTime(Instant now) {
            this.now = now;
        }

        synchronized Instant now() {
            return now;
        }

        synchronized void set(Instant instant) {
            now = instant;
        }

        synchronized Instant advance(Duration by) {
            now = now.plus(by);
            return now;
        }
    }
}

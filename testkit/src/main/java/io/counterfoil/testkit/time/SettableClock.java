package io.counterfoil.testkit.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that stands still until it is told otherwise, and that may be set back, as real ones are.
 *
 * <p>Thread-safe: a change is seen by every thread at once, and two advances at the same time both count. A clock made by
 * {@link #withZone} shows the same time and moves with this one.
 */
public final class SettableClock extends Clock {

    private final Hands hands;
    private final ZoneId zone;

    private SettableClock(Hands hands, ZoneId zone) {
        this.hands = hands;
        this.zone = zone;
    }

    /** A clock in UTC that stands at this instant. */
    public static SettableClock at(Instant start) {
        return new SettableClock(new Hands(start), ZoneOffset.UTC);
    }

    /**
     * Moves it on, or back where the duration is negative.
     *
     * @return the new time
     */
    public Instant advance(Duration by) {
        return hands.advance(by);
    }

    /** Sets it to this instant. */
    public void set(Instant instant) {
        hands.set(instant);
    }

    @Override
    public Instant instant() {
        return hands.now();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public SettableClock withZone(ZoneId other) {
        return new SettableClock(hands, other);
    }

    @Override
    public String toString() {
        return "SettableClock[" + instant() + ", " + zone + "]";
    }

    /** What the clocks of all zones share. */
    private static final class Hands {
        private Instant now;

        Hands(Instant now) {
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

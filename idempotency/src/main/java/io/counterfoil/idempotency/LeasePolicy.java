package io.counterfoil.idempotency;

import java.time.Duration;

/**
 * How leases are held, and what happens to a request whose lease ran out (RQ-13). An immutable value; start from
 * {@link #DEFAULT}.
 *
 * @param duration how long a lease runs without being renewed; it is renewed three times as often, while its work runs
 * @param onExpiry what happens to a request whose lease ran out, where no {@link Resolver} knows better
 */
public record LeasePolicy(Duration duration, OnExpiry onExpiry) {

    /** The shortest lease: less than that, and a pause of the garbage collector costs it. */
    public static final Duration SHORTEST = Duration.ofMillis(100);

    /** The longest lease. */
    public static final Duration LONGEST = Duration.ofDays(7);

    /** Thirty seconds; outcome unknown. */
    public static final LeasePolicy DEFAULT = new LeasePolicy(Duration.ofSeconds(30), OnExpiry.UNKNOWN);

    /** What happens to a request whose lease ran out. */
    public enum OnExpiry {
        /**
         * It is run again: the effect takes place at least once. One that checks the token never takes place after that of a
         * later lease, but may have taken place before it; once it is only with a {@link Resolver} that first raises the
         * effect's fence to its own token, and then looks.
         */
        RERUN,
        /** It is answered as unknown until somebody has looked: the effect takes place at most once. */
        UNKNOWN
    }

    /** @throws IllegalArgumentException when the duration is out of its limits */
    public LeasePolicy {
        if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a lease runs from " + SHORTEST + " to " + LONGEST + ", not " + duration);
        }
    }

    /** The same with leases of this duration. */
    public LeasePolicy withDuration(Duration duration) {
        return new LeasePolicy(duration, onExpiry);
    }

    /** The same with this answer to a lease that ran out. */
    public LeasePolicy withOnExpiry(OnExpiry onExpiry) {
        return new LeasePolicy(duration, onExpiry);
    }
}

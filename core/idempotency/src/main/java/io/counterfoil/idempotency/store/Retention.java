package io.counterfoil.idempotency.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The minimum time that a record is retained. It may be retained longer: there is no promise that a key becomes free again.
 *
 * @param duration how long, positive; empty for unlimited
 */
public record Retention(Optional<Duration> duration) {

    /** Records that never expire. */
    public static final Retention FOREVER = new Retention(Optional.empty());

    /** The longest retention short of {@link #FOREVER}: about a thousand years. */
    public static final Duration LONGEST = Duration.ofDays(365_000);

    /**
     * Checks the duration.
     *
     * @param duration positive, at most {@link #LONGEST}; empty for unlimited
     * @throws IllegalArgumentException when the duration is not positive, or longer than {@link #LONGEST}
     */
    public Retention {
        duration.filter(d -> d.isZero() || d.isNegative() || d.compareTo(LONGEST) > 0)
                .ifPresent(d -> {
                    throw new IllegalArgumentException(
                            "retention must be positive and at most " + LONGEST + ", not " + d + ", or unlimited");
                });
    }

    /**
     * {@return a retention of this length}
     *
     * @param duration positive, at most {@link #LONGEST}
     * @throws IllegalArgumentException when the duration is not positive, or longer than {@link #LONGEST}
     */
    public static Retention of(Duration duration) {
        return new Retention(Optional.of(duration));
    }

    /**
     * {@return when a record may be removed; empty for never}
     *
     * @param received when the original was received
     */
    public Optional<Instant> expiry(Instant received) {
        return duration.map(received::plus);
    }
}

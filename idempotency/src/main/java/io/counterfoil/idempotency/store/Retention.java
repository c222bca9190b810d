package io.counterfoil.idempotency.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a record is kept at the least (RQ-4). It may be kept longer: a key is never promised to be free again.
 *
 * @param duration how long, positive; empty means for ever
 */
public record Retention(Optional<Duration> duration) {

    /** Records that never expire. */
    public static final Retention FOREVER = new Retention(Optional.empty());

    /** @throws IllegalArgumentException when the duration is not positive */
    public Retention {
        duration.filter(d -> d.isZero() || d.isNegative()).ifPresent(d -> {
            throw new IllegalArgumentException("retention must be positive, not " + d);
        });
    }

    /**
     * Records that are kept for this long.
     *
     * @throws IllegalArgumentException when the duration is not positive
     */
    public static Retention of(Duration duration) {
        return new Retention(Optional.of(duration));
    }

    /** When a record made at this instant may go; empty for never. */
    public Optional<Instant> expiry(Instant received) {
        return duration.map(received::plus);
    }
}

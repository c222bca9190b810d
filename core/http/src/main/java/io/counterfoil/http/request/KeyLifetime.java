package io.counterfoil.http.request;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Pattern;

/**
 * How long a key may be used, counted from the time that is in it: for endpoints whose keys are UUIDv7s (RFC 9562, section 5.7), in either
 * case of letters. A record of a key outlives the key, so that a key that is over and has no record is refused, and never executed.
 *
 * <p>An immutable value; thread-safe.
 */
public final class KeyLifetime {

    /** How far any two clocks may differ, of clients and of servers: a key from further ahead is refused. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    /** The longest {@link #duration()}. */
    public static final Duration LONGEST = Duration.ofDays(3650);

    private static final Pattern UUID_V7 =
            Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-7\\p{XDigit}{3}-[89abAB]\\p{XDigit}{3}-\\p{XDigit}{12}");

    private final Duration duration;
    private final InstantSource clock;

    private KeyLifetime(Duration duration, InstantSource clock) {
        this.duration = duration;
        this.clock = clock;
    }

    /**
     * {@return a lifetime, measured by the system's clock}
     *
     * @param duration positive, and at most {@link #LONGEST}
     * @throws IllegalArgumentException when the duration is out of range
     */
    public static KeyLifetime of(Duration duration) {
        if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "key.lifetime must be positive and at most " + LONGEST + ", but is " + duration);
        }
        return new KeyLifetime(duration, Clock.systemUTC());
    }

    /**
     * {@return a copy that is measured by another clock}
     *
     * @param other tells the time of this server
     */
    public KeyLifetime measuredBy(InstantSource other) {
        return new KeyLifetime(duration, other);
    }

    /** {@return how long a key may be used} */
    public Duration duration() {
        return duration;
    }

    /**
     * {@return the least retention of the records of such keys: the lifetime and twice the {@link #TOLERANCE}, once for a client whose clock is
     * ahead, and once for a server whose clock is behind that of the one that made the record}
     */
    public Duration leastRetention() {
        return duration.plus(TOLERANCE.multipliedBy(2));
    }

    /**
     * Checks that a key has a time, and that it is not too far ahead.
     *
     * @param key the key
     * @throws InvalidIdentifierException when the key is no UUIDv7, or its time is more than {@link #TOLERANCE} ahead
     */
    public void check(RequestId key) {
        if (!UUID_V7.matcher(key.value()).matches()) {
            throw new InvalidIdentifierException("idempotency key", "is not a UUIDv7, which this endpoint requires");
        }
        if (made(key).isAfter(clock.instant().plus(TOLERANCE))) {
            throw new InvalidIdentifierException(
                    "idempotency key", "has a time that is more than " + TOLERANCE + " ahead of this server's");
        }
    }

    /**
     * {@return whether the lifetime of a key is over}
     *
     * @param key a {@linkplain #check checked} key
     */
    public boolean isOver(RequestId key) {
        return clock.instant().isAfter(made(key).plus(duration));
    }

    private static Instant made(RequestId key) {
        String millis = key.value().substring(0, 8) + key.value().substring(9, 13);
        return Instant.ofEpochMilli(Long.parseLong(millis, 16));
    }
}

package io.counterfoil.springmessaging;

import java.time.Duration;

/**
 * How long failed messages and dead letters are listed; a bean of this type replaces {@link #DEFAULT}. Dead letters stay at the broker. An
 * immutable value.
 *
 * @param maxAge since the last failed attempt, or the rejection
 */
public record FailedMessageRetention(Duration maxAge) {

    /** 30 days. */
    public static final FailedMessageRetention DEFAULT = new FailedMessageRetention(Duration.ofDays(30));

    /** @throws IllegalArgumentException when it is not positive */
    public FailedMessageRetention {
        if (maxAge.isZero() || maxAge.isNegative()) {
            throw new IllegalArgumentException("maxAge of the FailedMessageRetention must be positive, not " + maxAge);
        }
    }
}

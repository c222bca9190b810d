package io.counterfoil.idempotency.directory;

import java.time.Duration;

/**
 * How many there are of something, and how old the oldest one is.
 *
 * @param count how many, up to the limit of the question
 * @param oldest the age of the oldest of those that were counted; zero where there is none
 */
public record AgedCount(int count, Duration oldest) {

    /** None. */
    public static final AgedCount NONE = new AgedCount(0, Duration.ZERO);

    /**
     * Checks the count.
     *
     * @param count zero or more
     * @param oldest the age of the oldest; zero where there is none
     * @throws IllegalArgumentException when the count is negative
     */
    public AgedCount {
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative: " + count);
        }
    }

    /**
     * {@return the sum of both, with the greater age}
     *
     * @param other the count to add
     */
    public AgedCount plus(AgedCount other) {
        return new AgedCount(count + other.count, oldest.compareTo(other.oldest) < 0 ? other.oldest : oldest);
    }
}

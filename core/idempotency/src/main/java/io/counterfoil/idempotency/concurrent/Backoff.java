package io.counterfoil.idempotency.concurrent;

import java.time.Duration;

/**
 * Pauses between attempts: each twice as long as the one before, up to the longest. Immutable.
 *
 * @param first the pause after the first failure; zero for no pauses
 * @param longest the longest pause
 */
public record Backoff(Duration first, Duration longest) {

    /**
     * Checks the pauses.
     *
     * @param first zero or longer
     * @param longest at least as long as the first
     * @throws IllegalArgumentException when the first pause is negative, or longer than the longest
     */
    public Backoff {
        if (first.isNegative()) {
            throw new IllegalArgumentException("the first pause must not be negative: " + first);
        }
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "the longest pause " + longest + " must not be less than the first one " + first);
        }
    }

    /**
     * {@return the pause after this many failures in a row}
     *
     * @param failures how many attempts have failed in a row
     * @throws IllegalArgumentException when there was no failure
     */
    public Duration after(int failures) {
        if (failures < 1) {
            throw new IllegalArgumentException("a pause follows at least one failure, not " + failures);
        }
        Duration pause = first;
        for (int made = 1; made < failures && !pause.isZero() && pause.compareTo(longest) < 0; made++) {
            pause = doubled(pause);
        }
        return pause;
    }

    /** Without an overflow, however long the longest pause is. */
    private Duration doubled(Duration pause) {
        return pause.compareTo(longest.minus(pause)) < 0 ? pause.multipliedBy(2) : longest;
    }
}

package io.counterfoil.http.client;

import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;

/**
 * How often, for how long and at what pace one intention is tried. Start from {@link #DEFAULT}. Immutable.
 *
 * <p>The pause after the n-th try is random between zero and {@code baseBackoff} · 2<sup>n-1</sup>, or {@code maxBackoff} where that
 * is less ("full jitter"): clients that failed together do not come back together. A server's {@code Retry-After} is added to it.
 *
 * <p>The budget has to be inside the retention, because a try that the server no longer recognises is carried out a second
 * time (RC-2). That counts from the first try of all: see {@link RetryableRequest.Builder#resume} for one that outlived its process.
 *
 * @param maxAttempts tries at the most, 1 to {@value #MOST_ATTEMPTS}
 * @param budget from the beginning of the first try to the end of the last, pauses included
 * @param attemptTimeout for one try, from connecting to the response's last byte; what is left of the budget, if that is less
 * @param baseBackoff the longest pause after the first try; zero for none at all
 * @param maxBackoff the longest pause, {@code Retry-After} apart
 * @param retention for how long the server promises to recognise a duplicate
 */
public record RetryPolicy(
        int maxAttempts,
        Duration budget,
        Duration attemptTimeout,
        Duration baseBackoff,
        Duration maxBackoff,
        Retention retention) {

    /** The most tries that a policy can ask for. */
    public static final int MOST_ATTEMPTS = 1_000;

    /** The longest budget, time-out or pause. */
    public static final Duration LONGEST = Duration.ofDays(365);

    /** 6 tries within 60 s, each up to 10 s; pauses up to 100 ms, 200 ms and so on to 5 s; a server that remembers for a day. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(
            6,
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            Retention.of(Duration.ofDays(1)));

    /** @throws IllegalArgumentException when a value is out of its range or contradicts another; the message has both */
    public RetryPolicy {
        require(
                maxAttempts >= 1 && maxAttempts <= MOST_ATTEMPTS,
                "maxAttempts must be 1 to " + MOST_ATTEMPTS + ", not " + maxAttempts);
        require(isInRange(budget), "budget must be positive and at most " + LONGEST + ", not " + budget);
        require(
                isInRange(attemptTimeout),
                "attemptTimeout must be positive and at most " + LONGEST + ", not " + attemptTimeout);
        require(!baseBackoff.isNegative(), "baseBackoff must not be negative: " + baseBackoff);
        require(
                maxBackoff.compareTo(baseBackoff) >= 0,
                "maxBackoff " + maxBackoff + " must not be less than baseBackoff " + baseBackoff);
        require(maxBackoff.compareTo(LONGEST) <= 0, "maxBackoff must be at most " + LONGEST + ", not " + maxBackoff);
        Duration limit = budget;
        retention
                .duration()
                .ifPresent(kept -> require(
                        limit.compareTo(kept) < 0,
                        "budget " + limit + " must be less than the server's retention " + kept
                                + ": a later try would be carried out again"));
    }

    /** The same with another number of tries. */
    public RetryPolicy withMaxAttempts(int attempts) {
        return new RetryPolicy(attempts, budget, attemptTimeout, baseBackoff, maxBackoff, retention);
    }

    /** The same with another time for all tries together. */
    public RetryPolicy withBudget(Duration whole) {
        return new RetryPolicy(maxAttempts, whole, attemptTimeout, baseBackoff, maxBackoff, retention);
    }

    /** The same with another time for one try. */
    public RetryPolicy withAttemptTimeout(Duration timeout) {
        return new RetryPolicy(maxAttempts, budget, timeout, baseBackoff, maxBackoff, retention);
    }

    /** The same with other pauses. */
    public RetryPolicy withBackoff(Duration base, Duration max) {
        return new RetryPolicy(maxAttempts, budget, attemptTimeout, base, max, retention);
    }

    /** The same for a server that remembers for another time. */
    public RetryPolicy withRetention(Retention kept) {
        return new RetryPolicy(maxAttempts, budget, attemptTimeout, baseBackoff, maxBackoff, kept);
    }

    /** The longest pause after this many tries. */
    Duration longestPauseAfter(int attempts) {
        Duration pause = baseBackoff;
        for (int doubled = 1; doubled < attempts && pause.compareTo(maxBackoff) < 0 && !pause.isZero(); doubled++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxBackoff) < 0 ? pause : maxBackoff;
    }

    private static boolean isInRange(Duration duration) {
        return !duration.isNegative() && !duration.isZero() && duration.compareTo(LONGEST) <= 0;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}

package io.counterfoil.retry;

import io.counterfoil.idempotency.concurrent.Backoff;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;

/**
 * How many attempts a request has, in which time, and with which pauses. Start from {@link #DEFAULT}. Immutable.
 *
 * <p>The pause after the n-th attempt is random between zero and {@code baseBackoff} · 2<sup>n-1</sup>, or {@code maxBackoff}
 * where that is less ("full jitter"), so that clients that failed together do not return together. A server's {@code
 * Retry-After} is added to it.
 *
 * <p>The budget must be less than the retention: the server executes an attempt whose record it has removed as a new request.
 * The retention counts from the first attempt of all, also of a request that outlives its process.
 *
 * @param maxAttempts the most attempts, 1 to {@value #MOST_ATTEMPTS}
 * @param budget from the beginning of the first attempt to the end of the last, pauses included
 * @param attemptTimeout for one attempt, from connecting to the last byte of the response; the rest of the budget, if that is
 *     less
 * @param baseBackoff the longest pause after the first attempt; zero for no pauses
 * @param maxBackoff the longest pause, without {@code Retry-After}
 * @param retention how long the server keeps its records
 */
public record RetryPolicy(
        int maxAttempts,
        Duration budget,
        Duration attemptTimeout,
        Duration baseBackoff,
        Duration maxBackoff,
        Retention retention) {

    /** The most attempts that a policy can have. */
    public static final int MOST_ATTEMPTS = 1_000;

    /** The longest budget, time-out or pause. */
    public static final Duration LONGEST = Duration.ofDays(365);

    /** 6 attempts within 60 s, each up to 10 s; pauses up to 100 ms, 200 ms and so on to 5 s; a retention of one day. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(
            6,
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            Retention.of(Duration.ofDays(1)));

    /**
     * A policy whose values do not contradict each other.
     *
     * @param maxAttempts 1 to {@value #MOST_ATTEMPTS}
     * @param budget positive, at most {@link #LONGEST}, and less than the retention
     * @param attemptTimeout positive, at most {@link #LONGEST}
     * @param baseBackoff not negative
     * @param maxBackoff {@code baseBackoff} to {@link #LONGEST}
     * @param retention any
     * @throws IllegalArgumentException when a value is out of its range or contradicts another; the message has both
     */
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
                                + ": a later attempt would be executed again"));
    }

    /**
     * {@return the same policy with another number of attempts}
     *
     * @param attempts 1 to {@value #MOST_ATTEMPTS}
     */
    public RetryPolicy withMaxAttempts(int attempts) {
        return new RetryPolicy(attempts, budget, attemptTimeout, baseBackoff, maxBackoff, retention);
    }

    /**
     * {@return the same policy with another budget}
     *
     * @param whole from the beginning of the first attempt to the end of the last; less than the retention
     */
    public RetryPolicy withBudget(Duration whole) {
        return new RetryPolicy(maxAttempts, whole, attemptTimeout, baseBackoff, maxBackoff, retention);
    }

    /**
     * {@return the same policy with another time-out of an attempt}
     *
     * @param timeout from connecting to the last byte of the response
     */
    public RetryPolicy withAttemptTimeout(Duration timeout) {
        return new RetryPolicy(maxAttempts, budget, timeout, baseBackoff, maxBackoff, retention);
    }

    /**
     * {@return the same policy with other pauses}
     *
     * @param base the longest pause after the first attempt; zero for no pauses
     * @param max the longest pause; at least {@code base}
     */
    public RetryPolicy withBackoff(Duration base, Duration max) {
        return new RetryPolicy(maxAttempts, budget, attemptTimeout, base, max, retention);
    }

    /**
     * {@return the same policy with another retention}
     *
     * @param kept how long the server keeps its records; more than the budget
     */
    public RetryPolicy withRetention(Retention kept) {
        return new RetryPolicy(maxAttempts, budget, attemptTimeout, baseBackoff, maxBackoff, kept);
    }

    /**
     * {@return the longest pause after this many attempts, without {@code Retry-After}}
     *
     * @param attempts at least 1
     */
    public Duration longestPauseAfter(int attempts) {
        return new Backoff(baseBackoff, maxBackoff).after(attempts);
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

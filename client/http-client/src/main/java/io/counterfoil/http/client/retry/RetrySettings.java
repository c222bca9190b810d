package io.counterfoil.http.client.retry;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.idempotency.Pause;
import io.counterfoil.retry.RetentionExpiredException;
import io.counterfoil.retry.RetryPolicy;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * How requests are sent, over any transport: the settings of {@link IdempotentClient} and of the adapters for other HTTP
 * clients. Start from {@link #DEFAULT}. Immutable; as thread-safe as its listener, clocks and randomness.
 *
 * <p>A transport {@linkplain #begin begins} a send, and executes what the {@link RetryLoop} decides.
 *
 * @param policy the number of attempts, the budget, the backoff
 * @param listener is called for each attempt
 * @param headerNames the header fields on the wire
 * @param responseBodyLimit the largest response body that is accepted, in bytes, not negative; a larger one ends the send at
 *     once, because it would be as large the next time
 * @param failingOnUnexpectedDuplicates whether an unexpected duplicate is thrown rather than returned
 * @param timing clocks, pauses and randomness
 */
public record RetrySettings(
        RetryPolicy policy,
        Attempt.Listener listener,
        HeaderNames headerNames,
        int responseBodyLimit,
        boolean failingOnUnexpectedDuplicates,
        Timing timing) {

    /** The default limit of response bodies: 16 MiB. */
    public static final int DEFAULT_RESPONSE_BODY_LIMIT = 16 * 1024 * 1024;

    /**
     * {@link RetryPolicy#DEFAULT}, no listener, {@link HeaderNames#DEFAULT}, 16 MiB, unexpected duplicates returned, the
     * system's clocks.
     */
    public static final RetrySettings DEFAULT = new RetrySettings(
            RetryPolicy.DEFAULT,
            Attempt.Listener.NONE,
            HeaderNames.DEFAULT,
            DEFAULT_RESPONSE_BODY_LIMIT,
            false,
            new Timing(Clock.systemUTC(), System::nanoTime, Pause.REAL, new SecureRandom()));

    /**
     * Clocks, pauses and randomness.
     *
     * @param clock what a {@code Retry-After} date and the age of a request are compared with
     * @param nanoTime measures the budget, like {@link System#nanoTime}
     * @param pause how a blocking transport waits between attempts; others use their own timer
     * @param random draws the jitter; must be thread-safe where it is shared
     */
    public record Timing(InstantSource clock, LongSupplier nanoTime, Pause pause, RandomGenerator random) {}

    /** @throws IllegalArgumentException when the limit of response bodies is negative */
    public RetrySettings {
        if (responseBodyLimit < 0) {
            throw new IllegalArgumentException("responseBodyLimit must not be negative: " + responseBodyLimit);
        }
    }

    /** The same with another policy. */
    public RetrySettings withPolicy(RetryPolicy other) {
        return new RetrySettings(
                other, listener, headerNames, responseBodyLimit, failingOnUnexpectedDuplicates, timing);
    }

    /** The same with another listener. */
    public RetrySettings withListener(Attempt.Listener other) {
        return new RetrySettings(policy, other, headerNames, responseBodyLimit, failingOnUnexpectedDuplicates, timing);
    }

    /** The same with other header names. */
    public RetrySettings withHeaderNames(HeaderNames other) {
        return new RetrySettings(policy, listener, other, responseBodyLimit, failingOnUnexpectedDuplicates, timing);
    }

    /**
     * The same with another limit for response bodies.
     *
     * @throws IllegalArgumentException when negative
     */
    public RetrySettings withResponseBodyLimit(int bytes) {
        return new RetrySettings(policy, listener, headerNames, bytes, failingOnUnexpectedDuplicates, timing);
    }

    /** The same with unexpected duplicates thrown as {@link UnexpectedDuplicateException}, or returned. */
    public RetrySettings withFailingOnUnexpectedDuplicates(boolean failing) {
        return new RetrySettings(policy, listener, headerNames, responseBodyLimit, failing, timing);
    }

    /** The same with other clocks, pauses and randomness. */
    public RetrySettings withTiming(Timing other) {
        return new RetrySettings(
                policy, listener, headerNames, responseBodyLimit, failingOnUnexpectedDuplicates, other);
    }

    /**
     * Begins a send of a request, under the current correlation ID of this thread. Nothing is sent yet.
     *
     * @throws IllegalArgumentException when the request has a header field that the attempts set
     * @throws RetentionExpiredException when the server may have removed its record of the request
     */
    public RetryLoop begin(RetryableRequest request) {
        return new RetryLoop(this, request);
    }
}

package io.counterfoil.http.client;

import io.counterfoil.http.HeaderNames;
import io.counterfoil.idempotency.Pause;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * How intentions are sent, over whatever transport: one set of rules for {@link IdempotentClient} and for the clients of
 * frameworks. Start from {@link #DEFAULT}. Immutable; thread-safe as far as its listener, its clocks and its randomness are.
 *
 * <p>A transport {@link #begin begins} a send, and then does what the {@link RetryLoop} tells it.
 *
 * @param policy how often, for how long and at what pace
 * @param listener is told of every try
 * @param headerNames the header fields on the wire
 * @param responseBodyLimit the largest response body that is taken, in bytes, not negative; a larger one is given up at once, because it
 *     would be as large the next time
 * @param failingOnUnexpectedDuplicates whether an unexpected duplicate is thrown rather than returned (RC-3)
 * @param timing the means of time and chance
 */
public record RetrySettings(
        RetryPolicy policy,
        AttemptListener listener,
        HeaderNames headerNames,
        int responseBodyLimit,
        boolean failingOnUnexpectedDuplicates,
        Timing timing) {

    /** The largest response body that is taken unless told otherwise: 16 MiB. */
    public static final int DEFAULT_RESPONSE_BODY_LIMIT = 16 * 1024 * 1024;

    /** {@link RetryPolicy#DEFAULT}, nobody listening, the usual headerNames, unexpected duplicates returned, real time. */
    public static final RetrySettings DEFAULT = new RetrySettings(
            RetryPolicy.DEFAULT,
            AttemptListener.NONE,
            HeaderNames.DEFAULT,
            DEFAULT_RESPONSE_BODY_LIMIT,
            false,
            new Timing(Clock.systemUTC(), System::nanoTime, Pause.REAL, new SecureRandom()));

    /**
     * The means of time and chance.
     *
     * @param clock what a {@code Retry-After} date and the age of an intention are compared with
     * @param nanoTime what the budget is measured with, like {@link System#nanoTime}
     * @param pause how a sending thread waits between tries; a transport that blocks no thread has its own timer
     * @param random what the jitter is drawn from; must be thread-safe where it is shared
     */
    public record Timing(InstantSource clock, LongSupplier nanoTime, Pause pause, RandomGenerator random) {}

    /** @throws IllegalArgumentException when the limit of bodies is negative */
    public RetrySettings {
        if (responseBodyLimit < 0) {
            throw new IllegalArgumentException(
                    "the limit of a response body must not be negative: " + responseBodyLimit);
        }
    }

    /** The same with another policy. */
    public RetrySettings withPolicy(RetryPolicy other) {
        return new RetrySettings(
                other, listener, headerNames, responseBodyLimit, failingOnUnexpectedDuplicates, timing);
    }

    /** The same with another listener. */
    public RetrySettings withListener(AttemptListener other) {
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

    /** The same with other means of time and chance. */
    public RetrySettings withTiming(Timing other) {
        return new RetrySettings(
                policy, listener, headerNames, responseBodyLimit, failingOnUnexpectedDuplicates, other);
    }

    /**
     * Begins a send of an intention, as part of the work whose correlation ID is current on this thread. Nothing is sent yet.
     *
     * @throws IllegalArgumentException when the intention sets a header field that its tries set
     * @throws RetentionOverException when the server may have forgotten the intention by now
     */
    public RetryLoop begin(RetryableRequest intention) {
        return new RetryLoop(this, intention);
    }
}

package io.counterfoil.http.client.retry;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.retry.RetentionExpiredException;
import io.counterfoil.retry.RetryPolicy;
import java.security.SecureRandom;
import java.time.InstantSource;

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
 * @param failOnUnexpectedDuplicates whether an unexpected duplicate is thrown rather than returned
 * @param clock what a {@code Retry-After} date and the age of a request are compared with
 * @param timing the measure of the budget, pauses and randomness
 */
public record RetrySettings(
        RetryPolicy policy,
        AttemptListener listener,
        HeaderNames headerNames,
        int responseBodyLimit,
        boolean failOnUnexpectedDuplicates,
        InstantSource clock,
        RetryTiming timing) {

    /** The default limit of response bodies: 16 MiB. */
    public static final int DEFAULT_RESPONSE_BODY_LIMIT = 16 * 1024 * 1024;

    /**
     * {@link RetryPolicy#DEFAULT}, no listener, {@link HeaderNames#DEFAULT}, 16 MiB, unexpected duplicates returned, the
     * system's clocks.
     */
    public static final RetrySettings DEFAULT = new RetrySettings(
            RetryPolicy.DEFAULT,
            AttemptListener.NONE,
            HeaderNames.DEFAULT,
            DEFAULT_RESPONSE_BODY_LIMIT,
            false,
            InstantSource.system(),
            new RetryTiming(System::nanoTime, Pause.REAL, new SecureRandom()));

    /**
     * Settings within their limits.
     *
     * @param policy any
     * @param listener thread-safe where the settings are shared
     * @param headerNames any
     * @param responseBodyLimit not negative
     * @param failOnUnexpectedDuplicates true to throw
     * @param clock thread-safe where the settings are shared
     * @param timing thread-safe where the settings are shared
     * @throws IllegalArgumentException when the limit of response bodies is negative
     */
    public RetrySettings {
        if (responseBodyLimit < 0) {
            throw new IllegalArgumentException("responseBodyLimit must not be negative: " + responseBodyLimit);
        }
    }

    /**
     * {@return the same settings with another policy}
     *
     * @param other the number of attempts, the budget, the backoff
     */
    public RetrySettings withPolicy(RetryPolicy other) {
        return new RetrySettings(
                other, listener, headerNames, responseBodyLimit, failOnUnexpectedDuplicates, clock, timing);
    }

    /**
     * {@return the same settings with another listener}
     *
     * @param other is called for each attempt
     */
    public RetrySettings withListener(AttemptListener other) {
        return new RetrySettings(
                policy, other, headerNames, responseBodyLimit, failOnUnexpectedDuplicates, clock, timing);
    }

    /**
     * {@return the same settings with other header names}
     *
     * @param other the header fields on the wire
     */
    public RetrySettings withHeaderNames(HeaderNames other) {
        return new RetrySettings(policy, listener, other, responseBodyLimit, failOnUnexpectedDuplicates, clock, timing);
    }

    /**
     * {@return the same settings with another limit for response bodies}
     *
     * @param bytes not negative
     * @throws IllegalArgumentException when negative
     */
    public RetrySettings withResponseBodyLimit(int bytes) {
        return new RetrySettings(policy, listener, headerNames, bytes, failOnUnexpectedDuplicates, clock, timing);
    }

    /**
     * {@return the same settings with unexpected duplicates thrown as {@link UnexpectedDuplicateException}, or returned}
     *
     * @param failing true to throw
     */
    public RetrySettings withFailOnUnexpectedDuplicates(boolean failing) {
        return new RetrySettings(policy, listener, headerNames, responseBodyLimit, failing, clock, timing);
    }

    /**
     * {@return the same settings with another clock}
     *
     * @param other what a {@code Retry-After} date and the age of a request are compared with
     */
    public RetrySettings withClock(InstantSource other) {
        return new RetrySettings(
                policy, listener, headerNames, responseBodyLimit, failOnUnexpectedDuplicates, other, timing);
    }

    /**
     * {@return the same settings with another measure of time, other pauses and randomness}
     *
     * @param other the measure of the budget, pauses and randomness
     */
    public RetrySettings withTiming(RetryTiming other) {
        return new RetrySettings(
                policy, listener, headerNames, responseBodyLimit, failOnUnexpectedDuplicates, clock, other);
    }

    /**
     * Begins a send of a request, under the current correlation ID of this thread. Nothing is sent yet.
     *
     * @param request the request
     * @return the loop of this send, whose first attempt is yet to be {@linkplain RetryLoop#next begun}
     * @throws IllegalArgumentException when the request has a header field that the attempts set
     * @throws RetentionExpiredException when the server may have removed its record of the request
     */
    public RetryLoop begin(RetryableRequest request) {
        return new RetryLoop(this, request);
    }
}

package io.counterfoil.http.client;

import io.counterfoil.http.HeaderNames;
import io.counterfoil.idempotency.Pause;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Sends an {@link Intention} until it is answered, by one request ID and as many tries as its {@link RetryPolicy} allows. With a
 * server that deduplicates, the intention is carried out once.
 *
 * <pre>{@code
 * RetryingClient client = RetryingClient.over(httpClient).with(policy).listening(listener);
 * Answer answer = client.send(Intention.post(uri).json(body).build());
 * }</pre>
 *
 * <p>What is retried (RC-4): failures of the network and time-outs; 408, 425, 429, 502, 503, 504; another 5xx that has a {@code
 * Retry-After}; and a 409 whose problem type says that the original is still being carried out. Any other answer is returned.
 *
 * <p>A try is one request on the wire. It has an attempt ID of its own, {@code 8Zq-kw3a.1}, {@code 8Zq-kw3a.2}, and a correlation ID
 * that is the current one, or a fresh one where there is none, extended by that attempt ID (RC-6): so the tries of two
 * intentions of one piece of work are told apart too. Its log lines, and its listener's, are written under it.
 *
 * <p>Two things could make two requests of a try, and both are refused by {@link #over}: an HTTP client that follows redirects, and the
 * JVM's property {@code jdk.httpclient.enableAllMethodRetry}. What the JDK's client still repeats by itself is a connection
 * that could not be made, a request that an HTTP/2 server has declared unprocessed, and a GET or HEAD on a kept connection that
 * turns out to be closed.
 *
 * <p>Immutable: each setting gives a new client over the same HTTP client. Thread-safe; many threads may send at once.
 */
public final class RetryingClient {

    /** The largest response body that is taken, unless {@link #limitingBodiesTo} says otherwise: 16 MiB. */
    public static final int DEFAULT_BODY_LIMIT = 16 * 1024 * 1024;

    private static final String ALL_METHODS = "jdk.httpclient.enableAllMethodRetry";

    private final Settings settings;

    private RetryingClient(Settings settings) {
        this.settings = settings;
    }

    /**
     * A client with the {@link RetryPolicy#DEFAULT}, over this HTTP client, which stays the caller's to configure and to end.
     *
     * @throws IllegalArgumentException when the HTTP client follows redirects: a try would be several requests, and a POST
     *     might become a GET
     * @throws IllegalStateException when the JVM lets HTTP clients repeat requests that are not idempotent
     */
    public static RetryingClient over(HttpClient http) {
        if (http.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException(
                    "the HTTP client must not follow redirects, and is set to " + http.followRedirects());
        }
        String allMethods = System.getProperty(ALL_METHODS);
        if (allMethods != null && (allMethods.isEmpty() || Boolean.parseBoolean(allMethods))) {
            throw new IllegalStateException("the system property " + ALL_METHODS + " must not be set, and is \""
                    + allMethods + "\": the HTTP client would send one try more than once");
        }
        return new RetryingClient(new Settings(
                http,
                RetryPolicy.DEFAULT,
                AttemptListener.NONE,
                HeaderNames.DEFAULT,
                DEFAULT_BODY_LIMIT,
                Clock.systemUTC(),
                System::nanoTime,
                Pause.REAL,
                new SecureRandom()));
    }

    /** The same client with another policy. */
    public RetryingClient with(RetryPolicy policy) {
        return new RetryingClient(settings.with(policy));
    }

    /** The same client with another listener. */
    public RetryingClient listening(AttemptListener listener) {
        return new RetryingClient(settings.with(listener));
    }

    /** The same client with other header names on the wire. */
    public RetryingClient naming(HeaderNames names) {
        return new RetryingClient(settings.with(names));
    }

    /**
     * The same client with another limit for response bodies. An answer with a larger one is given up at once, because it would be as
     * large the next time.
     *
     * @throws IllegalArgumentException when negative
     */
    public RetryingClient limitingBodiesTo(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("the limit of a response body must not be negative: " + bytes);
        }
        return new RetryingClient(settings.withBodyLimit(bytes));
    }

    /**
     * The same client with other means of time and chance.
     *
     * @param clock what a {@code Retry-After} date is compared with
     * @param nanoTime what the budget is measured with, like {@link System#nanoTime}
     * @param pause how the sending thread waits between tries
     * @param random what the jitter is drawn from; must be thread-safe where the client is shared
     */
    public RetryingClient timedBy(InstantSource clock, LongSupplier nanoTime, Pause pause, RandomGenerator random) {
        return new RetryingClient(settings.timedBy(clock, nanoTime, pause, random));
    }

    /**
     * Sends the intention, and waits for the answer.
     *
     * @throws RetriesExhaustedException when the tries or the budget are used up, or the answer is too large; it has all tries
     * @throws InterruptedException when the thread was interrupted while it waited. The try is abandoned; whether the server carried
     *     it out is unknown, and the intention can be sent again
     * @throws IllegalArgumentException when the intention sets a header field that the client sets; nothing was sent
     * @throws IllegalStateException when the HTTP client failed other than by an {@link java.io.IOException}
     */
    public Answer send(Intention intention) throws RetriesExhaustedException, InterruptedException {
        settings.refuseOwnFields(intention);
        return new Sending(settings, intention).untilAnswered();
    }
}

package io.counterfoil.http.client;

import io.counterfoil.http.HeaderNames;
import io.counterfoil.idempotency.Pause;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Sends an {@link RetryableRequest} until it is answered, by one request ID and as many tries as its {@link RetryPolicy} allows. With a
 * server that deduplicates, the intention is carried out once.
 *
 * <pre>{@code
 * IdempotentClient client = IdempotentClient.over(httpClient).with(policy).listening(listener);
 * Answer answer = client.send(RetryableRequest.post(uri).json(body).build());
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
 * turns out to be closed; and one with an {@link java.net.Authenticator} answers a 401 by a second request under the same
 * attempt ID.
 *
 * <p>Given a {@link Journal}, it keeps each intention there before it is first sent, and forgets it when it is answered or {@link
 * #abandon abandoned}: one that was given up, cancelled, or cut off by a crash is {@link #pending}, and can be sent again under
 * the same request ID (RC-1). Credentials are not kept: {@code Authorization}, {@code Proxy-Authorization}, {@code Cookie}, and what
 * {@link #hiding} names.
 *
 * <p>Immutable: each setting gives a new client over the same HTTP client and the same journal. Thread-safe; many threads may
 * send at once.
 */
public final class IdempotentClient {

    /** The largest response body that is taken, unless {@link #limitingBodiesTo} says otherwise: 16 MiB. */
    public static final int DEFAULT_BODY_LIMIT = RetrySettings.DEFAULT_BODY_LIMIT;

    private static final String ALL_METHODS = "jdk.httpclient.enableAllMethodRetry";

    private final HttpClient http;
    private final RetrySettings retries;
    private final ClientJournal journal;
    private final Workers workers;

    private IdempotentClient(HttpClient http, RetrySettings retries, ClientJournal journal, Workers workers) {
        this.http = http;
        this.retries = retries;
        this.journal = journal;
        this.workers = workers;
    }

    /**
     * A client with the {@link RetrySettings#DEFAULT}, over this HTTP client, which stays the caller's to configure and to end.
     *
     * @throws IllegalArgumentException when the HTTP client follows redirects: a try would be several requests, and a POST
     *     might become a GET
     * @throws IllegalStateException when the JVM lets HTTP clients repeat requests that are not idempotent
     */
    public static IdempotentClient over(HttpClient http) {
        if (http.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException(
                    "the HTTP client must not follow redirects, and is set to " + http.followRedirects());
        }
        String allMethods = System.getProperty(ALL_METHODS);
        if (allMethods != null && (allMethods.isEmpty() || Boolean.parseBoolean(allMethods))) {
            throw new IllegalStateException("the system property " + ALL_METHODS + " must not be set, and is \""
                    + allMethods + "\": the HTTP client would send one try more than once");
        }
        return new IdempotentClient(http, RetrySettings.DEFAULT, ClientJournal.nowhere(), Workers.of(http));
    }

    /** The same client with other rules altogether. */
    public IdempotentClient with(RetrySettings rules) {
        return new IdempotentClient(http, rules, journal, workers);
    }

    /** The same client with another policy. */
    public IdempotentClient with(RetryPolicy policy) {
        return with(retries.with(policy));
    }

    /** The same client with another listener. */
    public IdempotentClient listening(AttemptListener listener) {
        return with(retries.with(listener));
    }

    /** The same client with other header names on the wire. */
    public IdempotentClient naming(HeaderNames names) {
        return with(retries.with(names));
    }

    /**
     * The same client with another limit for response bodies. An answer with a larger one is given up at once, because it would be as
     * large the next time.
     *
     * @throws IllegalArgumentException when negative
     */
    public IdempotentClient limitingBodiesTo(int bytes) {
        return with(retries.withBodyLimit(bytes));
    }

    /** The same client, throwing {@link UnexpectedDuplicateException} in place of an answer that is somebody else's (RC-3). */
    public IdempotentClient failingOnUnexpectedDuplicates() {
        return with(retries.withFailingOnUnexpectedDuplicates(true));
    }

    /**
     * The same client with other means of time and chance.
     *
     * @param clock what a {@code Retry-After} date and the age of an intention are compared with
     * @param nanoTime what the budget is measured with, like {@link System#nanoTime}
     * @param pause how the sending thread of {@link #send} waits between tries
     * @param random what the jitter is drawn from; must be thread-safe where the client is shared
     */
    public IdempotentClient timedBy(InstantSource clock, LongSupplier nanoTime, Pause pause, RandomGenerator random) {
        return with(retries.with(new RetrySettings.Timing(clock, nanoTime, pause, random)));
    }

    /**
     * The same client with other threads for {@link #sendAsync}. Both stay the caller's to end; a send that they refuse to go on
     * with fails with what they throw. By default they are the HTTP client's executor, or where it has none daemon threads that all clients
     * share, as many as are needed at once, and one daemon thread that starts the next step on that executor.
     *
     * @param executor what journal, listener and everything between two tries run on
     * @param timer what ends tries that take too long, and pauses
     */
    public IdempotentClient runningOn(Executor executor, ScheduledExecutorService timer) {
        return new IdempotentClient(http, retries, journal, new Workers(executor, timer));
    }

    /** The same client with this journal, which stays the caller's to end. */
    public IdempotentClient with(Journal other) {
        return new IdempotentClient(http, retries, journal.in(other), workers);
    }

    /** The same client, keeping also these header fields out of its journal; whatever their case. */
    public IdempotentClient hiding(String... headerNames) {
        return new IdempotentClient(http, retries, journal.without(headerNames), workers);
    }

    /**
     * Sends the intention, and waits for the answer. The journal forgets it before this returns.
     *
     * @throws RetriesExhaustedException when the tries or the time are used up, or the answer is too large; it has all tries
     * @throws InterruptedException when the thread was interrupted while it waited. The try is abandoned; {@link
     *     RetryableRequest#effectPossible} says what is known, and the intention can be sent again
     * @throws RetentionOverException when the server may have forgotten the intention by now; nothing was sent
     * @throws UnexpectedDuplicateException when the answer is somebody else's, and {@link #failingOnUnexpectedDuplicates} was
     *     asked for
     * @throws IllegalArgumentException when the intention sets a header field that the client sets, or has what the HTTP client
     *     cannot send; nothing was sent
     * @throws Journal.JournalException when the intention cannot be kept; nothing was sent
     * @throws IllegalStateException when the HTTP client failed other than by an {@link java.io.IOException}
     */
    public Answer send(RetryableRequest intention) throws RetriesExhaustedException, InterruptedException {
        return send(intention, answer -> answer);
    }

    /**
     * The same as {@link #send(RetryableRequest)}, for an answer that must not be lost in a crash either: the journal forgets the intention
     * after this has been done with the answer, and not if it throws; what it throws comes through.
     *
     * @param then stores what the answer says; run a second time, with the replayed answer, after a crash that came before the
     *     journal forgot
     */
    public <T> T send(RetryableRequest intention, Function<Answer, T> then)
            throws RetriesExhaustedException, InterruptedException {
        JdkTransport transport = new JdkTransport(http, retries.bodyLimit(), intention);
        RetryLoop loop = retries.begin(intention);
        journal.open(intention);
        boolean answered = false;
        try {
            T done = then.apply(loop.untilAnswered(transport));
            answered = true;
            return done;
        } catch (UnexpectedDuplicateException others) {
            answered = true;
            throw others;
        } finally {
            if (answered) {
                journal.answered(intention);
            } else {
                journal.stays(intention);
            }
        }
    }

    /**
     * Sends the intention without holding a thread while it waits. Part of the work whose correlation ID is current here.
     *
     * <p>Cancelling the future, or completing it in any other way, stops the try that is being made or ends the pause; no other
     * try follows. What is known then says {@link RetryableRequest#effectPossible}, the listener hears of an {@link Attempt.Cancelled}, and
     * in the journal the intention stays pending. Futures that depend on this one do not pass their own cancellation on to
     * it: that is how {@link CompletableFuture} works.
     *
     * @return completed with the answer, on the executor; or exceptionally, by whatever {@link #send} throws other than below. The
     *     journal forgets the intention after everything was done that depended on the future when it was completed
     * @throws RetentionOverException when the server may have forgotten the intention by now; nothing was sent
     * @throws IllegalArgumentException when the intention sets a header field that the client sets, or has what the HTTP client
     *     cannot send; nothing was sent
     */
    public CompletableFuture<Answer> sendAsync(RetryableRequest intention) {
        JdkTransport transport = new JdkTransport(http, retries.bodyLimit(), intention);
        RetryLoop loop = retries.begin(intention);
        return new AsyncSending(intention, journal, loop, transport, workers).begin();
    }

    /**
     * The intentions of the journal that are neither answered nor abandoned, the oldest first, without those that are in
     * somebody's hands: being sent, or given out by this before and neither sent nor abandoned. They have their request IDs, and
     * know a duplicate of a predecessor's tries; they lack the header fields that are not kept, which {@link RetryableRequest#withHeader}
     * adds.
     *
     * @param limit how many at the most, at least 1
     * @throws Journal.JournalException when the journal cannot be read
     * @throws IllegalStateException when the client has no journal
     */
    public List<RetryableRequest> pending(int limit) {
        return journal.pending(limit);
    }

    /**
     * What the journal would keep of this intention, for one that is written there by other means before anybody sends it, in the
     * transaction that wants it sent, say. The server's retention counts from now.
     *
     * @throws IllegalArgumentException when its URI has credentials
     */
    public JournalEntry entryOf(RetryableRequest intention) {
        intention.openedBy(retries.timing().clock().instant());
        return journal.entryOf(intention);
    }

    /**
     * Gives an intention up for good: the journal forgets it. It may have been carried out all the same. One that is not in the
     * journal is passed over; one that is being sent is not stopped.
     *
     * @throws Journal.JournalException when the journal cannot forget it
     */
    public void abandon(RetryableRequest intention) {
        journal.abandon(intention);
    }
}

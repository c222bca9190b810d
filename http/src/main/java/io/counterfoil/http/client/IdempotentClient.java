package io.counterfoil.http.client;

import io.counterfoil.http.HeaderNames;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends an {@link RetryableRequest} until it is answered, by one request ID and as many tries as its {@link RetryPolicy} allows. With a
 * server that deduplicates, the intention is carried out once.
 *
 * <pre>{@code
 * IdempotentClient client = IdempotentClient.builder().httpClient(http).retryPolicy(policy).build();
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
 * <p>Two things could make two requests of a try, and both are refused by the builder: an HTTP client that follows redirects, and the
 * JVM's property {@code jdk.httpclient.enableAllMethodRetry}. What the JDK's client still repeats by itself is a connection
 * that could not be made, a request that an HTTP/2 server has declared unprocessed, and a GET or HEAD on a kept connection that
 * turns out to be closed; and one with an {@link java.net.Authenticator} answers a 401 by a second request under the same
 * attempt ID.
 *
 * <p>Given a {@link Journal}, it keeps each intention there before it is first sent, and forgets it when it is answered or {@link
 * #abandon abandoned}: one that was given up, cancelled, or cut off by a crash is {@link #pending}, and can be sent again under
 * the same request ID (RC-1). Credentials are not kept: {@code Authorization}, {@code Proxy-Authorization}, {@code Cookie}, and what
 * {@link Builder#secretHeaders} names.
 *
 * <p>Immutable and thread-safe; many threads may send at once.
 */
public final class IdempotentClient {

    private final HttpClient http;
    private final RetrySettings retries;
    private final ClientJournal journal;
    private final @Nullable Executor executor;
    private final @Nullable ScheduledExecutorService timer;
    private final Workers workers;

    private IdempotentClient(Builder builder) {
        this.http = builder.http == null ? HttpClient.newHttpClient() : builder.http;
        this.retries = builder.retries;
        this.journal = builder.journal;
        this.executor = builder.executor;
        this.timer = builder.timer;
        this.workers = Workers.of(http, executor, timer);
    }

    /** A builder of a client with default settings. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder of a client with the settings of this one, each of which can be set anew. It shares HTTP client, journal and threads. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Sends the intention, and waits for the answer. The journal forgets it before this returns.
     *
     * @throws RetriesExhaustedException when the tries or the time are used up, or the answer is too large; it has all tries
     * @throws InterruptedException when the thread was interrupted while it waited. The try is abandoned; {@link
     *     RetryableRequest#effectPossible} says what is known, and the intention can be sent again
     * @throws RetentionOverException when the server may have forgotten the intention by now; nothing was sent
     * @throws UnexpectedDuplicateException when the answer is somebody else's, and {@link Builder#failingOnUnexpectedDuplicates} is set
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
        JdkTransport transport = new JdkTransport(http, retries.responseBodyLimit(), intention);
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
        JdkTransport transport = new JdkTransport(http, retries.responseBodyLimit(), intention);
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

    /**
     * Settings of a client. Each is set at most once: setting it a second time is refused with both values. Not thread-safe; {@link
     * #build} copies.
     */
    public static final class Builder {

        private static final String ALL_METHODS = "jdk.httpclient.enableAllMethodRetry";
        private static final String RETRY_SETTINGS = "retrySettings";
        private static final List<String> PARTS_OF_RETRY_SETTINGS = List.of(
                "retryPolicy",
                "attemptListener",
                "headerNames",
                "responseBodyLimit",
                "failingOnUnexpectedDuplicates",
                "timing");

        private final Map<String, Object> set = new HashMap<>();
        private @Nullable HttpClient http;
        private RetrySettings retries = RetrySettings.DEFAULT;
        private ClientJournal journal = ClientJournal.none();
        private @Nullable Executor executor;
        private @Nullable ScheduledExecutorService timer;

        private Builder() {}

        private Builder(IdempotentClient client) {
            this.http = client.http;
            this.retries = client.retries;
            this.journal = client.journal;
            this.executor = client.executor;
            this.timer = client.timer;
        }

        /**
         * The HTTP client that sends the requests; it remains the caller's to configure and close. Default: {@link
         * HttpClient#newHttpClient}.
         *
         * @throws IllegalArgumentException when it follows redirects: an attempt would be several requests, and a POST might become a
         *     GET
         */
        public Builder httpClient(HttpClient client) {
            if (client.followRedirects() != HttpClient.Redirect.NEVER) {
                throw new IllegalArgumentException(
                        "the HTTP client must not follow redirects, and is set to " + client.followRedirects());
            }
            http = once("httpClient", client);
            return this;
        }

        /** All settings of the retries at once, as other transports share them. Contradicts setting one of them. */
        public Builder retrySettings(RetrySettings settings) {
            retries = once(RETRY_SETTINGS, settings);
            PARTS_OF_RETRY_SETTINGS.forEach(this::refuseBesideRetrySettings);
            return this;
        }

        /** The number of attempts, the budget, the backoff. Default: {@link RetryPolicy#DEFAULT}. */
        public Builder retryPolicy(RetryPolicy policy) {
            return retries("retryPolicy", policy, retries.withPolicy(policy));
        }

        /** Is called for each attempt. Default: {@link AttemptListener#NONE}. */
        public Builder attemptListener(AttemptListener listener) {
            return retries("attemptListener", listener, retries.withListener(listener));
        }

        /** The header names on the wire. Default: {@link HeaderNames#DEFAULT}. */
        public Builder headerNames(HeaderNames names) {
            return retries("headerNames", names, retries.withHeaderNames(names));
        }

        /**
         * The largest response body that is accepted, in bytes. Default: {@link RetrySettings#DEFAULT_RESPONSE_BODY_LIMIT}. A larger one ends
         * the send at once, because it would be as large the next time.
         *
         * @throws IllegalArgumentException when negative
         */
        public Builder responseBodyLimit(int bytes) {
            return retries("responseBodyLimit", bytes, retries.withResponseBodyLimit(bytes));
        }

        /**
         * Whether an unexpected duplicate is thrown as {@link UnexpectedDuplicateException} rather than returned. Default: false.
         */
        public Builder failingOnUnexpectedDuplicates(boolean failing) {
            return retries(
                    "failingOnUnexpectedDuplicates", failing, retries.withFailingOnUnexpectedDuplicates(failing));
        }

        /** Clocks, pauses and randomness. Default: the system's. */
        public Builder timing(RetrySettings.Timing timing) {
            return retries("timing", timing, retries.withTiming(timing));
        }

        /**
         * Runs the journal, the listener and everything between two attempts of {@link #sendAsync}; it remains the caller's to shut down.
         * Default: the HTTP client's executor, or where it has none, daemon threads that all clients share, as many as are needed at
         * once. A send that it rejects fails with what it throws.
         */
        public Builder executor(Executor threads) {
            executor = once("executor", threads);
            return this;
        }

        /**
         * Ends attempts that take too long, and pauses, of {@link #sendAsync}; it remains the caller's to shut down. Default: one daemon
         * thread that all clients share. A send that it rejects fails with what it throws.
         */
        public Builder timer(ScheduledExecutorService scheduler) {
            timer = once("timer", scheduler);
            return this;
        }

        /** Where requests are kept until they are answered; it remains the caller's to close. Default: none. */
        public Builder journal(Journal used) {
            journal = journal.in(once("journal", used));
            return this;
        }

        /**
         * Header fields that are not written to the journal, in whatever case, besides {@code Authorization}, {@code Proxy-Authorization}
         * and {@code Cookie}.
         */
        public Builder secretHeaders(String... names) {
            journal = journal.without(once("secretHeaders", List.of(names)));
            return this;
        }

        /**
         * The client.
         *
         * @throws IllegalStateException when the system property {@code jdk.httpclient.enableAllMethodRetry} is set: the HTTP client would
         *     repeat requests that are not idempotent
         */
        public IdempotentClient build() {
            String allMethods = System.getProperty(ALL_METHODS);
            if (allMethods != null && (allMethods.isEmpty() || Boolean.parseBoolean(allMethods))) {
                throw new IllegalStateException("the system property " + ALL_METHODS + " must not be set, and is \""
                        + allMethods + "\": the HTTP client would send an attempt more than once");
            }
            return new IdempotentClient(this);
        }

        private Builder retries(String setting, Object value, RetrySettings changed) {
            once(setting, value);
            refuseBesideRetrySettings(setting);
            retries = changed;
            return this;
        }

        private <T> T once(String setting, T value) {
            Object before = set.putIfAbsent(setting, value);
            if (before != null) {
                throw new IllegalStateException(
                        "%s is set already, to %s, and cannot be set to %s as well".formatted(setting, before, value));
            }
            return value;
        }

        private void refuseBesideRetrySettings(String setting) {
            if (set.containsKey(setting) && set.containsKey(RETRY_SETTINGS)) {
                throw new IllegalStateException("%s and %s contradict: %s is %s, and %s is %s"
                        .formatted(
                                RETRY_SETTINGS,
                                setting,
                                setting,
                                set.get(setting),
                                RETRY_SETTINGS,
                                set.get(RETRY_SETTINGS)));
            }
        }
    }
}

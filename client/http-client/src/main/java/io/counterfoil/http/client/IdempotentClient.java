package io.counterfoil.http.client;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryLoop;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.client.retry.RetryTiming;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicateException;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.retry.RetentionExpiredException;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends a {@link RetryableRequest} until it is answered, under one request ID and with as many attempts as its {@link
 * RetryPolicy} allows. A server that deduplicates executes the request once.
 *
 * <pre>{@code
 * IdempotentClient client = IdempotentClient.builder().httpClient(http).retryPolicy(policy).build();
 * Answer answer = client.send(RetryableRequest.post(uri).json(body).build());
 * }</pre>
 *
 * <p>These are retried: network failures, except for TLS handshakes that fail, and time-outs; 408, 425, 429, 502, 503, 504; another 5xx
 * that has a {@code Retry-After}; and a 409 whose problem type says that the original is still in progress. Any other response is
 * returned.
 *
 * <p>An attempt is one request on the wire. It has its own attempt ID, such as {@code 8Zq-kw3a.1} and {@code 8Zq-kw3a.2}, and
 * its own correlation ID: the current one, or a new one where there is none, extended by the attempt ID. Log lines and calls of
 * the listener have that correlation ID.
 *
 * <p>The builder refuses two settings that could turn an attempt into several requests: an HTTP client that follows redirects,
 * and the JVM's property {@code jdk.httpclient.enableAllMethodRetry}. The JDK's client still repeats a connection that could
 * not be made, a request that an HTTP/2 server has declared unprocessed, and a GET or HEAD on a kept connection that turns out
 * to be closed; with an {@link java.net.Authenticator} it answers a 401 by a second request under the same attempt ID.
 *
 * <p>With a {@link Journal}, the client stores each request before it is first sent, and removes it when it is answered or
 * {@linkplain #abandon abandoned}. A request that was given up, cancelled, or interrupted by a crash is {@link #pending}, and
 * can be sent again under the same request ID. Credentials are not stored: {@code Authorization}, {@code Proxy-Authorization},
 * {@code Cookie}, and the fields named by {@link Builder#secretHeaders}.
 *
 * <p>Immutable and thread-safe; many threads may send at once.
 */
public final class IdempotentClient {

    private final JdkClient client;
    private final RetrySettings retries;
    private final ClientJournal journal;
    private final @Nullable Executor executor;
    private final @Nullable ScheduledExecutorService timer;
    private final Workers workers;

    private IdempotentClient(Builder builder) {
        this.retries = builder.retries;
        this.client = builder.client == null ? JdkClient.byDefault(retries.policy()) : builder.client;
        this.journal = builder.journal;
        this.executor = builder.executor;
        this.timer = builder.timer;
        this.workers = Workers.of(client.http(), executor, timer);
    }

    /** {@return a builder of a client with default settings} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder of a client with the settings of this one, each of which can be set again} It shares HTTP client, journal and threads. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Sends the request, and waits for the answer. The journal has removed the request when this returns.
     *
     * @param request the request; sent again, it continues under the same request ID
     * @return the answer, whatever its status
     * @throws RetriesExhaustedException when the attempts or the budget are used up, the response body is too large, or the TLS handshake
     *     failed; it has all attempts
     * @throws InterruptedException when the thread was interrupted while it waited. The attempt is cancelled; {@link
     *     RetryableRequest#effectPossible} says what is known, and the request can be sent again
     * @throws RetentionExpiredException when the server may have removed its record of the request; nothing was sent
     * @throws UnexpectedDuplicateException when the response belongs to another request, and {@link Builder#failOnUnexpectedDuplicates}
     *     is set
     * @throws IllegalArgumentException when the request has a header field that the client sets, or that the HTTP client cannot send;
     *     nothing was sent
     * @throws JournalException when the request cannot be stored; nothing was sent
     * @throws IllegalStateException when the HTTP client failed other than by an {@link java.io.IOException}
     */
    public Answer send(RetryableRequest request) throws RetriesExhaustedException, InterruptedException {
        return send(request, answer -> answer);
    }

    /**
     * The same as {@link #send(RetryableRequest)}, for an answer that must not be lost in a crash: the journal removes the request after
     * the function has returned, and keeps it if the function throws.
     *
     * @param <T> the function's result
     * @param request the request
     * @param then stores what the answer says. It runs again, with the replayed response, after a crash before the removal
     * @return what the function returned
     * @throws RetriesExhaustedException as by {@link #send(RetryableRequest)}; the function was not called
     * @throws InterruptedException as by {@link #send(RetryableRequest)}; the function was not called
     * @throws RuntimeException also what the function threw
     */
    public <T> T send(RetryableRequest request, Function<Answer, T> then)
            throws RetriesExhaustedException, InterruptedException {
        JdkTransport transport = new JdkTransport(client, retries.responseBodyLimit(), request);
        RetryLoop loop = retries.begin(request);
        journal.open(request);
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
                journal.settle(request);
            } else {
                journal.release(request);
            }
        }
    }

    /**
     * Sends the request without blocking a thread. The current correlation ID is that of the calling thread.
     *
     * <p>Completing the future early, by cancelling it for example, stops the current attempt or pause; there are no further
     * attempts. {@link RetryableRequest#effectPossible} says what is known then, the listener receives {@link
     * AttemptResult.Cancelled}, and the request remains pending in the journal. A dependent future does not pass its own cancellation
     * on to this one: that is how {@link CompletableFuture} works.
     *
     * @param request the request
     * @return completed on the executor, with the answer or with the exception that {@link #send} would throw, except for those below.
     *     The journal removes the request after the actions have run that depended on the future when it was completed
     * @throws RetentionExpiredException when the server may have removed its record of the request; nothing was sent
     * @throws IllegalArgumentException when the request has a header field that the client sets, or that the HTTP client cannot send;
     *     nothing was sent
     */
    public CompletableFuture<Answer> sendAsync(RetryableRequest request) {
        JdkTransport transport = new JdkTransport(client, retries.responseBodyLimit(), request);
        RetryLoop loop = retries.begin(request);
        return new AsyncSend(request, journal, loop, transport, workers).begin();
    }

    /**
     * {@return the journal's requests that are neither answered nor abandoned, the oldest first, without those that are held: being
     * sent, or returned by an earlier call and neither sent nor abandoned since} They have their request IDs, and recognise
     * duplicates of earlier attempts. They lack the header fields that are not stored; {@link RetryableRequest#withHeader} adds
     * them.
     *
     * @param limit how many at most, at least 1
     * @throws JournalException when the journal cannot be read
     * @throws IllegalStateException when the client has no journal
     */
    public List<RetryableRequest> pending(int limit) {
        return journal.pending(limit);
    }

    /**
     * {@return the journal entry of this request, for a caller that writes it to a journal itself, within a database transaction for
     * example} The server's retention counts from now.
     *
     * @param request the request to write
     * @throws IllegalArgumentException when its URI has credentials
     */
    public JournalEntry entryOf(RetryableRequest request) {
        request.openedBy(retries.clock().instant());
        return journal.entryOf(request);
    }

    /**
     * Abandons a request: the journal removes it. The server may have executed it nevertheless. Does nothing for a request that
     * is not in the journal, and does not stop one that is being sent.
     *
     * @param request the request, or another object with its request ID
     * @throws JournalException when the journal cannot remove it
     */
    public void abandon(RetryableRequest request) {
        journal.abandon(request);
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
                "failOnUnexpectedDuplicates",
                "clock",
                "timing");

        private final Map<String, Object> set = new HashMap<>();
        private @Nullable JdkClient client;
        private RetrySettings retries = RetrySettings.DEFAULT;
        private ClientJournal journal = ClientJournal.none();
        private @Nullable Executor executor;
        private @Nullable ScheduledExecutorService timer;

        private Builder() {}

        private Builder(IdempotentClient client) {
            this.client = client.client;
            this.retries = client.retries;
            this.journal = client.journal;
            this.executor = client.executor;
            this.timer = client.timer;
        }

        /**
         * The HTTP client that sends the requests; it remains the caller's to configure and close. It should have a connect
         * time-out, since an attempt that ends while it connects leaves the outcome unknown otherwise.
         *
         * <p>Default: a client that connects within 5 s, or half of the attempt's time-out if that is shorter, and uses HTTP/1.1
         * for {@code http} URIs, without {@code Upgrade: h2c}. A client derived by {@link IdempotentClient#toBuilder} shares it.
         *
         * @param http follows no redirects
         * @return this builder
         * @throws IllegalArgumentException when it follows redirects: an attempt would be several requests, a POST might become a GET,
         *     and the key and the body would be sent to a host that the request does not name
         */
        public Builder httpClient(HttpClient http) {
            if (http.followRedirects() != HttpClient.Redirect.NEVER) {
                throw new IllegalArgumentException(
                        "the HTTP client must not follow redirects, and is set to " + http.followRedirects());
            }
            client = JdkClient.chosen(once("httpClient", http));
            return this;
        }

        /**
         * All settings of the retries at once, as other transports share them. Contradicts setting one of them.
         *
         * @param settings in place of those of {@link #retryPolicy}, {@link #attemptListener}, {@link #headerNames}, {@link
         *     #responseBodyLimit}, {@link #failOnUnexpectedDuplicates}, {@link #clock} and {@link #timing}
         * @return this builder
         */
        public Builder retrySettings(RetrySettings settings) {
            retries = once(RETRY_SETTINGS, settings);
            PARTS_OF_RETRY_SETTINGS.forEach(this::refuseBesideRetrySettings);
            return this;
        }

        /**
         * The number of attempts, the budget, the backoff. Default: {@link RetryPolicy#DEFAULT}.
         *
         * @param policy the policy of every request
         * @return this builder
         */
        public Builder retryPolicy(RetryPolicy policy) {
            return retries("retryPolicy", policy, retries.withPolicy(policy));
        }

        /**
         * A listener that is called for each attempt. Default: {@link AttemptListener#NONE}.
         *
         * @param listener thread-safe
         * @return this builder
         */
        public Builder attemptListener(AttemptListener listener) {
            return retries("attemptListener", listener, retries.withListener(listener));
        }

        /**
         * The header names on the wire. Default: {@link HeaderNames#DEFAULT}.
         *
         * @param names those of the server
         * @return this builder
         */
        public Builder headerNames(HeaderNames names) {
            return retries("headerNames", names, retries.withHeaderNames(names));
        }

        /**
         * The largest response body that is accepted. Default: {@link RetrySettings#DEFAULT_RESPONSE_BODY_LIMIT}. A larger one ends the
         * send at once, because it would be as large the next time.
         *
         * @param bytes not negative
         * @return this builder
         * @throws IllegalArgumentException when negative
         */
        public Builder responseBodyLimit(int bytes) {
            return retries("responseBodyLimit", bytes, retries.withResponseBodyLimit(bytes));
        }

        /**
         * Whether an unexpected duplicate is thrown as {@link UnexpectedDuplicateException} rather than returned. Default: false.
         *
         * @param failing true to throw
         * @return this builder
         */
        public Builder failOnUnexpectedDuplicates(boolean failing) {
            return retries("failOnUnexpectedDuplicates", failing, retries.withFailOnUnexpectedDuplicates(failing));
        }

        /**
         * What a {@code Retry-After} date and the age of a request are compared with. Default: the system's clock.
         *
         * @param clock the clock; thread-safe
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            return retries("clock", clock, retries.withClock(clock));
        }

        /**
         * The measure of the budget, pauses and randomness. Default: the system's.
         *
         * @param timing thread-safe
         * @return this builder
         */
        public Builder timing(RetryTiming timing) {
            return retries("timing", timing, retries.withTiming(timing));
        }

        /**
         * Runs the journal, the listener and everything between two attempts of {@link #sendAsync}; it remains the caller's to shut down.
         * Default: the HTTP client's executor, or where it has none, daemon threads that all clients share, as many as are needed at
         * once. A send that it rejects fails with what it throws.
         *
         * @param threads the executor; its tasks block while the journal writes
         * @return this builder
         */
        public Builder executor(Executor threads) {
            executor = once("executor", threads);
            return this;
        }

        /**
         * Ends attempts that take too long, and pauses, of {@link #sendAsync}; it remains the caller's to shut down. Default: one daemon
         * thread that all clients share. A send that it rejects fails with what it throws.
         *
         * @param scheduler the timer
         * @return this builder
         */
        public Builder timer(ScheduledExecutorService scheduler) {
            timer = once("timer", scheduler);
            return this;
        }

        /**
         * Stores requests until they are answered; it remains the caller's to close. Default: none.
         *
         * @param used the journal
         * @return this builder
         */
        public Builder journal(Journal used) {
            journal = journal.in(once("journal", used));
            return this;
        }

        /**
         * Header fields that are not written to the journal, in any case, besides {@code Authorization}, {@code Proxy-Authorization}
         * and {@code Cookie}.
         *
         * @param names the fields' names, in any case
         * @return this builder
         */
        public Builder secretHeaders(String... names) {
            journal = journal.without(once("secretHeaders", List.of(names)));
            return this;
        }

        /**
         * {@return the client}
         *
         * @throws IllegalStateException when the system property {@code jdk.httpclient.enableAllMethodRetry} is set: the HTTP client
         *     would repeat requests that are not idempotent
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

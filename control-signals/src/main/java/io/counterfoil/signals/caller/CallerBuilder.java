package io.counterfoil.signals.caller;

import io.counterfoil.http.client.Journal;
import io.counterfoil.http.client.RetryPolicy;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.signals.envelope.Envelope;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.random.RandomGenerator;

/** Puts a {@link Caller} together. Not thread-safe. */
public final class CallerBuilder {

    /**
     * 6 attempts within 5 minutes, each with a time-out of 30 s; pauses up to 100 ms, 200 ms and so on to 5 s; a receiver that remembers for a
     * day.
     */
    public static final RetryPolicy DEFAULT_POLICY = new RetryPolicy(
            6,
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            Retention.of(Duration.ofDays(1)));

    final Publisher publisher;
    String origin = "";
    Journal journal = NoJournal.INSTANCE;
    RetryPolicy policy = DEFAULT_POLICY;
    CallerLimits limits = CallerLimits.DEFAULT;
    CallerListener listener = CallerListener.NONE;
    InstantSource clock = Clock.systemUTC();
    RandomGenerator random = new SecureRandom();
    Optional<ScheduledExecutorService> timer = Optional.empty();

    CallerBuilder(Publisher publisher) {
        this.publisher = publisher;
    }

    /**
     * How its signals are signed; to be set.
     *
     * @throws io.counterfoil.signals.envelope.InvalidEnvelopeException when it breaks the rules of the envelope
     */
    public CallerBuilder origin(String origin) {
        Envelope.requireOrigin(origin);
        this.origin = origin;
        return this;
    }

    /** Where commands are kept until they are answered; best a journal that this caller alone uses. None by default. */
    public CallerBuilder journal(Journal journal) {
        this.journal = journal;
        return this;
    }

    /**
     * How often, for how long and at what intervals one command is sent; {@link #DEFAULT_POLICY} by default. An attempt that the broker did
     * not confirm, or that had no outcome within {@code attemptTimeout}, is followed by the next; a retryable failure is not: the application
     * decides.
     */
    public CallerBuilder policy(RetryPolicy policy) {
        this.policy = policy;
        return this;
    }

    /** How much is kept in memory; {@link CallerLimits#DEFAULT} by default. */
    public CallerBuilder limits(CallerLimits limits) {
        this.limits = limits;
        return this;
    }

    /** The listener; none by default. */
    public CallerBuilder listener(CallerListener listener) {
        this.listener = listener;
        return this;
    }

    /** The clock; the system's by default. */
    public CallerBuilder clock(InstantSource clock) {
        this.clock = clock;
        return this;
    }

    /** The source of correlation IDs and pauses; must be thread-safe. A {@link SecureRandom} by default. */
    public CallerBuilder random(RandomGenerator random) {
        this.random = random;
        return this;
    }

    /** The timer of time-outs and pauses, which the caller does not shut down. A thread of the caller's own by default. */
    public CallerBuilder timer(ScheduledExecutorService timer) {
        this.timer = Optional.of(timer);
        return this;
    }

    /**
     * The caller, ready to send.
     *
     * @throws IllegalStateException when there is no origin
     */
    public Caller build() {
        if (origin.isEmpty()) {
            throw new IllegalStateException("a caller has an origin, which its signals are signed with");
        }
        return new Caller(this);
    }

    /** A daemon thread; cancelled tasks are removed at once. */
    static ScheduledExecutorService ownTimer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "counterfoil-caller");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}

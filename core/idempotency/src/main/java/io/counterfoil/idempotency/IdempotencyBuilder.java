package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.EngineThreads;
import io.counterfoil.idempotency.engine.ReplayCache;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.Pause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Builds an {@link Idempotency}. Each setting has a default, which its method documents. Not thread-safe. */
public final class IdempotencyBuilder {

    /** The shortest age of a {@linkplain #replayCache replay from memory}. */
    public static final Duration SHORTEST_REPLAY_AGE = Duration.ofMillis(1);

    /** The longest age of a {@linkplain #replayCache replay from memory}: how long commits that the database has lost may be replayed. */
    public static final Duration LONGEST_REPLAY_AGE = Duration.ofMinutes(1);

    private final Function<ScheduledExecutorService, Mode> mode;
    private final Optional<EngineState> origin;
    private Settings settings;
    private Optional<ScheduledExecutorService> timer = Optional.empty();
    private Optional<CacheLimits> cache = Optional.empty();

    IdempotencyBuilder(Function<ScheduledExecutorService, Mode> mode) {
        this.mode = mode;
        this.settings = Settings.DEFAULT;
        this.origin = Optional.empty();
    }

    IdempotencyBuilder(Function<ScheduledExecutorService, Mode> mode, Settings settings, EngineState origin) {
        this.mode = mode;
        this.settings = settings;
        this.origin = Optional.of(origin);
    }

    /**
     * Sets what the engine does where there is a choice.
     *
     * @param policy the policy; by default {@link IdempotencyPolicy#DEFAULT}
     * @return this builder
     */
    public IdempotencyBuilder policy(IdempotencyPolicy policy) {
        settings = settings.with(policy);
        return this;
    }

    /**
     * Sets what receives the engine's events.
     *
     * @param listener the listener, in place of any earlier one; by default {@link IdempotencyListener#NONE}
     * @return this builder
     */
    public IdempotencyBuilder listener(IdempotencyListener listener) {
        settings = settings.with(listener);
        return this;
    }

    /**
     * Sets the threads that renew leases and write counts; by default two daemon threads that all engines of this class loader share.
     *
     * @param timer the caller's to shut down, after the last call
     * @return this builder
     */
    public IdempotencyBuilder timer(ScheduledExecutorService timer) {
        this.timer = Optional.of(timer);
        return this;
    }

    /**
     * Sets how duplicates wait, and by which clock their waits and the cache are measured; by default in real time, by the system's clock.
     *
     * @param pause waits for an original to end
     * @param nanoTime the clock: nanoseconds, monotonic, such as {@link System#nanoTime}
     * @return this builder
     */
    public IdempotencyBuilder waiting(Pause pause, LongSupplier nanoTime) {
        settings = settings.with(pause, nanoTime);
        return this;
    }

    /**
     * Answers duplicates from memory where it can: a completed record does not change. No cache unless set.
     *
     * <p>A record is kept in memory once a duplicate has read it from the store, and is not used after it has expired by the store's clock, nor
     * after the maximum age: contents are compared, duplicates counted and listeners notified as with a record that was just read. The number of
     * requests that a duplicate gets may lack what other processes have counted within the maximum age. Requests in progress, unknown outcomes,
     * and what is read within a transaction of the caller's are not kept.
     *
     * <p>For as long as the maximum age, the engine may replay a record that the store no longer has, because a row was removed by hand, or because
     * the database has lost commits: in a fail-over to an asynchronous standby, or when a backup was restored. Choose one that is shorter than a
     * fail-over takes.
     *
     * @param maxBytes about how much memory the records may take, at least 1; those that are not used are discarded first
     * @param maxAge how long a record may be used after it was read, from {@link #SHORTEST_REPLAY_AGE} to {@link #LONGEST_REPLAY_AGE}
     * @return this builder
     * @throws IllegalArgumentException when a limit is out of range
     */
    public IdempotencyBuilder replayCache(long maxBytes, Duration maxAge) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes must be at least 1, not " + maxBytes);
        }
        if (maxAge.compareTo(SHORTEST_REPLAY_AGE) < 0 || maxAge.compareTo(LONGEST_REPLAY_AGE) > 0) {
            throw new IllegalArgumentException(
                    "maxAge must be " + SHORTEST_REPLAY_AGE + " to " + LONGEST_REPLAY_AGE + ", not " + maxAge);
        }
        cache = Optional.of(new CacheLimits(maxBytes, maxAge));
        return this;
    }

    private record CacheLimits(long maxBytes, Duration maxAge) {

        static final CacheLimits NONE = new CacheLimits(0, Duration.ZERO);
    }

    /**
     * {@return a new engine with these settings}
     *
     * @throws IllegalArgumentException when the policy has an {@linkplain io.counterfoil.idempotency.policy.ExecutionLimits#executionTime
     *     execution limit} that the store cannot enforce
     */
    public Idempotency build() {
        ScheduledExecutorService threads =
                timer.or(() -> origin.map(EngineState::timer)).orElse(EngineThreads.SHARED);
        Mode built = mode.apply(threads);
        built.check(settings.policy());
        Optional<EngineState> shared = timer.isPresent() || cache.isPresent() ? Optional.empty() : origin;
        return new Idempotency(built, settings, shared.orElseGet(() -> state(built, threads)));
    }

    private EngineState state(Mode built, ScheduledExecutorService threads) {
        CacheLimits limits = cache.orElse(CacheLimits.NONE);
        return EngineState.of(
                built,
                threads,
                new ReplayCache(
                        built.records(), built::joins, limits.maxBytes(), limits.maxAge(), settings.nanoTime()));
    }
}

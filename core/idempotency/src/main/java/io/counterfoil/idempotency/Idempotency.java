package io.counterfoil.idempotency;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The engine: executes a keyed request once, and replays its result to every duplicate.
 *
 * <pre>{@code
 * Idempotency idempotency = Idempotency.on(store);
 * Outcome<String> outcome = idempotency.execute(
 *         key, Fingerprint.of(body), PayloadCodec.TEXT, execution -> Completion.remember(book(order)));
 * }</pre>
 *
 * <h2>How it works</h2>
 *
 * Two modes, one flow: claim, execute, record. In {@linkplain #on(ClaimStore) transactional mode} the three are one
 * database transaction ({@code TransactionalMode} explains why that survives crashes); in
 * {@linkplain #on(LeaseStore, LeasePolicy) lease mode} they are three steps under a lease and a fencing token
 * ({@code LeaseMode} explains what stops a former owner).
 *
 * <p>A duplicate never waits inside the store. When its key is in progress it releases its lock and its connection, then polls until the wait
 * limit. When the original fails meanwhile, the duplicate finds the key free and executes the request itself. Within one process only one
 * of all concurrent calls with a key queries the store; the others wait for it in memory, as many of one named client as it may have requests
 * in progress ({@link IdempotencyPolicy#maxOpenPerClient()}).
 *
 * <p>Whether the record is read before the claim is a prediction; a wrong one costs one round trip and changes no outcome. A replay is one
 * read, and a first request has one round trip before its work.
 *
 * <p>Thread-safe. Copies made by the {@code with} methods share the state of calls in progress.
 */
public final class Idempotency {

    /** The shortest age of a {@linkplain #withReplayCache replay from memory}. */
    public static final Duration SHORTEST_REPLAY_AGE = Duration.ofMillis(1);

    /** The longest age of a {@linkplain #withReplayCache replay from memory}: how long commits that the database has lost may be replayed. */
    public static final Duration LONGEST_REPLAY_AGE = Duration.ofMinutes(1);

    private final Mode mode;
    private final Settings settings;
    private final Shared shared;

    private Idempotency(Mode mode, Settings settings, Shared shared) {
        this.mode = mode;
        this.settings = settings;
        this.shared = shared;
    }

    /** An engine in transactional mode on this store, under {@link IdempotencyPolicy#DEFAULT}. */
    public static Idempotency on(ClaimStore store) {
        return on(store, Background.SHARED);
    }

    /**
     * The same, with the caller's own timer.
     *
     * @param timer writes counts of duplicates; the caller's to shut down, after the last call
     */
    public static Idempotency on(ClaimStore store, ScheduledExecutorService timer) {
        return of(new TransactionalMode(store), timer);
    }

    /** An engine in lease mode on this store, under {@link IdempotencyPolicy#DEFAULT}; leases are renewed by daemon threads. */
    public static Idempotency on(LeaseStore store, LeasePolicy leases) {
        return on(store, leases, Background.SHARED);
    }

    /**
     * The same, with the caller's own timer.
     *
     * @param timer renews leases and writes counts; the caller's to shut down, after the last call
     */
    public static Idempotency on(LeaseStore store, LeasePolicy leases, ScheduledExecutorService timer) {
        return of(new LeaseMode(store, leases, timer), timer);
    }

    private static Idempotency of(Mode mode, ScheduledExecutorService timer) {
        ReplayCache none = new ReplayCache(mode.records(), mode::joins, 0, Duration.ZERO, System::nanoTime);
        return new Idempotency(mode, Settings.DEFAULT, new Shared(mode, timer, none));
    }

    /**
     * The same engine under another policy.
     *
     * @throws IllegalArgumentException when the policy has an {@linkplain IdempotencyPolicy#executionLimit execution limit} that the store
     *     cannot enforce
     */
    public Idempotency with(IdempotencyPolicy policy) {
        if (mode instanceof TransactionalMode transactional) {
            TransactionalMode.check(policy, transactional.store());
        }
        return new Idempotency(mode, settings.with(policy), shared);
    }

    /** The same engine, reporting to this listener alone. */
    public Idempotency with(IdempotencyListener listener) {
        return new Idempotency(mode, settings.with(listener), shared);
    }

    /** The same engine, waiting in another way and measuring its waits by another clock (nanoseconds, monotonic). */
    public Idempotency waiting(Pause pause, LongSupplier nanoTime) {
        return new Idempotency(mode, settings.with(pause, nanoTime), shared);
    }

    /**
     * A new engine in the same mode on the same store, under the same settings, which answers duplicates from memory where it can: a completed
     * record does not change. Copies of it share its cache; this engine, and its calls in progress, stay apart.
     *
     * <p>A record is kept in memory once a duplicate has read it from the store, and is not used after it has expired by the store's clock, nor
     * after the maximum age: contents are compared, duplicates counted and listeners notified as with a record that was just read. The number of
     * requests that a duplicate gets may lack what other processes have counted within the maximum age. Requests in progress, unknown outcomes,
     * and what is read within a transaction of the caller's are not kept.
     *
     * <p>For as long as the maximum age, this engine may replay a record that the store no longer has, because a row was removed by hand, or because
     * the database has lost commits: in a fail-over to an asynchronous standby, or when a backup was restored. Choose one that is shorter than a
     * fail-over takes.
     *
     * @param maxBytes about how much memory the records may take, at least 1; those that are not used are discarded first
     * @param maxAge how long a record may be used after it was read, from {@link #SHORTEST_REPLAY_AGE} to {@link #LONGEST_REPLAY_AGE}
     * @throws IllegalArgumentException when a limit is out of range
     */
    public Idempotency withReplayCache(long maxBytes, Duration maxAge) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes must be at least 1, not " + maxBytes);
        }
        if (maxAge.compareTo(SHORTEST_REPLAY_AGE) < 0 || maxAge.compareTo(LONGEST_REPLAY_AGE) > 0) {
            throw new IllegalArgumentException(
                    "maxAge must be " + SHORTEST_REPLAY_AGE + " to " + LONGEST_REPLAY_AGE + ", not " + maxAge);
        }
        ReplayCache replays = new ReplayCache(mode.records(), mode::joins, maxBytes, maxAge, settings.nanoTime());
        return new Idempotency(mode, settings, new Shared(mode, shared.timer, replays));
    }

    /** Whether claim, work and record are one transaction of the store; if not, they are three steps under a lease. */
    public boolean isTransactional() {
        return mode instanceof TransactionalMode;
    }

    /**
     * Checks what is otherwise checked at the first claim; for start-up. In lease mode under {@link FirstClaim#CHECK_STORE}: that
     * nothing is known by which the store would lose an acknowledged write.
     *
     * @throws IllegalStateException when the store does not suit the mode; the message says why, and what to change
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed
     */
    public void verify() {
        mode.verify();
    }

    /** The policy this engine works under. */
    public IdempotencyPolicy policy() {
        return settings.policy();
    }

    /** {@link #execute(KeyedRequest, PayloadCodec, Action)} of a request without an attempt ID. */
    public <T, X extends Exception> Outcome<T> execute(
            IdempotencyKey key, Fingerprint contents, PayloadCodec<T> codec, Action<T, X> action) throws X {
        return execute(new KeyedRequest(key, contents, Optional.empty()), codec, action);
    }

    /**
     * Executes the request, or returns the result of an earlier execution.
     *
     * <p>The action runs in the calling thread, if it runs. In transactional mode it takes effect once over all calls with
     * this key; where a unit of work loses a conflict (a serialization failure, a deadlock) the action runs again after its
     * first run was undone. In lease mode it takes effect at most once under {@link OnExpiry#UNKNOWN}, and at
     * least once under {@link OnExpiry#RERUN}.
     *
     * <p>Inside a transaction of the caller's, transactional mode joins that one ({@link CommitMode#CALLERS_TRANSACTION}):
     * there is no waiting and no retry then, because the caller's connection would be held meanwhile.
     *
     * @throws X what the action threw; in transactional mode the unit of work was rolled back, nothing is recorded, and the key is free
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public <T, X extends Exception> Outcome<T> execute(KeyedRequest request, PayloadCodec<T> codec, Action<T, X> action)
            throws X {
        WatchedAction<T, X> watched = new WatchedAction<>(action);
        Call<T, X> call = new Call<>(request, codec, watched, settings);
        Optional<Outcome<T>> known = shared.predictor.expects(request) ? look(call) : remembered(call);
        Outcome<T> outcome;
        try {
            outcome = known.isPresent() ? known.get() : claim(call);
        } catch (Throwable failure) {
            if (watched.threw(failure)) {
                settings.listener().on(new IdempotencyEvent.ActionFailed(request, modeHere(), failure));
            }
            throw failure;
        }
        return shared.reporter.report(call, outcome);
    }

    /**
     * Reads a request before it is executed. As many requests of one named client arrive at a time, in this process, as may be in progress
     * ({@link IdempotencyPolicy#maxOpenPerClient()}); they are counted apart from those.
     *
     * @return what was read; empty where that many arrive already, and then nothing was read
     * @throws X what the reading threw
     */
    public <T, X extends Exception> Optional<T> arriving(ClientId client, Arrival<T, X> arrival) throws X {
        OptionalInt limit = settings.policy().maxOpenFor(client);
        if (!shared.arriving.enter(client, limit)) {
            return Optional.empty();
        }
        try {
            return Optional.of(arrival.read());
        } finally {
            shared.arriving.leave(client, limit);
        }
    }

    private CommitMode modeHere() {
        if (!isTransactional()) {
            return CommitMode.LEASE;
        }
        return mode.joins() ? CommitMode.CALLERS_TRANSACTION : CommitMode.OWN_TRANSACTION;
    }

    private <T, X extends Exception> Outcome<T> claim(Call<T, X> call) throws X {
        WaitBudget budget =
                settings.budget(mode.joins() ? Duration.ZERO : settings.policy().waitLimit());
        Outcome<T> outcome = claim(call, new InFlightCalls.Entry(), budget);
        if (budget.waited()) {
            settings.listener().on(new IdempotencyEvent.Waited(call.request(), budget.spent()));
        }
        return outcome;
    }

    private <T, X extends Exception> Outcome<T> claim(Call<T, X> call, InFlightCalls.Entry mine, WaitBudget budget)
            throws X {
        while (true) {
            Optional<InFlightCalls.Entry> occupied =
                    shared.inFlight.enter(call.request().key(), mine);
            if (occupied.isEmpty()) {
                return alone(call, mine, budget);
            }
            Outcome<T> meanwhile = inProgress(call, occupied.get());
            if (meanwhile instanceof Outcome.PayloadMismatch || budget.isOver()) {
                return meanwhile;
            }
            Optional<Outcome<T>> known = afterWaiting(call, occupied.get(), budget);
            if (known.isPresent()) {
                return known.get();
            }
        }
    }

    /**
     * The outcome after the wait for the call that owns the key; empty where the key has no record then. Those that wait are counted apart
     * from those in progress: a duplicate does not take its original's place.
     */
    private <T, X extends Exception> Optional<Outcome<T>> afterWaiting(
            Call<T, X> call, InFlightCalls.Entry occupied, WaitBudget budget) {
        ClientId client = call.request().key().client();
        OptionalInt limit = settings.policy().maxOpenFor(client);
        if (!shared.waiting.enter(client, limit)) {
            // While an action runs, its key has no record.
            Optional<Outcome<T>> known = occupied.working().isPresent() ? Optional.empty() : look(call);
            return known.or(() -> Optional.of(tooManyInProgress(limit)));
        }
        try {
            budget.await(occupied.end());
            return look(call);
        } finally {
            shared.waiting.leave(client, limit);
        }
    }

    private <T> Outcome<T> tooManyInProgress(OptionalInt limit) {
        return new Outcome.TooManyInProgress<>(
                limit.orElseThrow(), settings.policy().retryAfter());
    }

    /** The outcome while another call of this process owns the key. */
    private static <T, X extends Exception> Outcome<T> inProgress(Call<T, X> call, InFlightCalls.Entry occupied) {
        return occupied.working()
                .filter(contents -> !contents.equals(call.request().fingerprint()))
                .map(other -> call.mismatchInFlight())
                .orElseGet(() -> call.inFlight(Optional.empty()));
    }

    /** The outcome, for the one call of this process that owns the key. */
    private <T, X extends Exception> Outcome<T> alone(Call<T, X> call, InFlightCalls.Entry entry, WaitBudget budget)
            throws X {
        IdempotencyKey key = call.request().key();
        OptionalInt limit = settings.policy().maxOpenFor(key.client());
        try {
            if (!shared.open.enter(key.client(), limit)) {
                return tooManyInProgress(limit);
            }
            try {
                Outcome<T> outcome = mode.attempt(call, entry);
                while (outcome instanceof Outcome.InProgress && !budget.isOver()) {
                    budget.pause();
                    outcome = mode.attempt(call, entry);
                }
                return outcome;
            } finally {
                shared.open.leave(key.client(), limit);
            }
        } finally {
            shared.inFlight.leave(key, entry);
        }
    }

    private <T, X extends Exception> Optional<Outcome<T>> look(Call<T, X> call) {
        return remembered(call)
                .or(() -> shared.replays.read(call.request().key()).map(call::answer));
    }

    /** The outcome, where the record is in memory. */
    private <T, X extends Exception> Optional<Outcome<T>> remembered(Call<T, X> call) {
        Optional<IdempotencyRecord> record = shared.replays.get(call.request().key());
        record.ifPresent(found -> settings.listener().on(new IdempotencyEvent.ReplayCacheHit(call.request())));
        return record.map(call::answer);
    }

    /**
     * The record of a key; empty where the key has none, which includes a request in progress. Executes, claims and counts
     * nothing. Uses the {@linkplain #withReplayCache cache}, where there is one.
     *
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed
     */
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return shared.replays.get(key).or(() -> shared.replays.read(key));
    }

    /** Writes the pending counts of duplicates, and waits for those that are being written; to be called before the process stops. */
    public void flush() {
        shared.reporter.flush(settings.listener());
    }

    /**
     * The same, and waits for this long at most: for a process that stops while its store may be unreachable. The work is done by a thread of
     * its own, which is interrupted at the limit. Counts that are not written when the process ends are lost: of duplicates of about the last
     * second, whose records and results stay as they are.
     *
     * @return whether all were written
     * @throws IllegalArgumentException when the limit is not positive
     */
    public boolean flush(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("the limit must be positive, not " + limit);
        }
        return shared.reporter.flush(settings.listener(), limit);
    }

    /** Reads a request. */
    @FunctionalInterface
    public interface Arrival<T, X extends Exception> {

        /** Reads it to its end. */
        T read() throws X;
    }

    /** The state that all copies of an engine share. */
    private static final class Shared {

        private final InFlightCalls<IdempotencyKey> inFlight = new InFlightCalls<>();
        private final DuplicatePredictor predictor = new DuplicatePredictor();
        private final OpenRequests open = new OpenRequests();
        private final OpenRequests waiting = new OpenRequests();
        private final OpenRequests arriving = new OpenRequests();
        private final ScheduledExecutorService timer;
        private final ReplayCache replays;
        private final OutcomeReporter reporter;

        Shared(Mode mode, ScheduledExecutorService timer, ReplayCache replays) {
            this.timer = timer;
            this.replays = replays;
            this.reporter = new OutcomeReporter(mode.records(), new DuplicateCounts(replays, timer), predictor);
        }
    }

    /** The threads that renew leases and write counts, where an engine is not given others: two of them, daemons, started when needed. */
    private static final class Background {

        private static final ThreadFactory THREADS = DaemonThreads.numbered("counterfoil-");

        static final ScheduledExecutorService SHARED = shared();

        private Background() {}

        private static ScheduledExecutorService shared() {
            ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2, task -> {
                Thread thread = THREADS.newThread(task);
                // Not the class loader of the first caller: in a container it would retain a stopped application.
                thread.setContextClassLoader(Background.class.getClassLoader());
                return thread;
            });
            timer.setKeepAliveTime(30, TimeUnit.SECONDS);
            timer.allowCoreThreadTimeOut(true);
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }
    }
}

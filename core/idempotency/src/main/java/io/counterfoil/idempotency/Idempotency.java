package io.counterfoil.idempotency;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.engine.InFlightCalls;
import io.counterfoil.idempotency.engine.LeasedActions;
import io.counterfoil.idempotency.engine.WaitBudget;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

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
 * in progress ({@link ExecutionLimits#inProgressPerClient()}).
 *
 * <p>Whether the record is read before the claim is a prediction; a wrong one costs one round trip and changes no outcome. A replay is one
 * read, and a first request has one round trip before its work.
 *
 * <p>Thread-safe. Copies share the state of calls in progress: engines under other policies, such as those of single endpoints.
 */
public final class Idempotency {

    private final Mode mode;
    private final Settings settings;
    private final EngineState shared;

    Idempotency(Mode mode, Settings settings, EngineState shared) {
        this.mode = mode;
        this.settings = settings;
        this.shared = shared;
    }

    /**
     * {@return an engine in transactional mode on this store, under {@link IdempotencyPolicy#DEFAULT}: {@link #builder(ClaimStore)} without a
     * setting}
     *
     * @param store where claims and records are, in the transaction of the work
     */
    public static Idempotency on(ClaimStore store) {
        return builder(store).build();
    }

    /**
     * {@return an engine in lease mode on this store, under {@link IdempotencyPolicy#DEFAULT}: {@link #builder(LeaseStore, LeasePolicy)} without a
     * setting}
     *
     * @param store where leases and records are
     * @param leases how long leases run, and what happens after one has expired
     */
    public static Idempotency on(LeaseStore store, LeasePolicy leases) {
        return builder(store, leases).build();
    }

    /**
     * Builds an engine in transactional mode.
     *
     * @param store where claims and records are, in the transaction of the work
     * @return a builder with default settings
     */
    public static IdempotencyBuilder builder(ClaimStore store) {
        return new IdempotencyBuilder(timer -> new TransactionalMode(store));
    }

    /**
     * Builds an engine in lease mode.
     *
     * @param store where leases and records are
     * @param leases how long leases run, and what happens after one has expired
     * @return a builder with default settings
     */
    public static IdempotencyBuilder builder(LeaseStore store, LeasePolicy leases) {
        LeasedActions actions = new LeasedActions();
        return new IdempotencyBuilder(timer -> new LeaseMode(store, leases, timer, actions));
    }

    /**
     * Builds an engine in the same mode on the same store, under the same settings unless others are set. It shares this one's calls in progress,
     * counts and cache, but not once {@linkplain IdempotencyBuilder#timer a timer} or {@linkplain IdempotencyBuilder#replayCache a cache} is set.
     *
     * @return a builder with this engine's settings
     */
    public IdempotencyBuilder toBuilder() {
        return new IdempotencyBuilder(timer -> mode.on(timer), settings, shared);
    }

    /**
     * {@return a copy of this engine under another policy}
     *
     * @param policy replaces the present one
     * @throws IllegalArgumentException when the policy has {@linkplain ExecutionLimits limits} that the store cannot enforce
     */
    public Idempotency with(IdempotencyPolicy policy) {
        mode.check(policy);
        return new Idempotency(mode, settings.with(policy), shared);
    }

    /**
     * {@return a copy of this engine with another listener}
     *
     * @param listener replaces the present one
     */
    public Idempotency with(IdempotencyListener listener) {
        return new Idempotency(mode, settings.with(listener), shared);
    }

    /** {@return whether claim, work and record are one transaction of the store; if not, they are three steps under a lease} */
    public boolean isTransactional() {
        return mode.isTransactional();
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

    /** {@return the policy this engine works under} */
    public IdempotencyPolicy policy() {
        return settings.policy();
    }

    /**
     * Executes a request without an attempt ID, as {@link #execute(KeyedRequest, PayloadCodec, Action)} does.
     *
     * @param <T> the result's type
     * @param <X> the checked exceptions that the action throws
     * @param key the request's key
     * @param contents the fingerprint of the request
     * @param codec encodes the result for the record, and decodes it for a duplicate
     * @param action the work
     * @return the outcome: executed, replayed or rejected
     * @throws X what the action threw
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
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
     * @param <T> the result's type
     * @param <X> the checked exceptions that the action throws
     * @param request the key, the fingerprint, and the attempt ID where there is one
     * @param codec encodes the result for the record, and decodes it for a duplicate
     * @param action the work
     * @return the outcome: executed, replayed or rejected
     * @throws X what the action threw. In transactional mode the unit of work was rolled back, nothing is recorded, and the key is free; in
     *     lease mode the outcome is unknown, unless {@link LeasePolicy#noEffectOn} names the exception
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     * @throws IllegalStateException when the store does not suit the mode, as {@link #verify} reports, or the action has no resolver under
     *     {@link FirstClaim#ASK_RESOLVER}; nothing was claimed
     * @throws IllegalArgumentException when the codec, or this version, cannot read the stored result of a duplicate
     */
    public <T, X extends Exception> Outcome<T> execute(KeyedRequest request, PayloadCodec<T> codec, Action<T, X> action)
            throws X {
        WatchedAction<T, X> watched = new WatchedAction<>(action, shared.executions(), settings.nanoTime());
        Call<T, X> call = new Call<>(request, codec, watched, settings);
        Optional<Outcome<T>> known = shared.predictor().expects(request) ? look(call) : remembered(call);
        Outcome<T> outcome;
        try {
            outcome = known.isPresent() ? known.get() : claim(call);
        } catch (Throwable failure) {
            if (watched.threw(failure)) {
                settings.listener()
                        .on(new IdempotencyEvent.ActionFailed(request, mode.commitMode(), Optional.of(failure)));
            }
            throw failure;
        }
        if (watched.hasFailed()) {
            settings.listener().on(new IdempotencyEvent.ActionFailed(request, mode.commitMode(), Optional.empty()));
            return outcome;
        }
        return shared.reporter().report(call, outcome);
    }

    /**
     * Executes several requests, in order, in the calling thread: in one unit of work of the store where it has {@linkplain
     * ClaimStore#hasParts parts}, so that their effects and records commit at once. An action that fails is undone alone, and the others commit.
     * Never waits for a request in progress.
     *
     * <p>A request is {@linkplain BatchResult.NotBegun not begun}, and can be passed again, when the time is over, or when an earlier one of
     * the list has its key. Where the unit cannot be shared (lease mode, a store without parts, a policy with an {@linkplain
     * io.counterfoil.idempotency.policy.ExecutionLimits#executionTime execution limit}, a single request), each request has a unit of its own,
     * as with {@link #execute}.
     *
     * @param <T> the type of the results
     * @param requests the requests and their actions; may be empty
     * @param codec encodes the results for the records, and decodes them for duplicates
     * @param time after this long no further action begins; the first one always does
     * @return what became of each request, in their order
     * @throws BatchUndoneException when the shared unit was undone as a whole: nothing took effect, and each request can be executed alone
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; whether the unit took effect is unknown until the keys
     *     are claimed again
     */
    public <T> List<BatchResult<T>> executeAll(List<BatchRequest<T>> requests, PayloadCodec<T> codec, Duration time) {
        Idempotency unwaiting = with(settings.policy().withLimits(limits -> limits.withWaitTime(Duration.ZERO)));
        long start = settings.nanoTime().getAsLong();
        BooleanSupplier isOver = () -> settings.nanoTime().getAsLong() - start >= time.toNanos();
        Optional<TransactionalMode> sharing = requests.size() > 1 ? mode.sharing(settings.policy()) : Optional.empty();
        return sharing.isPresent()
                ? new Batch<>(requests, codec, sharing.get(), unwaiting.settings, shared).execute(isOver)
                : unwaiting.oneByOne(requests, codec, isOver);
    }

    /**
     * Executes one action for several requests, in the calling thread, in one unit of work of the store: their keys are claimed at once, the action
     * runs once for those that are free, and the result is recorded for each of these with what the action wrote. Where none is free, the
     * action does not run. Never waits for a request in progress.
     *
     * <p>A request is {@linkplain BatchResult.NotBegun not begun} when an earlier one of the list has its key; any other has {@linkplain
     * BatchResult.Ended its outcome}.
     *
     * @param <T> the result's type
     * @param <X> the checked exceptions that the action throws
     * @param requests the requests; may be empty
     * @param codec encodes the result for the records, and decodes those of duplicates
     * @param action the work for all requests whose keys are free
     * @return what became of each request, in their order
     * @throws X what the action threw: nothing took effect, nothing is recorded, and the keys are free
     * @throws BatchUndoneException when the unit was undone for another reason than a failure of the action, or cannot be shared (lease mode, a store
     *     without parts, a policy with an {@linkplain io.counterfoil.idempotency.policy.ExecutionLimits#executionTime execution limit}): nothing
     *     took effect, and each request can be executed alone
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; whether the unit took effect is unknown until the keys
     *     are claimed again
     */
    public <T, X extends Exception> List<BatchResult<T>> executeTogether(
            List<KeyedRequest> requests, PayloadCodec<T> codec, BatchAction<T, X> action) throws X {
        Idempotency unwaiting = with(settings.policy().withLimits(limits -> limits.withWaitTime(Duration.ZERO)));
        TransactionalMode sharing = mode.sharing(settings.policy())
                .orElseThrow(() -> new BatchUndoneException(
                        new IllegalStateException("requests share no unit of work in this mode, store or policy")));
        List<BatchRequest<T>> members = requests.stream()
                .map(request -> new BatchRequest<T>(request, Idempotency::notRunAlone))
                .toList();
        return new Batch<>(members, codec, sharing, unwaiting.settings, shared).executeTogether(action);
    }

    private static <T> Completion<T> notRunAlone(Execution execution) {
        throw new IllegalStateException("the action runs once for all requests");
    }

    private <T> List<BatchResult<T>> oneByOne(
            List<BatchRequest<T>> requests, PayloadCodec<T> codec, BooleanSupplier isOver) {
        List<BatchResult<T>> results = new ArrayList<>();
        for (BatchRequest<T> each : requests) {
            if (!results.isEmpty() && isOver.getAsBoolean()) {
                results.add(new BatchResult.NotBegun<>());
                continue;
            }
            try {
                results.add(new BatchResult.Ended<>(execute(each.request(), codec, each.action())));
            } catch (Exception | Error failure) {
                results.add(new BatchResult.Failed<>(failure));
            }
        }
        return results;
    }

    private <T, X extends Exception> Outcome<T> claim(Call<T, X> call) throws X {
        WaitBudget budget = settings.budget(
                mode.joins() ? Duration.ZERO : settings.policy().limits().waitTime());
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
                    shared.inFlight().enter(call.request().key(), mine);
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
        OptionalInt limit = settings.policy().limits().inProgressOf(client);
        if (!shared.waiting().enter(client, limit)) {
            // While an action runs, its key has no record.
            Optional<Outcome<T>> known = occupied.working().isPresent() ? Optional.empty() : look(call);
            return known.or(() -> Optional.of(tooManyInProgress(limit)));
        }
        try {
            budget.await(occupied.end());
            return look(call);
        } finally {
            shared.waiting().leave(client, limit);
        }
    }

    private <T> Outcome<T> tooManyInProgress(OptionalInt limit) {
        return new Outcome.TooManyInProgress<>(
                limit.orElseThrow(), settings.policy().duplicates().retryAfter());
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
        OptionalInt limit = settings.policy().limits().inProgressOf(key.client());
        try {
            if (!shared.open().enter(key.client(), limit)) {
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
                shared.open().leave(key.client(), limit);
            }
        } finally {
            shared.inFlight().leave(key, entry);
        }
    }

    private <T, X extends Exception> Optional<Outcome<T>> look(Call<T, X> call) {
        return remembered(call)
                .or(() -> shared.replays().read(call.request().key()).map(call::answer));
    }

    /** The outcome, where the record is in memory. */
    private <T, X extends Exception> Optional<Outcome<T>> remembered(Call<T, X> call) {
        Optional<IdempotencyRecord> record = shared.replays().get(call.request().key());
        record.ifPresent(found -> settings.listener().on(new IdempotencyEvent.ReplayCacheHit(call.request())));
        return record.map(call::answer);
    }

    /**
     * {@return the record of a key; empty where the key has none, which includes a request in progress} Executes, claims and counts
     * nothing. Uses the {@linkplain IdempotencyBuilder#replayCache cache}, where there is one.
     *
     * @param key the key to look up
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed
     */
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return shared.replays().get(key).or(() -> shared.replays().read(key));
    }

    /**
     * {@return the executions that run now in this engine and its copies, and for how long the oldest has} Those of other processes are not among
     * them: {@link io.counterfoil.idempotency.directory.RecordDirectory#backlog} counts those under a lease. Reads memory alone.
     */
    public AgedCount executing() {
        return shared.executions().count();
    }

    /**
     * Writes the pending counts of duplicates, and waits for those that are being written; to be called before the process stops. Counts
     * that the store could not take are reported to the listener.
     */
    public void flush() {
        shared.reporter().flush(settings.listener());
    }

    /**
     * Does what {@link #flush()} does, and waits for a limited time: for a process that stops while its store may be unreachable. The work
     * is done by a thread of its own, which is interrupted at the limit. Counts that are not written when the process ends are lost: of
     * duplicates of about the last second, whose records and results stay as they are.
     *
     * @param limit how long to wait at most, positive
     * @return whether all were written; false also when the calling thread was interrupted
     * @throws IllegalArgumentException when the limit is not positive
     * @throws IllegalStateException when the listener threw; the cause is what it threw
     */
    public boolean flush(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("the limit must be positive, not " + limit);
        }
        return shared.reporter().flush(settings.listener(), limit);
    }

    /**
     * Interrupts the actions that run under leases of this engine and its copies, and waits until their leases are settled: for a process that
     * stops, after the requests in progress have had their time. An action that ends when it is interrupted completes, or leaves an unknown
     * outcome that no duplicate has to wait for. The lease of one that goes on is not ended, because another process would execute the request
     * beside it; it runs out. In transactional mode nothing is interrupted.
     *
     * @param limit how long to wait at most
     * @return whether all of those leases were settled; false also when the calling thread was interrupted
     */
    public boolean interrupt(Duration limit) {
        return mode.interrupt(limit);
    }
}

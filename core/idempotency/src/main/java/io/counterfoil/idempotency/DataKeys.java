package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.InFlightCalls;
import io.counterfoil.idempotency.engine.WaitBudget;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.ClaimStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Guards data: an object is made once under its key, and found under it ever after.
 *
 * <p>The object is its own record. Nothing is stored here, nothing expires, and no result is cached: a duplicate gets
 * the object in its present state. A unique constraint on the object's key in the caller's own table decides in the end; this class
 * keeps ordinary duplicates from violating it, and from waiting for a lock while they hold a connection.
 *
 * <p>Thread-safe.
 */
public final class DataKeys {

    private final ClaimStore store;
    private final Settings settings;
    private final InFlightCalls<DataKey> calls = new InFlightCalls<>();

    /**
     * Guards data in this store, without a listener.
     *
     * @param store where keys are held while an object is being made; must run in the transaction that makes it
     * @param policy how long a duplicate waits for the original, when it may come back, how long a creation may take, and how often a
     *     unit that lost a conflict is run again
     * @throws IllegalArgumentException when the policy has {@linkplain ExecutionLimits limits} that the store cannot enforce
     */
    public DataKeys(ClaimStore store, IdempotencyPolicy policy) {
        this(store, policy, IdempotencyListener.NONE);
    }

    /**
     * Guards data in this store, and reports lost conflicts.
     *
     * @param store where keys are held while an object is being made; must run in the transaction that makes it
     * @param policy as for {@link #DataKeys(ClaimStore, IdempotencyPolicy)}
     * @param listener receives an {@link IdempotencyEvent.DataConflictRetried} for each conflict after which a creation is run again
     * @throws IllegalArgumentException when the policy has {@linkplain ExecutionLimits limits} that the store cannot enforce
     */
    public DataKeys(ClaimStore store, IdempotencyPolicy policy, IdempotencyListener listener) {
        this(store, Settings.DEFAULT.with(policy).with(listener));
    }

    DataKeys(ClaimStore store, Settings settings) {
        new TransactionalMode(store).check(settings.policy());
        this.store = store;
        this.settings = settings;
    }

    /**
     * Finds the object, or else makes it.
     *
     * <p>Both run in one unit of work of the store, {@code find} before {@code create}, and {@code create} only where {@code find} came
     * back empty while no other unit could be making the object. While another unit could be, this call waits outside the store without a
     * connection or a lock, then looks again. An exception of either rolls the unit back and is rethrown; a unit that lost a conflict is
     * run again as a whole, so both may run several times.
     *
     * @param <T> the object's type
     * @param <X> the checked exceptions that the functions throw
     * @param key the object's key
     * @param find looks for the object in the caller's own table
     * @param create makes the object, stored under its key
     * @return the object, and whether it had been made before
     * @throws X what {@code find} or {@code create} threw; the unit was rolled back
     * @throws KeyInFlightException when the original is still in progress after the wait time; or at once inside an outer unit of work,
     *     which holds a connection and must not wait
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; whether the object was made is unknown, and the same
     *     call can be made again
     */
    public <T, X extends Exception> Creation<T> createOnce(
            DataKey key, ObjectFinder<T, X> find, ObjectCreator<T, X> create) throws X {
        return onceInThisProcess(key, Optional::empty, find, create);
    }

    /**
     * Creates the object by one statement where that is possible, and otherwise finds or creates it as
     * {@link #createOnce(DataKey, ObjectFinder, ObjectCreator)} does.
     *
     * <p>{@code insert} runs first, and then {@code find} where it came back empty, both without the lock of the key and outside of a unit of
     * work; inside an outer unit of work they are part of that. An object that is inserted costs the insert alone, and a duplicate one query
     * more. Where both came back empty, or the insert has lost a conflict, the object is looked for and created in a unit of work.
     *
     * <p>Calls with one key are serialized within this process. Between processes the insert decides alone: there a duplicate may wait, with
     * its connection, for the locks that the statement of the original holds.
     *
     * @param <T> the object's type
     * @param <X> the checked exceptions that the functions throw
     * @param key the object's key
     * @param insert creates the object in one atomic statement that has no effect where the object exists, also where another process is
     *     creating it; empty where nothing was created, for whatever reason
     * @param find looks for the object in the caller's own table
     * @param create makes the object, stored under its key; for what the one statement cannot do
     * @return the object, and whether it had been made before
     * @throws X what one of the functions threw; a unit of work was rolled back, where one had begun
     * @throws KeyInFlightException as {@link #createOnce(DataKey, ObjectFinder, ObjectCreator)} does
     * @throws io.counterfoil.idempotency.store.StoreException as {@link #createOnce(DataKey, ObjectFinder, ObjectCreator)} does
     */
    public <T, X extends Exception> Creation<T> createOnce(
            DataKey key, ObjectCreator<Optional<T>, X> insert, ObjectFinder<T, X> find, ObjectCreator<T, X> create)
            throws X {
        return onceInThisProcess(
                key,
                () -> {
                    Optional<Creation<T>> inserted = insert.create().map(value -> new Creation<>(value, false));
                    return inserted.isPresent() ? inserted : existing(find);
                },
                find,
                create);
    }

    private static <T, X extends Exception> Optional<Creation<T>> existing(ObjectFinder<T, X> find) throws X {
        return find.find().map(value -> new Creation<>(value, true));
    }

    /** @param atOnce what is tried before a unit of work is begun */
    private <T, X extends Exception> Creation<T> onceInThisProcess(
            DataKey key, ObjectFinder<Creation<T>, X> atOnce, ObjectFinder<T, X> find, ObjectCreator<T, X> create)
            throws X {
        ConflictRetry conflictRetry = new ConflictRetry(store, settings);
        WaitBudget budget = settings.budget(
                conflictRetry.joined()
                        ? Duration.ZERO
                        : settings.policy().limits().waitTime());
        InFlightCalls.Entry mine = new InFlightCalls.Entry();
        while (true) {
            Optional<InFlightCalls.Entry> occupied = calls.enter(key, mine);
            if (occupied.isPresent() && !budget.isOver()) {
                budget.await(occupied.get().end());
                continue;
            }
            try {
                Optional<Creation<T>> creation =
                        occupied.isPresent() ? Optional.empty() : outsideOfAUnit(conflictRetry, key, atOnce);
                if (creation.isEmpty()) {
                    // Another call has the key and no time is left: the object may exist already.
                    creation = inAUnit(conflictRetry, budget, key, occupied.isEmpty(), find, create);
                }
                return creation.orElseThrow(() -> inFlight(key));
            } finally {
                calls.leave(key, mine);
            }
        }
    }

    /** What lost a conflict was undone, and is done again in a unit. */
    private <T, X extends Exception> Optional<Creation<T>> outsideOfAUnit(
            ConflictRetry conflictRetry, DataKey key, ObjectFinder<Creation<T>, X> atOnce) throws X {
        try {
            return atOnce.find();
        } catch (Throwable failure) {
            if (conflictRetry.joined() || !store.isConflict(failure)) {
                throw failure;
            }
            settings.listener().on(new IdempotencyEvent.DataConflictRetried(key, failure));
            return Optional.empty();
        }
    }

    /** @param mayCreate false where another call of this process has the key, which need not hold it in the store */
    private <T, X extends Exception> Optional<Creation<T>> inAUnit(
            ConflictRetry conflictRetry,
            WaitBudget budget,
            DataKey key,
            boolean mayCreate,
            ObjectFinder<T, X> find,
            ObjectCreator<T, X> create)
            throws X {
        while (true) {
            Optional<Creation<T>> creation = conflictRetry.within(
                    claims -> {
                        // Lock first: the previous holder has committed by now, so the query sees the object.
                        boolean held = mayCreate && claims.hold(key);
                        Optional<Creation<T>> found = existing(find);
                        if (found.isPresent()) {
                            return found;
                        }
                        if (held) {
                            return Optional.of(new Creation<>(create.create(), false));
                        }
                        if (conflictRetry.joined()) {
                            // Thrown inside the unit, so that the outer one cannot commit without the object.
                            throw inFlight(key);
                        }
                        return Optional.empty();
                    },
                    failure -> new IdempotencyEvent.DataConflictRetried(key, failure));
            if (creation.isPresent() || budget.isOver()) {
                return creation;
            }
            budget.pause();
        }
    }

    private KeyInFlightException inFlight(DataKey key) {
        return new KeyInFlightException(key, settings.policy().duplicates().retryAfter());
    }
}

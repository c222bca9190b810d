package io.counterfoil.idempotency.event;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import java.time.Duration;
import java.util.Optional;

/** Something that happened in the engine, for metrics and logs. The values carry keys: they are no metric's labels. */
public sealed interface IdempotencyEvent {

    /**
     * A request was executed.
     *
     * @param request the request
     * @param stored what is stored for duplicates
     * @param mode how effect and record were committed
     */
    record Executed(KeyedRequest request, Outcome.Stored stored, CommitMode mode) implements IdempotencyEvent {}

    /**
     * The action of a request failed. In a transaction it was undone, and the key is free; under a lease its outcome is unknown. An action
     * that is run again after a conflict has not failed.
     *
     * @param request the request
     * @param mode how effect and record would have been committed
     * @param failure what it threw; empty where it ended in a completion that says so, as over HTTP with a response from 500 up
     */
    record ActionFailed(KeyedRequest request, CommitMode mode, Optional<Throwable> failure)
            implements IdempotencyEvent {}

    /**
     * A result was replayed to a duplicate.
     *
     * @param request the duplicate
     * @param record the record of the original, with the duplicate counted
     */
    record Replayed(KeyedRequest request, IdempotencyRecord record) implements IdempotencyEvent {}

    /**
     * The record of a request was found in the engine's cache, without a read of the store. Comes in addition to {@link Replayed} or
     * {@link Rejected}.
     *
     * @param request the duplicate
     */
    record ReplayCacheHit(KeyedRequest request) implements IdempotencyEvent {}

    /**
     * A duplicate that no retry explains: it carries the attempt ID of the original, or that of a first
     * attempt ({@code 1}). A proxy has sent a request twice, or two intentions share a key. Comes in addition to
     * {@link Replayed}.
     *
     * @param request the duplicate
     * @param record the record of the original, with the duplicate counted
     */
    record UnexpectedDuplicate(KeyedRequest request, IdempotencyRecord record) implements IdempotencyEvent {}

    /**
     * A duplicate waited for its original.
     *
     * @param request the duplicate
     * @param spent how long it waited
     */
    record Waited(KeyedRequest request, Duration spent) implements IdempotencyEvent {}

    /**
     * A request was rejected; the reason is in the outcome.
     *
     * @param request the rejected request
     * @param outcome why it was rejected
     */
    record Rejected(KeyedRequest request, Outcome.Rejected<?> outcome) implements IdempotencyEvent {}

    /**
     * The result of a request was too large to be stored.
     *
     * @param request the request
     * @param limit the size in bytes that the result exceeds, {@link io.counterfoil.idempotency.policy.ResultPolicy#maxBytes}
     */
    record ResultTooLarge(KeyedRequest request, int limit) implements IdempotencyEvent {}

    /**
     * A unit of work lost a conflict in the store, was undone, and is run again.
     *
     * @param request the request
     * @param failure what the store reported the conflict by
     */
    record ConflictRetried(KeyedRequest request, Throwable failure) implements IdempotencyEvent {}

    /**
     * A unit of work that makes an object under its data key lost a conflict in the store, was undone, and is run again.
     *
     * @param key the object's key
     * @param failure what the store reported the conflict by
     */
    record DataConflictRetried(DataKey key, Throwable failure) implements IdempotencyEvent {}

    /**
     * Another owner's expired lease was taken over.
     *
     * @param request the request of the next owner
     * @param lease the lease of the next owner
     */
    record LeaseTakenOver(KeyedRequest request, Lease lease) implements IdempotencyEvent {}

    /**
     * A lease could not be renewed.
     *
     * @param lease the lease that was to be renewed
     * @param failure why not; empty when another has taken it over
     */
    record RenewalFailed(Lease lease, Optional<RuntimeException> failure) implements IdempotencyEvent {}

    /**
     * A write under a lease that another had taken over was refused by the store.
     *
     * @param lease the stale lease
     */
    record FencedOff(Lease lease) implements IdempotencyEvent {}

    /**
     * Numbers of duplicates could not be written; they are written again with the next batch, as far as there is room.
     *
     * @param keys the number of keys whose counts were not written
     * @param failure what the store threw
     */
    record CountingFailed(int keys, RuntimeException failure) implements IdempotencyEvent {}

    /**
     * A batch of expired rows was removed.
     *
     * @param rows what the rows were, such as {@code records}
     * @param removed how many were removed, at least 1
     */
    record Purged(String rows, int removed) implements IdempotencyEvent {}

    /**
     * Removing expired rows failed; the next round runs as scheduled.
     *
     * @param rows what the rows are, such as {@code records}
     * @param failure why they could not be removed
     */
    record PurgingFailed(String rows, RuntimeException failure) implements IdempotencyEvent {}
}

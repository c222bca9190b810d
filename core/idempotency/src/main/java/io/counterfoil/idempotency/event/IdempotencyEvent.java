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

    /** A request was executed. */
    record Executed(KeyedRequest request, Outcome.Stored stored, CommitMode mode) implements IdempotencyEvent {}

    /**
     * The action of a request failed. In a transaction it was undone, and the key is free; under a lease its outcome is unknown. An action
     * that is run again after a conflict has not failed.
     *
     * @param failure what it threw; empty where it ended in a completion that says so, as over HTTP with a response from 500 up
     */
    record ActionFailed(KeyedRequest request, CommitMode mode, Optional<Throwable> failure)
            implements IdempotencyEvent {}

    /** A result was replayed to a duplicate. */
    record Replayed(KeyedRequest request, IdempotencyRecord record) implements IdempotencyEvent {}

    /**
     * The record of a request was found in the engine's cache, without a read of the store. Comes in addition to {@link Replayed} or
     * {@link Rejected}.
     */
    record ReplayCacheHit(KeyedRequest request) implements IdempotencyEvent {}

    /**
     * A duplicate that no retry explains: it carries the attempt ID of the original, or that of a first
     * attempt ({@code 1}). A proxy has sent a request twice, or two intentions share a key. Comes in addition to
     * {@link Replayed}.
     */
    record UnexpectedDuplicate(KeyedRequest request, IdempotencyRecord record) implements IdempotencyEvent {}

    /** A duplicate waited for its original. */
    record Waited(KeyedRequest request, Duration spent) implements IdempotencyEvent {}

    /** A request was rejected; the reason is in the outcome. */
    record Rejected(KeyedRequest request, Outcome.Rejected<?> outcome) implements IdempotencyEvent {}

    /** The result of a request was too large to be stored. */
    record ResultTooLarge(KeyedRequest request, int limit) implements IdempotencyEvent {}

    /** A unit of work lost a conflict in the store, was undone, and is run again. */
    record ConflictRetried(KeyedRequest request, Throwable failure) implements IdempotencyEvent {}

    /** The same, of a unit that makes an object under its data key. */
    record DataConflictRetried(DataKey key, Throwable failure) implements IdempotencyEvent {}

    /** Another owner's expired lease was taken over. */
    record LeaseTakenOver(KeyedRequest request, Lease lease) implements IdempotencyEvent {}

    /**
     * A lease could not be renewed.
     *
     * @param failure why not; empty when another has taken it over
     */
    record RenewalFailed(Lease lease, Optional<RuntimeException> failure) implements IdempotencyEvent {}

    /** A write under a lease that another had taken over was refused by the store. */
    record FencedOff(Lease lease) implements IdempotencyEvent {}

    /** The numbers of duplicates could not be written; they are tried again with the next batch, as far as there is room. */
    record CountingFailed(int keys, RuntimeException failure) implements IdempotencyEvent {}

    /**
     * A batch of expired rows was removed.
     *
     * @param rows what they were, such as {@code records}
     * @param removed how many
     */
    record Purged(String rows, int removed) implements IdempotencyEvent {}

    /**
     * Removing expired rows failed; the next round runs as scheduled.
     *
     * @param rows what they are, such as {@code records}
     */
    record PurgingFailed(String rows, RuntimeException failure) implements IdempotencyEvent {}
}

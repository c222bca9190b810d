package io.counterfoil.messaging.inbox;

import io.counterfoil.messaging.MessageOrigin;
import java.time.Duration;
import java.util.Optional;

/**
 * Counts attempts that did not succeed, over all processes and crashes, so that a message which always fails, or kills its process, is
 * rejected in the end. Thread-safe.
 *
 * <p>A message that is processed at its first delivery is never counted. Any method may throw {@link
 * io.counterfoil.idempotency.store.StoreException}.
 */
public interface AttemptLog {

    /**
     * Counts an attempt at a message, in a transaction of its own.
     *
     * @param key of the message
     * @return how many attempts there were, including this one
     */
    int count(MessageKey key);

    /**
     * Takes back an attempt that was counted and has not begun, because the message was in progress elsewhere.
     *
     * @param key of the message
     */
    void uncount(MessageKey key);

    /**
     * Removes the count of a message that was processed, and what {@link #failed} and {@link #rejecting} have kept.
     *
     * @param key of the message
     */
    void forget(MessageKey key);

    /**
     * Keeps why an attempt failed, for operators. By default nothing is kept.
     *
     * @param key of the message
     * @param attempts how many have failed so far, over all processes
     * @param failure what the attempt failed with, for operators
     * @param pause the time until the next attempt
     */
    default void failed(MessageKey key, int attempts, String failure, Duration pause) {}

    /**
     * Keeps that the message becomes a dead letter, before it is rejected: {@link #rejected} follows, or {@link #forget}, or another attempt
     * where it could not be rejected. By default nothing is kept.
     *
     * @param key of the message
     * @param attempts how many have failed
     * @param reason as the dead letter carries it
     * @param origin where it was delivered from, where that is known
     */
    default void rejecting(MessageKey key, int attempts, String reason, Optional<MessageOrigin> origin) {}

    /**
     * Removes the count of a message that was rejected, and nothing else. By default everything is removed.
     *
     * @param key of the message
     */
    default void rejected(MessageKey key) {
        forget(key);
    }
}

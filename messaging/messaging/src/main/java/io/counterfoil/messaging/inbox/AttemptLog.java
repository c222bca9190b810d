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

    /** Counts one more, in a transaction of its own. @return how many there were, including this one */
    int count(MessageKey key);

    /** Takes back one that was counted, and turned out not to have begun, because the message was in progress elsewhere. */
    void uncount(MessageKey key);

    /** The message was processed: removes the count, and what {@link #failed} and {@link #rejecting} have kept. */
    void forget(MessageKey key);

    /**
     * Keeps why an attempt failed, for operators. By default nothing is kept.
     *
     * @param attempts how many have failed so far, over all processes
     * @param pause the time until the next attempt
     */
    default void failed(MessageKey key, int attempts, String failure, Duration pause) {}

    /**
     * Keeps that the message becomes a dead letter, before it is rejected: {@link #rejected} follows, or {@link #forget}, or another attempt
     * where it could not be rejected. By default nothing is kept.
     *
     * @param attempts how many have failed
     * @param reason as the dead letter carries it
     * @param origin where it was delivered from, where that is known
     */
    default void rejecting(MessageKey key, int attempts, String reason, Optional<MessageOrigin> origin) {}

    /** The message was rejected: removes the count, and nothing else. By default everything is removed. */
    default void rejected(MessageKey key) {
        forget(key);
    }
}

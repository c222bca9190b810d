package io.counterfoil.messaging.inbox;

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

    /** Removes the count. */
    void forget(MessageKey key);
}

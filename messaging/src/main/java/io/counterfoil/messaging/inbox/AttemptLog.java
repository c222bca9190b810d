package io.counterfoil.messaging.inbox;

/**
 * Counts tries that did not end well, over all processes and their deaths: so that a message which fails always, or kills its process,
 * comes to an end. Thread-safe.
 *
 * <p>A message that is processed at its first delivery is never counted. Any method may throw {@link
 * io.counterfoil.idempotency.store.StoreException}.
 */
public interface AttemptLog {

    /** Counts one more, in a transaction of its own. @return how many there were, this one included */
    int count(MessageKey key);

    /** Forgets the count. */
    void forget(MessageKey key);
}

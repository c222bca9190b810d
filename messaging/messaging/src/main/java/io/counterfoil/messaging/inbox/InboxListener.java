package io.counterfoil.messaging.inbox;

/**
 * Receives the outcome of each message and each failed attempt of an inbox, for metrics and log lines. Called in the thread that processes the message, after the fact; what
 * it throws is logged and changes nothing. Thread-safe.
 */
public interface InboxListener {

    /** Does nothing. */
    InboxListener NONE = new InboxListener() {};

    /** The work ran, and is committed; inside a transaction of the caller, it will be committed with that. */
    default void processed(MessageKey key) {}

    /** It was processed before: nothing ran. */
    default void duplicate(MessageKey key) {}

    /**
     * An attempt failed.
     *
     * @param attempt how many have failed so far, over all processes
     * @param maxAttempts how many are made
     */
    default void failed(MessageKey key, int attempt, int maxAttempts, Throwable failure) {}

    /** It has used up its attempts, and was rejected. */
    default void rejected(MessageKey key, String reason) {}

    /** Calls this one, then the other. */
    default InboxListener and(InboxListener other) {
        return new InboxListeners(this, other);
    }
}

package io.counterfoil.messaging.inbox;

/**
 * Receives the outcome of each message and each failed attempt of an inbox, for metrics and log lines. Called in the thread that processes the
 * message, after the fact; what it throws is logged and changes nothing. Thread-safe.
 */
public interface InboxListener {

    /** Does nothing. */
    InboxListener NONE = new InboxListener() {};

    /**
     * Reports that the work ran and is committed; inside a transaction of the caller, it will be committed with that.
     *
     * @param key of the message
     */
    default void processed(MessageKey key) {}

    /**
     * Reports that the message was processed before: nothing ran.
     *
     * @param key of the message
     */
    default void duplicate(MessageKey key) {}

    /**
     * Reports that an attempt failed.
     *
     * @param key of the message
     * @param attempt how many have failed so far, over all processes
     * @param maxAttempts how many are made
     * @param failure what it failed with
     */
    default void failed(MessageKey key, int attempt, int maxAttempts, Throwable failure) {}

    /**
     * Reports that the message has used up its attempts and was rejected.
     *
     * @param key of the message
     * @param reason as the dead letter carries it
     */
    default void rejected(MessageKey key, String reason) {}

    /**
     * {@return a listener that calls this one, then another; what either throws is logged, and does not keep the other from being called}
     *
     * @param other called second
     */
    default InboxListener and(InboxListener other) {
        return new InboxListeners(this, other);
    }
}

package io.counterfoil.messaging.inbox;

import io.counterfoil.messaging.Message;

/** Processes messages. Thread-safe. */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Processes a message, in the calling thread, inside the transaction that notes that it was processed.
     *
     * @throws Exception what it likes: the transaction rolls back, and it runs again, after pauses and a bounded number of times
     */
    void handle(Message message) throws Exception;
}

package io.counterfoil.messaging.inbox;

import io.counterfoil.messaging.Message;

/** Processes messages. Thread-safe. */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Processes a message, in the calling thread, inside the transaction that records that it was processed.
     *
     * @param message with a valid correlation ID
     * @throws Exception any exception: the transaction rolls back, and the handler runs again, after pauses and a bounded number of times
     */
    void handle(Message message) throws Exception;
}

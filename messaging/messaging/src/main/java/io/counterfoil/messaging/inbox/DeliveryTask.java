package io.counterfoil.messaging.inbox;

import io.counterfoil.messaging.Delivery;

/**
 * What a receiver does with one delivery, for {@link Inbox#process}. All methods may be called several times, by one thread at a time.
 */
public interface DeliveryTask {

    /**
     * Processes the delivery, and accepts or rejects it.
     *
     * @return false when the message is in progress elsewhere: the delivery is not settled, and the task runs again later
     * @throws Exception when processing failed; the task runs again later, a bounded number of times
     */
    boolean run() throws Exception;

    /**
     * Rejects a delivery whose message has used up its attempts; accepts it when the message has been processed after all.
     *
     * @param reason for {@link Delivery#reject}
     * @return what became of it; while the message is in progress elsewhere the delivery is not settled, and the task runs again later
     */
    GivenUp giveUp(String reason);

    /**
     * Opens the scopes that the task needs besides its correlation ID, which is open then; by default none.
     *
     * @return closes them, in the same thread, after each run
     */
    default AutoCloseable openScope() {
        return () -> {};
    }
}

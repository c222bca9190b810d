package io.counterfoil.messaging.outbox;

import io.counterfoil.messaging.Message;
import java.util.Collection;
import java.util.List;

/**
 * Where messages wait that are to leave with the transaction that they were written in. Thread-safe.
 *
 * <p>Any method may throw {@link io.counterfoil.idempotency.store.StoreException} when the store failed.
 */
public interface OutboxStore {

    /**
     * Writes a message, in the calling thread's transaction: it leaves if that commits, and never if it does not. Outside of a
     * transaction it is written in one of its own. A message without a correlation ID gets {@linkplain
     * Message#outgoing that of the current work}.
     */
    void add(Message message);

    /**
     * Gives out the oldest messages, and removes those that were sent. At most one call at a time over all processes gets any.
     *
     * <p>A message whose key has an older one at or before the place {@code after} is passed over, so that the messages of a key leave
     * in their order whatever becomes of one.
     *
     * @param after only messages after this position; 0 for all
     * @param limit how many at most, 1 to 1,000
     * @param sending publishes, in the calling thread; those that it does not name stay, and all of them when it throws
     */
    Page relay(long after, int limit, Sending sending);

    /** Publishes messages. */
    @FunctionalInterface
    interface Sending {

        /**
         * Publishes.
         *
         * @param messages in their order, at least one
         * @return the places of those that the broker has confirmed
         */
        Collection<Long> send(List<StoredMessage> messages);
    }

    /** What a call has met. */
    sealed interface Page {

        /** Another relay is publishing. */
        record Busy() implements Page {}

        /**
         * The messages that were given out.
         *
         * @param taken how many messages were given out
         * @param sent how many of them were sent, and removed
         * @param last the position of the last message that was read; {@code after} where there was none
         * @param more whether there may be more after it
         */
        record Done(int taken, int sent, long last, boolean more) implements Page {}
    }

    /**
     * A message that waits to be published.
     *
     * @param id its place in the outbox: of two messages of one key, the one that was written first has the lower
     * @param message what is to be published
     */
    record StoredMessage(long id, Message message) {}
}

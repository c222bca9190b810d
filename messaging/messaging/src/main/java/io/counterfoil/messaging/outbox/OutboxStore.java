package io.counterfoil.messaging.outbox;

import io.counterfoil.messaging.Message;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where messages wait that are to leave with the transaction that they were written in. Thread-safe.
 *
 * <p>A message that the broker refuses again and again is set aside with its reason: it stays in the store, is not given out any more, and
 * later messages of its key wait, because they must not overtake it. An operator {@linkplain #setAside lists} such messages, and
 * {@linkplain #sendAgain sends} or {@linkplain #discard discards} them.
 *
 * <p>Any method may throw {@link io.counterfoil.idempotency.store.StoreException} when the store failed.
 */
public interface OutboxStore {

    /**
     * Writes a message, in the calling thread's transaction: it leaves if that commits, and never if it does not. Outside of a
     * transaction it is written in one of its own. A message without a correlation ID gets {@linkplain
     * Message#outgoing that of the current work}.
     *
     * <p>A message without an ID gets a fresh one, a UUID of version 7, and keeps it however often it is published: receivers recognise its
     * copies by it.
     */
    void add(Message message);

    /**
     * Gives out the oldest messages, and removes those that were sent. At most one call at a time over all processes gets any. Counts the
     * refusals of those that the broker refused, and sets aside the ones that it has refused too often.
     *
     * <p>A message whose key has an older one at or before the place {@code after} is passed over, so that the messages of a key leave
     * in their order whatever becomes of one. So is one that is set aside, and every message of its key.
     *
     * @param after only messages after this position; 0 for all
     * @param limit how many at most, 1 to 1,000
     * @param sending publishes, in the calling thread; those that it does not name stay, and all of them when it throws
     */
    Page relay(long after, int limit, Sending sending);

    /** The oldest messages that are set aside, in their order; at most so many. */
    List<SetAside> setAside(int limit);

    /**
     * Gives a message that is set aside to the relay again, before the later ones of its key; its refusals are counted anew.
     *
     * @return false when no message of this position is set aside
     */
    boolean sendAgain(long id);

    /**
     * Removes a message that is set aside, which is never published; later ones of its key follow.
     *
     * @return false when no message of this position is set aside
     */
    boolean discard(long id);

    /**
     * What waits in the outbox, for monitoring: one cheap query that takes no lock.
     *
     * @return empty where the store does not support it
     */
    default Optional<Backlog> backlog() {
        return Optional.empty();
    }

    /**
     * What waits in an outbox.
     *
     * @param waiting how many messages, at most {@value #MOST_COUNTED}: those that are set aside, or wait for one, too
     * @param oldest how long the oldest of them has waited; zero where none waits
     * @param setAside how many are set aside, at most {@value #MOST_COUNTED}
     */
    record Backlog(int waiting, Duration oldest, int setAside) {

        /** How many are counted: where there are more, the number says no more than that. */
        public static final int MOST_COUNTED = 10_000;
    }

    /** Publishes messages. */
    @FunctionalInterface
    interface Sending {

        /**
         * Publishes.
         *
         * @param messages in their order, at least one
         */
        Sent send(List<StoredMessage> messages);
    }

    /**
     * What became of messages that were given out. One that is in neither was not confirmed, and stays.
     *
     * @param confirmed the positions of those that the broker has confirmed
     * @param refused the positions of those that the broker refused although they were published alone, and why
     */
    record Sent(Collection<Long> confirmed, Map<Long, String> refused) {

        /** Copies. */
        public Sent {
            confirmed = List.copyOf(confirmed);
            refused = Map.copyOf(refused);
        }

        /** None was refused. */
        public static Sent confirmed(Collection<Long> confirmed) {
            return new Sent(confirmed, Map.of());
        }
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
         * @param setAside those that were set aside by this call
         */
        record Done(int taken, int sent, long last, boolean more, List<SetAside> setAside) implements Page {

            /** Copies. */
            public Done {
                setAside = List.copyOf(setAside);
            }
        }
    }

    /**
     * A message that waits to be published.
     *
     * @param id its place in the outbox: of two messages of one key, the one that was written first has the lower
     * @param message what is to be published
     */
    record StoredMessage(long id, Message message) {}

    /**
     * A message that is not published any more until an operator has decided.
     *
     * @param id its place in the outbox
     * @param message the message
     * @param attempts how often the broker has refused it
     * @param reason why, the last time
     */
    record SetAside(long id, Message message, int attempts, String reason) {}
}

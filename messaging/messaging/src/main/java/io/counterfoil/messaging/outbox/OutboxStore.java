package io.counterfoil.messaging.outbox;

import io.counterfoil.messaging.Message;
import java.util.List;
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
     *
     * @param message at most as large as the database accepts
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
     * @return {@link RelayResult.Busy} while another call gets messages; otherwise what was given out, and what became of it
     */
    RelayResult relay(long after, int limit, OutboxSender sending);

    /**
     * {@return the oldest messages that are set aside, in their order}
     *
     * @param limit how many at most, 1 to 1,000
     */
    List<SetAsideMessage> setAside(int limit);

    /**
     * Gives a message that is set aside to the relay again, before the later ones of its key; its refusals are counted anew.
     *
     * @param id the message's position
     * @return false when no message of this position is set aside
     */
    boolean sendAgain(long id);

    /**
     * Removes a message that is set aside, which is never published; later ones of its key follow.
     *
     * @param id the message's position
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
}

package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import java.util.List;

/**
 * Where a client keeps what it is about to send, so that one that crashes can send the same thing again, under the same request
 * ID, when it is back (RC-1). Thread-safe.
 *
 * <p>An intention that is kept is in somebody's hands or in nobody's. Whoever {@linkplain #open opens} one has it in hand, and so
 * has whoever is given one by {@link #pending}: others are not given it meanwhile. It leaves those hands by {@link #settle} and by
 * {@link #release}; and without a word when they are gone, which each journal finds out in its own way: {@link FileJournal} by
 * being opened anew, one that several processes share by a time. So two senders of one intention are rare, but not impossible;
 * the server, which sees the same request ID, tells them apart from two intentions.
 *
 * <p>A journal proves itself by a subclass of the test kit's {@code JournalContract}.
 */
public interface Journal {

    /**
     * Keeps an intention, in the caller's hands; it has survived every crash from the moment this returns. One that is kept
     * already, under the same request ID, stays as it is; it is in the caller's hands too, unless it is in those of another
     * process.
     *
     * @throws JournalException when it cannot be kept; nothing must be sent then. Also when the request ID is that of a pending
     *     intention with another method or URI, which settling the one would make forgotten
     */
    void open(JournalEntry entry);

    /**
     * Forgets an intention: it was answered, or given up by the caller's choice. Unknown ones are passed over. Need not survive
     * a crash: an entry that comes back is sent again, and answered as a duplicate.
     *
     * @throws JournalException when it cannot be forgotten
     */
    void settle(RequestId requestId);

    /**
     * Puts an intention out of the caller's hands, without an answer: the tries are used up, say. It stays, and {@link #pending}
     * gives it out again. Passed over where it is unknown, or not in the caller's hands.
     *
     * @throws JournalException when that cannot be noted; it then stays in hand until the journal finds that those are gone
     */
    void release(RequestId requestId);

    /**
     * Gives out what is kept and in nobody's hands, the oldest first; all of it is in the caller's hands from then on.
     *
     * @param limit how many at the most, at least 1
     * @throws JournalException when it cannot be read; what was given out meanwhile is lost to the caller, and comes back as if
     *     from a caller that is gone
     * @throws IllegalArgumentException when the limit is less than 1
     */
    List<JournalEntry> pending(int limit);

    /** A journal that could not do what it was asked. Says what, where, and why. */
    final class JournalException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        /** @param message what could not be done, and where */
        public JournalException(String message, Throwable cause) {
            super(message, cause);
        }

        /** @param message what could not be done, where, and why */
        public JournalException(String message) {
            super(message);
        }
    }
}

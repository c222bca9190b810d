package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import java.util.List;

/**
 * Where a client keeps what it is about to send, so that one that crashes can send the same thing again, under the same request
 * ID, when it is back (RC-1). Thread-safe.
 *
 * <p>A journal proves itself by a subclass of the test kit's contract.
 */
public interface Journal {

    /**
     * Keeps an intention; it has survived every crash from the moment this returns. One that is kept already, under the same
     * request ID, stays as it is.
     *
     * @throws JournalException when it cannot be kept; nothing must be sent then
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
     * What was opened and not settled, the oldest first.
     *
     * @param limit how many at the most, at least 1
     * @throws JournalException when it cannot be read
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

package io.counterfoil.retry.journal;

import io.counterfoil.idempotency.key.RequestId;
import java.util.List;

/**
 * Stores the requests that a client is about to send, so that after a crash it can send them again under the same request IDs.
 * Thread-safe.
 *
 * <p>A stored request is either held by one sender or available. {@link #open} and {@link #pending} give it to the caller, and
 * other callers do not receive it from {@code pending} until it is {@linkplain #release released}. {@link #settle} removes it.
 * When the process that holds it ends, it becomes available again: a {@link FileJournal} releases all requests when it is
 * opened, a journal that several processes share does so after a time. So two processes can occasionally send the same request.
 * Both use the same request ID, and the server executes it once.
 *
 * <p>An implementation is tested by a subclass of the test kit's {@code JournalContract}.
 */
public interface Journal {

    /**
     * Stores a request, held by the caller. When this returns, the entry survives a crash. An entry that is already stored
     * under the same request ID is not changed; it is held by the caller as well, unless another process holds it.
     *
     * @param entry the request
     * @throws JournalException when it cannot be stored; the request must not be sent. Also when the request ID belongs to a pending
     *     request with another method or URI
     */
    void open(JournalEntry entry);

    /**
     * Removes a request that was answered or abandoned. Does nothing for an unknown request ID. The removal need not survive a
     * crash: an entry that returns is sent again, and answered as a duplicate.
     *
     * @param requestId of the request
     * @throws JournalException when it cannot be removed
     */
    void settle(RequestId requestId);

    /**
     * Makes a request available again that was not answered, for example because its attempts are used up. {@link #pending}
     * returns it again. Does nothing for an unknown request ID, or when the caller does not hold it.
     *
     * @param requestId of the request
     * @throws JournalException when this cannot be recorded; the request remains held until the journal detects that its holder has ended
     */
    void release(RequestId requestId);

    /**
     * {@return available requests, the oldest first; the caller holds all of them from then on}
     *
     * @param limit how many at most, at least 1
     * @throws JournalException when the journal cannot be read; requests that this call has taken become available as if their
     *     holder had ended
     * @throws IllegalArgumentException when the limit is less than 1
     */
    List<JournalEntry> pending(int limit);
}

package io.counterfoil.retry.journal;

import io.counterfoil.idempotency.key.RequestId;
import java.util.List;

/**
 * Keeps nothing, for a sender that was given no journal. Immutable.
 *
 * @param remedy how a journal is set, for the message of {@link #pending}
 */
public record NoJournal(String remedy) implements Journal {

    @Override
    public void open(JournalEntry entry) {}

    @Override
    public void settle(RequestId requestId) {}

    @Override
    public void release(RequestId requestId) {}

    /** @throws IllegalStateException always: nothing was kept */
    @Override
    public List<JournalEntry> pending(int limit) {
        throw new IllegalStateException(remedy);
    }
}

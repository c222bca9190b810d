package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import java.util.List;

/** The journal of a client that has none. */
enum NoJournal implements Journal {
    INSTANCE;

    @Override
    public void open(JournalEntry entry) {}

    @Override
    public void settle(RequestId requestId) {}

    @Override
    public void release(RequestId requestId) {}

    @Override
    public List<JournalEntry> pending(int limit) {
        throw new IllegalStateException("the client has no journal: set one by IdempotentClient.Builder.journal");
    }
}

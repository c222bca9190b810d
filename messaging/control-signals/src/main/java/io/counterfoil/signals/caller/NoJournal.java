package io.counterfoil.signals.caller;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import java.util.List;

/** Keeps nothing, for a caller that was given no journal. */
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
        throw new IllegalStateException("the caller has no journal: set one with Caller.Builder.journal");
    }
}

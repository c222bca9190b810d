package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes in which order a journal was asked for what; keeps nothing. */
final class JournalProbe implements Journal {

    private final List<String> notes = new CopyOnWriteArrayList<>();

    void note(String what) {
        notes.add(what);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public void open(JournalEntry entry) {
        note("open " + entry.requestId());
    }

    @Override
    public void settle(RequestId requestId) {
        note("settle " + requestId);
    }

    @Override
    public void release(RequestId requestId) {
        note("release " + requestId);
    }

    @Override
    public List<JournalEntry> pending(int limit) {
        return List.of();
    }
}

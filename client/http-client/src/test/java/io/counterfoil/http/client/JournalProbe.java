package io.counterfoil.http.client;

import io.counterfoil.http.client.journal.Journal;
import io.counterfoil.idempotency.key.RequestId;
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
    public void open(Journal.Entry entry) {
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
    public List<Journal.Entry> pending(int limit) {
        return List.of();
    }
}

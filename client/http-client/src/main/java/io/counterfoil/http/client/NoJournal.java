package io.counterfoil.http.client;

import io.counterfoil.http.client.journal.Journal;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;

/** The journal of a client that has none. */
enum NoJournal implements Journal {
    INSTANCE;

    @Override
    public void open(Journal.Entry entry) {}

    @Override
    public void settle(RequestId requestId) {}

    @Override
    public void release(RequestId requestId) {}

    @Override
    public List<Journal.Entry> pending(int limit) {
        throw new IllegalStateException("the client has no journal: set one by IdempotentClient.Builder.journal");
    }
}

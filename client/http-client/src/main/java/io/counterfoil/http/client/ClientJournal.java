package io.counterfoil.http.client;

import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import io.counterfoil.retry.journal.NoJournal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The use that a client makes of its journal. Thread-safe. */
final class ClientJournal {

    private static final Logger LOG = LoggerFactory.getLogger(ClientJournal.class);
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization", "cookie");

    private final Journal journal;
    private final Set<String> secret;

    private ClientJournal(Journal journal, Set<String> secret) {
        this.journal = journal;
        this.secret = secret;
    }

    static ClientJournal none() {
        return new ClientJournal(
                new NoJournal("the client has no journal: set one by IdempotentClient.Builder.journal"), CREDENTIALS);
    }

    /** The same with another journal. */
    ClientJournal in(Journal other) {
        return new ClientJournal(other, secret);
    }

    /** The same without these header fields, in any case. */
    ClientJournal without(List<String> names) {
        Set<String> more = new TreeSet<>(secret);
        names.stream().map(name -> name.toLowerCase(Locale.ROOT)).forEach(more::add);
        return new ClientJournal(journal, more);
    }

    JournalEntry entryOf(RetryableRequest request) {
        return request.asEntry(secret);
    }

    /** @throws JournalException when the request cannot be stored; it must not be sent */
    void open(RetryableRequest request) {
        if (!(journal instanceof NoJournal)) {
            journal.open(entryOf(request));
        }
    }

    /**
     * Removes an answered request. A failure of the journal does not lose the answer: the request remains pending, and a later
     * send is a duplicate.
     */
    void settle(RetryableRequest request) {
        try {
            journal.settle(request.requestId());
        } catch (RuntimeException broken) {
            LOG.error("Request {} was answered, but the journal failed to remove it", request.requestId(), broken);
        }
    }

    /** Releases a request that was not answered and is no longer being sent. */
    void release(RetryableRequest request) {
        try {
            journal.release(request.requestId());
        } catch (RuntimeException broken) {
            LOG.error(
                    "Request {} remains held in the journal, which failed to release it", request.requestId(), broken);
        }
    }

    void abandon(RetryableRequest request) {
        journal.settle(request.requestId());
    }

    List<RetryableRequest> pending(int limit) {
        return journal.pending(limit).stream().map(RetryableRequest::from).toList();
    }
}

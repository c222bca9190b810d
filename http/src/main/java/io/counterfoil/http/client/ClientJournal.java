package io.counterfoil.http.client;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client keeps in its journal. Thread-safe. */
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
        return new ClientJournal(NoJournal.INSTANCE, CREDENTIALS);
    }

    /** In another journal. */
    ClientJournal in(Journal other) {
        return new ClientJournal(other, secret);
    }

    /** Without these header fields too. */
    ClientJournal without(List<String> names) {
        Set<String> more = new TreeSet<>(secret);
        names.stream().map(name -> name.toLowerCase(Locale.ROOT)).forEach(more::add);
        return new ClientJournal(journal, more);
    }

    JournalEntry entryOf(RetryableRequest intention) {
        return intention.asEntry(secret);
    }

    /** @throws Journal.JournalException when it cannot be kept; nothing must be sent then */
    void open(RetryableRequest intention) {
        if (journal != NoJournal.INSTANCE) {
            journal.open(entryOf(intention));
        }
    }

    /** The intention was answered. An answer is not lost because its journal failed: what stays is asked for again, and replayed. */
    void answered(RetryableRequest intention) {
        try {
            journal.settle(intention.requestId());
        } catch (RuntimeException broken) {
            LOG.error("Request {} was answered, and stays in the journal, which failed", intention.requestId(), broken);
        }
    }

    /** The intention was not answered, and nobody is sending it any more. */
    void stays(RetryableRequest intention) {
        try {
            journal.release(intention.requestId());
        } catch (RuntimeException broken) {
            LOG.error(
                    "Request {} stays in the journal, which failed, and takes it for one that is being sent",
                    intention.requestId(),
                    broken);
        }
    }

    void abandon(RetryableRequest intention) {
        journal.settle(intention.requestId());
    }

    List<RetryableRequest> pending(int limit) {
        return journal.pending(limit).stream().map(RetryableRequest::from).toList();
    }
}

package io.counterfoil.signals.caller;

import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.InvalidEnvelopeException;
import io.counterfoil.signals.envelope.Signal;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a caller keeps in its journal: the first signal of each command. Thread-safe. */
final class CommandJournal {

    private static final Logger LOG = LoggerFactory.getLogger(CommandJournal.class);
    private static final String METHOD = "SIGNAL";

    private final Journal journal;

    CommandJournal(Journal journal) {
        this.journal = journal;
    }

    /** @throws JournalException when it cannot be kept; nothing must be sent then */
    void open(Signal first, String prefix, Instant openedAt) {
        Command command = Command.of(first);
        URI uri = URI.create("signal://%s/%s/%s/%s"
                .formatted(
                        first.scope().swarmId(),
                        first.type(),
                        first.scope().role(),
                        first.scope().instance()));
        journal.open(new JournalEntry(
                CommandId.of(command).digest(), false, METHOD, uri, List.of(), first.toJson(), prefix, openedAt));
    }

    /**
     * The command was answered. When the journal fails, the answer is not lost: the command stays in the journal, is sent again, and its
     * outcome replayed.
     */
    void answered(Command command) {
        try {
            settle(command);
        } catch (RuntimeException broken) {
            LOG.error("{} was answered, but the journal failed to remove it", command, broken);
        }
    }

    /** @throws JournalException when it cannot be forgotten */
    void settle(Command command) {
        journal.settle(CommandId.of(command).digest());
    }

    /** The command is no longer pending, and not finally answered. */
    void stays(Command command) {
        try {
            journal.release(CommandId.of(command).digest());
        } catch (RuntimeException broken) {
            LOG.error("{} remains held in the journal, which failed to release it", command, broken);
        }
    }

    /** The commands that are not pending. Entries that are not signals are skipped. */
    List<LeftCommand> pending(int limit) {
        List<LeftCommand> pending = new ArrayList<>();
        for (JournalEntry entry : journal.pending(limit)) {
            if (!entry.method().equals(METHOD)) {
                journal.release(entry.requestId());
                continue;
            }
            try {
                if (Envelope.read(entry.body()) instanceof Signal first) {
                    pending.add(new LeftCommand(first, entry.attemptPrefix(), entry.openedAt()));
                }
            } catch (InvalidEnvelopeException unreadable) {
                LOG.error("{} cannot be sent again and remains in the journal: {}", entry, unreadable.getMessage());
            }
        }
        return pending;
    }
}

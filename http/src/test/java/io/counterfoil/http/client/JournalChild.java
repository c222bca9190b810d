package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A process whose threads open and settle until it is killed. Arguments: the journal's directory, a prefix for request IDs, how many
 * threads. Standard output has a line "opened id" when an intention is kept, "settling id" before one is settled, "settled id"
 * after; "refused", and the reason, when the journal cannot be opened.
 */
public final class JournalChild {

    private static final PrintStream OUT = System.out;

    private JournalChild() {}

    public static void main(String[] arguments) {
        FileJournal journal;
        try {
            journal = FileJournal.in(Path.of(arguments[0]));
        } catch (Journal.JournalException refused) {
            OUT.println("refused " + refused.getMessage());
            return;
        }
        for (int thread = 0; thread < Integer.parseInt(arguments[2]); thread++) {
            String prefix = arguments[1] + "-" + thread + "-";
            new Thread(() -> openAndSettle(journal, prefix)).start();
        }
    }

    private static void openAndSettle(FileJournal journal, String prefix) {
        for (int i = 0; ; i++) {
            String id = prefix + i;
            journal.open(JournalEntries.entryOf(id, ThreadLocalRandom.current().nextInt(3_000)));
            OUT.println("opened " + id);
            if (i % 3 != 0) {
                OUT.println("settling " + id);
                journal.settle(new RequestId(id));
                OUT.println("settled " + id);
            }
        }
    }
}

package io.counterfoil.testkit.http.client;

import io.counterfoil.http.client.journal.FileJournal;
import io.counterfoil.http.client.journal.Journal;
import java.nio.file.Path;

/**
 * Opens the journal of the directory in its argument, then opens and settles entries; or prints "refused" and the
 * reason.
 */
public final class FileJournalProcess {

    private FileJournalProcess() {}

    public static void main(String[] arguments) {
        try {
            KilledProcesses.openAndSettle(FileJournal.in(Path.of(arguments[0])));
        } catch (Journal.JournalException refused) {
            System.out.println("refused " + refused.getMessage());
        }
    }
}

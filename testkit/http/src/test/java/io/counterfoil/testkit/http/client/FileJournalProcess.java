package io.counterfoil.testkit.http.client;

import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.retry.journal.JournalException;
import java.nio.file.Path;

/**
 * Opens the journal of the directory in its argument, then opens and settles entries; or prints "refused" and the
 * reason.
 */
public final class FileJournalProcess {

    private FileJournalProcess() {}

    public static void main(String[] arguments) {
        try {
            KilledProcesses.openAndSettle(FileJournal.of(Path.of(arguments[0])));
        } catch (JournalException refused) {
            System.out.println("refused " + refused.getMessage());
        }
    }
}

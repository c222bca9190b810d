package io.counterfoil.testkit.http.client;

import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.retry.journal.Journal;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** In this module, because this module depends on that of the journal. */
class FileJournalContractTest extends JournalContract {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @SuppressWarnings("NullAway.Init") // open() sets it.
    private FileJournal journal;

    @BeforeEach
    void open() {
        journal = FileJournal.of(directory);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Override
    protected Journal journal() {
        return journal;
    }

    @Override
    protected Journal successor() {
        journal.close();
        open();
        return journal;
    }
}

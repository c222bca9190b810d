package io.counterfoil.testkit.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.retry.journal.JournalException;
import io.counterfoil.testkit.soak.Depth;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Successive processes on one journal directory. */
@Tag("RC-1")
@Timeout(600)
class FileJournalCrashTest {

    private static final int KILLS = Depth.of("kills", 4);
    private static final int LINES = 1_500;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    private final KilledProcesses processes = new KilledProcesses(FileJournalProcess.class);

    @AfterEach
    void killAll() throws InterruptedException {
        processes.killAll();
    }

    @Test
    void killedProcesses_leaveTheirUnsettledEntries() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            processes.kill(processes.start(directory.toString()), LINES + 211 * (kill % 8));
        }

        try (FileJournal journal = FileJournal.of(directory)) {
            processes.assertLeft(journal.pending(Integer.MAX_VALUE));
        }
        Depth.report("kills", KILLS);
    }

    @Test
    void openJournal_isRejected_inThisAndInAnotherProcess() throws Exception {
        try (FileJournal journal = FileJournal.of(directory)) {
            journal.open(new Entries().entry("a"));
            assertThatThrownBy(() -> FileJournal.of(directory)).isInstanceOf(JournalException.class);

            Process other = processes.start(directory.toString());
            try (BufferedReader lines = other.inputReader(US_ASCII)) {
                assertThat(lines.readLine()).startsWith("refused").contains("is open in another process");
            }
            assertThat(other.waitFor(5, TimeUnit.MINUTES)).isTrue();
        }
    }
}

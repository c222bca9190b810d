package io.counterfoil.retry.journal;

import static io.counterfoil.retry.journal.JournalEntries.entry;
import static io.counterfoil.retry.journal.JournalEntries.entryOf;
import static io.counterfoil.retry.journal.JournalEntries.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.RequestId;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A journal over a disk that fails, fills up, or loses power. */
@Tag("RC-1")
@Timeout(600)
@SuppressWarnings("NullAway.Init") // JUnit and prepare() set the fields.
class FileJournalDiskTest {

    @TempDir
    private Path temporary;

    private Path directory;

    private final FaultyDisk disk = new FaultyDisk();

    @BeforeEach
    void prepare() {
        directory = temporary.resolve("journal");
    }

    @Test
    void opened_survivesAPowerFailure() throws IOException {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("a"));
            assertThat(afterPowerFailure()).containsExactly("a");

            journal.open(entry("b"));
            assertThat(afterPowerFailure()).containsExactly("a", "b");

            journal.settle(new RequestId("a"));
            journal.open(entry("c"));
            assertThat(afterPowerFailure()).containsExactly("b", "c");
        }
    }

    @Test
    void fileOfAnEntry_getsItsNameWhenItsContentIsSafe() {
        List<String> hasty = new ArrayList<>();
        FaultyDisk watched = new FaultyDisk() {
            @Override
            void force(FileOutputStream file) throws IOException {
                hasty.addAll(entryFiles());
                super.force(file);
            }
        };
        try (FileJournal journal = on(watched)) {
            journal.open(entry("a"));

            assertThat(entryFiles()).hasSize(1);
            assertThat(hasty).isEmpty();
        }
    }

    @Test
    void fullDisk_refusesToOpen_andTheJournalRemainsUsable() {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("a"));
            disk.full = true;
            assertRefused(journal, entryOf("b", 5_000), "No space left on device");

            disk.full = false;
            journal.open(entry("c"));
        }
        assertThat(reopened()).containsExactly("a", "c");
    }

    @Test
    void fileThatCannotBeRead_isSkipped_andNotLost() {
        try (FileJournal journal = on(disk)) {
            for (String id : List.of("a", "b", "c")) {
                journal.open(entry(id));
            }
        }
        disk.unreadable = "000000000000000003.entry";
        try (FileJournal journal = on(disk)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("a", "b");
            journal.open(entry("d"));
        }
        assertThat(reopened()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void diskThatCannotForceAFile_refusesToOpen() {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("a"));
            disk.refusingToForce = true;

            assertRefused(journal, entry("b"), "Input/output error");
        }
        assertThat(reopened()).containsExactly("a");
    }

    @Test
    void diskThatCannotForceADirectory_refusesToOpen() {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("a"));
            disk.refusingToForceDirectory = true;

            assertRefused(journal, entry("b"), "Input/output error");
        }
        assertThat(reopened()).containsExactly("a");
    }

    /** What was refused is not counted either. */
    @Test
    void refusedEntries_takeNoRoom() {
        JournalLimits limits = new JournalLimits(1_000, 2_000, 2);
        try (FileJournal journal = FileJournal.of(directory, limits, disk)) {
            disk.full = true;
            for (int i = 0; i < 10; i++) {
                assertRefused(journal, entryOf("refused-" + i, 500), "No space left on device");
            }
            disk.full = false;

            journal.open(entryOf("a", 500));
            journal.open(entryOf("b", 500));
        }
    }

    @Test
    void requestsOfOtherIds_areOpened_whileTheDiskIsBusyWithOne() throws Exception {
        CompletableFuture<Void> atTheDisk = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        FaultyDisk slow = new FaultyDisk() {
            @Override
            void force(FileOutputStream file) throws IOException {
                super.force(file);
                if (atTheDisk.complete(null)) {
                    goOn.orTimeout(5, TimeUnit.MINUTES).join();
                }
            }
        };
        ExecutorService threads = Executors.newCachedThreadPool();
        try (FileJournal journal = on(slow)) {
            Future<?> first = threads.submit(() -> journal.open(entry("a")));
            atTheDisk.get(5, TimeUnit.MINUTES);
            Future<?> second = threads.submit(() -> journal.open(entry("b")));

            second.get(5, TimeUnit.MINUTES);
            goOn.complete(null);
            first.get(5, TimeUnit.MINUTES);
        } finally {
            goOn.complete(null);
            threads.shutdownNow();
        }
        assertThat(reopened()).containsExactly("a", "b");
    }

    private void assertRefused(FileJournal journal, JournalEntry entry, String why) {
        assertThatThrownBy(() -> journal.open(entry))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(why)
                .hasMessageContaining(directory.toString())
                .hasMessageNotContaining(JournalEntries.SECRET_WORD);
    }

    private List<String> entryFiles() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".entry"))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private FileJournal on(JournalDisk used) {
        return FileJournal.of(directory, JournalLimits.DEFAULT, used);
    }

    private List<String> reopened() {
        try (FileJournal journal = FileJournal.of(directory)) {
            return idsOf(journal.pending(10));
        }
    }

    private List<String> afterPowerFailure() throws IOException {
        Path copy = Files.createTempDirectory(temporary, "copy-");
        disk.copySafeFilesTo(copy);
        try (FileJournal journal = FileJournal.of(copy)) {
            return idsOf(journal.pending(10));
        }
    }
}

package io.counterfoil.http.client;

import static io.counterfoil.http.client.JournalEntries.entry;
import static io.counterfoil.http.client.JournalEntries.entryOf;
import static io.counterfoil.http.client.JournalEntries.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.http.client.Journal.JournalException;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is particular to the journal in a file; what all journals do, their contract says. */
@Tag("RC-1")
@Timeout(600)
class FileJournalTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path temporary;

    @Test
    void directory_isMadeForItsOwnerAlone() throws IOException {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
                "the file system knows no permissions");
        Path directory = temporary.resolve("journal");
        try (FileJournal journal = FileJournal.in(directory)) {
            journal.open(entry("a"));

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
            try (var files = Files.list(directory)) {
                assertThat(files)
                        .hasSize(2)
                        .allSatisfy(
                                file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                                        .isEqualTo("rw-------"));
            }
        }
    }

    @Test
    void directory_withoutAParent_isRefused() {
        assertThatThrownBy(() -> FileJournal.in(temporary.resolve("missing/journal")))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void journal_thatIsOpen_isRefusedToASecond_andFreeAfterClose() {
        try (FileJournal journal = FileJournal.in(temporary)) {
            journal.open(entry("a"));
            assertThatThrownBy(() -> FileJournal.in(temporary.resolve("../" + temporary.getFileName())))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("is open in this process");
        }
        try (FileJournal journal = FileJournal.in(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("a");
        }
    }

    @Test
    void closed_refusesEverything() {
        FileJournal journal = FileJournal.in(temporary);
        journal.close();
        journal.close();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> journal.open(entry("a")),
                () -> journal.settle(new RequestId("a")),
                () -> journal.release(new RequestId("a")),
                () -> journal.pending(1))) {
            assertThatThrownBy(call).isInstanceOf(JournalException.class).hasMessageContaining("is closed");
        }
    }

    @Test
    void entry_aboveTheLimit_isRefused_withoutBeingShown() {
        try (FileJournal journal = FileJournal.in(temporary, new FileJournalLimits(400, 4_000, 10))) {
            assertThatThrownBy(() -> journal.open(entryOf("a", 400)))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("at most 400")
                    .hasMessageNotContaining("x".repeat(40))
                    .hasMessageNotContaining(JournalEntries.SECRET_WORD);
            assertThat(journal.pending(1)).isEmpty();
        }
    }

    @Test
    void pending_aboveTheLimit_isRefused_untilOneIsSettled() {
        try (FileJournal journal = FileJournal.in(temporary, new FileJournalLimits(400, 4_000, 2))) {
            journal.open(entry("a"));
            journal.open(entry("b"));
            assertThatThrownBy(() -> journal.open(entry("c")))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("2 pending intentions");

            journal.settle(new RequestId("a"));
            journal.open(entry("c"));
        }
        try (FileJournal journal = FileJournal.in(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("b", "c");
        }
    }

    @Test
    void fullFile_refusesToOpen_butSettles_andHasRoomAgainAfterThat() throws IOException {
        FileJournalLimits limits = new FileJournalLimits(1_000, 8_000, 1_000);
        try (FileJournal journal = FileJournal.in(temporary, limits)) {
            int opened = 0;
            try {
                while (opened < 100) {
                    journal.open(entryOf("key-" + opened, 600));
                    opened++;
                }
            } catch (JournalException full) {
                assertThat(full).hasMessageContaining("is full").hasMessageContaining("8000 bytes");
            }
            assertThat(opened).isBetween(7, 12);
            long room = limits.fileBytes() - Files.size(temporary.resolve("journal"));
            int around = entryOf("last", 0).encoded().length + JournalRecord.OVERHEAD + JournalFrame.OVERHEAD;
            journal.open(entryOf("last", (int) room - around));
            assertThat(temporary.resolve("journal")).hasSize(limits.fileBytes());

            for (int i = 0; i < opened / 2; i++) {
                journal.settle(new RequestId("key-" + i));
            }
            journal.open(entryOf("again", 600));
        }
        try (FileJournal journal = FileJournal.in(temporary, limits)) {
            assertThat(idsOf(journal.pending(100))).endsWith("last", "again").doesNotContain("key-0");
        }
    }

    @Test
    void limits_thatContradict_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FileJournalLimits(0, 1, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileJournalLimits(FileJournalLimits.MOST_ENTRY_BYTES + 1, Long.MAX_VALUE, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileJournalLimits(100, 99, 1))
                .withMessageContaining("100")
                .withMessageContaining("99");
        assertThatIllegalArgumentException().isThrownBy(() -> new FileJournalLimits(1, 1, 0));
    }

    @Test
    void file_thatIsMostlyAboutWhatWasSettled_isRewritten_andKeepsWhatIsPending() throws IOException {
        Path file = temporary.resolve("journal");
        try (FileJournal journal = FileJournal.in(temporary)) {
            journal.open(entryOf("first", 50_000));
            long most = 0;
            for (int i = 0; i < 100; i++) {
                journal.open(entryOf("key-" + i, 50_000));
                if (i % 20 != 0) {
                    journal.settle(new RequestId("key-" + i));
                }
                most = Math.max(most, Files.size(file));
            }
            assertThat(most).isLessThan(FileJournal.LEAST_COMPACTED + 200_000L);
            journal.release(new RequestId("key-40"));
            assertThat(journal.pending(10)).containsExactly(entryOf("key-40", 50_000));
        }
        try (FileJournal journal = FileJournal.in(temporary)) {
            assertThat(journal.pending(10))
                    .containsExactly(
                            entryOf("first", 50_000),
                            entryOf("key-0", 50_000),
                            entryOf("key-20", 50_000),
                            entryOf("key-40", 50_000),
                            entryOf("key-60", 50_000),
                            entryOf("key-80", 50_000));
        }
    }

    @Test
    void successorFile_leftByACrash_isRemoved() throws IOException {
        try (FileJournal journal = FileJournal.in(temporary)) {
            journal.open(entry("a"));
        }
        Path successor = Files.writeString(temporary.resolve("journal.new"), "half of");

        try (FileJournal journal = FileJournal.in(temporary)) {
            assertThat(successor).doesNotExist();
            assertThat(idsOf(journal.pending(10))).containsExactly("a");
        }
    }
}

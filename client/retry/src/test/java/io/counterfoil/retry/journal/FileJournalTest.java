package io.counterfoil.retry.journal;

import static io.counterfoil.retry.journal.JournalEntries.entry;
import static io.counterfoil.retry.journal.JournalEntries.entryOf;
import static io.counterfoil.retry.journal.JournalEntries.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is particular to a journal in a directory; the contract has what all journals do. */
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
        try (FileJournal journal = FileJournal.of(directory)) {
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
    void pending_hasNoMoreThanWereAskedFor_theOldestFirst() {
        try (FileJournal journal = FileJournal.of(temporary)) {
            for (String id : List.of("a", "b", "c")) {
                journal.open(entry(id));
            }
            for (String id : List.of("a", "b", "c")) {
                journal.release(new RequestId(id));
            }

            assertThat(idsOf(journal.pending(2))).containsExactly("a", "b");
            assertThat(idsOf(journal.pending(2))).containsExactly("c");
        }
    }

    @Test
    void directory_withoutAParent_isRefused() {
        assertThatThrownBy(() -> FileJournal.of(temporary.resolve("missing/journal")))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void journal_thatIsOpen_isRefusedToASecond_andFreeAfterClose() {
        try (FileJournal journal = FileJournal.of(temporary)) {
            journal.open(entry("a"));
            assertThatThrownBy(() -> FileJournal.of(temporary.resolve("../" + temporary.getFileName())))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("is already open in this process");
        }
        try (FileJournal journal = FileJournal.of(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("a");
        }
    }

    @Test
    void closed_refusesEverything() {
        FileJournal journal = FileJournal.of(temporary);
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
        try (FileJournal journal = FileJournal.of(temporary, new JournalLimits(400, 4_000, 10))) {
            assertThatThrownBy(() -> journal.open(entryOf("a", 400)))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("entryBytes")
                    .hasMessageContaining("400")
                    .hasMessageNotContaining("x".repeat(40))
                    .hasMessageNotContaining(JournalEntries.SECRET_WORD);
            assertThat(journal.pending(1)).isEmpty();
        }
    }

    @Test
    void pending_aboveTheLimit_isRefused_untilOneIsSettled() {
        try (FileJournal journal = FileJournal.of(temporary, new JournalLimits(400, 4_000, 2))) {
            journal.open(entry("a"));
            journal.open(entry("b"));
            assertThatThrownBy(() -> journal.open(entry("c")))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("2 pending entries, and its limit is 2");

            journal.settle(new RequestId("a"));
            journal.open(entry("c"));
        }
        try (FileJournal journal = FileJournal.of(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("b", "c");
        }
    }

    @Test
    void fullJournal_rejectsNewEntries_untilOneIsSettled() {
        int size = JournalFile.sizeOf(entryOf("key-0", 600).encoded());
        JournalLimits limits = new JournalLimits(1_000, 3L * size, 1_000);
        try (FileJournal journal = FileJournal.of(temporary, limits)) {
            for (int i = 0; i < 3; i++) {
                journal.open(entryOf("key-" + i, 600));
            }
            assertFull(journal, limits);
        }
        try (FileJournal journal = FileJournal.of(temporary, limits)) {
            assertFull(journal, limits);
            journal.settle(new RequestId("key-0"));
            journal.open(entryOf("key-3", 600));
            assertFull(journal, limits);
        }
        try (FileJournal journal = FileJournal.of(temporary)) {
            assertThat(idsOf(journal.pending(100))).containsExactly("key-1", "key-2", "key-3");
        }
    }

    private static void assertFull(FileJournal journal, JournalLimits limits) {
        assertThatThrownBy(() -> journal.open(entry("one-more")))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("totalBytes is " + limits.totalBytes())
                .hasMessageNotContaining(JournalEntries.SECRET_WORD);
    }

    @Test
    void limits_thatContradict_areRefused() {
        assertThat(new JournalLimits(1, 1, 1).entries()).isEqualTo(1);
        int most = JournalLimits.MOST_ENTRY_BYTES;
        assertThat(new JournalLimits(most, most, 1).totalBytes()).isEqualTo(most);
        assertThatIllegalArgumentException().isThrownBy(() -> new JournalLimits(0, 1, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JournalLimits(JournalLimits.MOST_ENTRY_BYTES + 1, Long.MAX_VALUE, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JournalLimits(100, 99, 1))
                .withMessageContaining("100")
                .withMessageContaining("99");
        assertThatIllegalArgumentException().isThrownBy(() -> new JournalLimits(1, 1, 0));
    }

    @Test
    void settledEntries_leaveNoFiles() throws IOException {
        try (FileJournal journal = FileJournal.of(temporary)) {
            for (int i = 0; i < 20; i++) {
                journal.open(entry("key-" + i));
                journal.settle(new RequestId("key-" + i));
            }
            try (var files = Files.list(temporary)) {
                assertThat(files).containsExactly(temporary.resolve("lock"));
            }
        }
    }

    @Test
    void localeWithOtherDigits_changesNoFileName() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try (FileJournal journal = FileJournal.of(temporary)) {
            journal.open(entry("a"));
        } finally {
            Locale.setDefault(before);
        }
        try (FileJournal journal = FileJournal.of(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("a");
        }
    }

    @Test
    void otherFiles_areLeftAlone() throws IOException {
        Path other = Files.writeString(temporary.resolve("README.entry"), "to whom it may concern");
        try (FileJournal journal = FileJournal.of(temporary)) {
            assertThat(journal.pending(1)).isEmpty();
        }
        assertThat(other).exists();
    }
}

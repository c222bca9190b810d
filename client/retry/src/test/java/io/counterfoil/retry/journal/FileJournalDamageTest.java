package io.counterfoil.retry.journal;

import static io.counterfoil.retry.journal.JournalEntries.entry;
import static io.counterfoil.retry.journal.JournalEntries.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Damaged files are set aside and reported, and never block the others; files of another version are refused. */
@Tag("RC-1")
@Timeout(600)
class FileJournalDamageTest {

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(FileJournal.class);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @SuppressWarnings("NullAway.Init") // write() sets it.
    private Path second;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    /** Three entries, a, b and c. */
    @BeforeEach
    void write() throws IOException {
        try (FileJournal journal = FileJournal.of(directory)) {
            for (String id : List.of("a", "b", "c")) {
                journal.open(entry(id));
            }
        }
        assertThat(files(".entry")).hasSize(3);
        second = files(".entry").get(1);
        log.start();
        LOGGER.addAppender(log);
        LOGGER.setAdditive(false);
        LOGGER.setLevel(Level.WARN);
    }

    @AfterEach
    void detach() {
        LOGGER.setLevel(null);
        LOGGER.setAdditive(true);
        LOGGER.detachAppender(log);
    }

    @Test
    void anyByteChanged_setsThatFileAside() throws IOException {
        byte[] whole = Files.readAllBytes(second);
        for (int offset = 0; offset < whole.length; offset++) {
            byte[] changed = whole.clone();
            changed[offset] ^= (byte) (1 << (offset % 8));
            assertSetAside(changed);
        }
    }

    @Test
    void fileThatEndsAnywhere_isSetAside() throws IOException {
        byte[] whole = Files.readAllBytes(second);
        for (int length = 0; length < whole.length; length++) {
            assertSetAside(Arrays.copyOf(whole, length));
        }
    }

    @Test
    void fileThatIsTooLong_isSetAside() throws IOException {
        byte[] whole = Files.readAllBytes(second);
        for (int more : List.of(1, 511, 70_000)) {
            assertSetAside(Arrays.copyOf(whole, whole.length + more));
        }
    }

    private void assertSetAside(byte[] content) throws IOException {
        Files.write(second, content);
        log.list.clear();

        assertThat(reopened()).containsExactly("a", "c");
        assertThat(files(".damaged")).singleElement().satisfies(aside -> {
            assertThat(aside).hasBinaryContent(content);
            assertThat(log.list).singleElement().asString().contains(aside.toString());
            Files.delete(aside);
        });
        assertThat(log.list.toString()).doesNotContain(JournalEntries.SECRET_WORD);
    }

    @Test
    void fileDamagedWhileOpen_isSetAsideWhenRead() throws IOException {
        try (FileJournal journal = FileJournal.of(directory)) {
            Files.write(second, new byte[100]);

            assertThat(idsOf(journal.pending(10))).containsExactly("a", "c");
            assertThat(files(".damaged")).hasSize(1);
        }
    }

    @Test
    void fileThatIsGone_blocksNoOther() throws IOException {
        try (FileJournal journal = FileJournal.of(directory)) {
            Files.delete(second);

            assertThat(idsOf(journal.pending(10))).containsExactly("a", "c");
            assertThat(log.list).singleElement().asString().contains("Request b cannot be read");
        }
    }

    @Test
    void reopenedRequest_withADamagedFile_isWrittenAgain() throws IOException {
        try (FileJournal journal = FileJournal.of(directory)) {
            Files.write(second, new byte[100]);
            journal.open(entry("b"));
        }
        assertThat(reopened()).containsExactly("a", "c", "b");
        assertThat(files(".damaged")).hasSize(1);
    }

    @Test
    void damagedFiles_areNeverOverwritten() throws IOException {
        for (int times = 1; times <= 3; times++) {
            Path last = files(".entry").get(files(".entry").size() - 1);
            Files.write(last, new byte[times]);
            reopened();
            try (FileJournal journal = FileJournal.of(directory)) {
                journal.open(entry("new-" + times));
            }
            assertThat(files(".damaged")).hasSize(times);
        }
    }

    @ParameterizedTest
    @EnumSource
    void damagedEntries_areNotCounted(Room room) throws IOException {
        Files.write(second, new byte[100]);
        try (FileJournal journal = FileJournal.of(directory, room.forEntries(3))) {
            assertHasRoomForOne(journal);
        }
    }

    @ParameterizedTest
    @EnumSource
    void entryThatIsFoundDamaged_isNotCountedAnyMore(Room room) throws IOException {
        try (FileJournal journal = FileJournal.of(directory, room.forEntries(3))) {
            Files.write(second, new byte[100]);
            assertThat(journal.pending(10)).hasSize(2);

            assertHasRoomForOne(journal);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rewrittenEntry_isCountedOnce(Room room) throws IOException {
        try (FileJournal journal = FileJournal.of(directory, room.forEntries(4))) {
            Files.write(second, new byte[100]);
            journal.open(entry("b"));

            assertHasRoomForOne(journal);
        }
    }

    private static void assertHasRoomForOne(FileJournal journal) {
        journal.open(entry("d"));
        assertThatThrownBy(() -> journal.open(entry("e")))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("cannot be stored");
    }

    @Test
    void temporaryFile_leftByACrash_isDeletedAndReported() throws IOException {
        Path temporary = Files.copy(second, second.resolveSibling("000000000000000007.tmp"));

        assertThat(reopened()).containsExactly("a", "b", "c");
        assertThat(temporary).doesNotExist();
        assertThat(log.list).singleElement().asString().contains(temporary.toString());
    }

    /** As after a power failure, since settling does not force the directory. */
    @ParameterizedTest
    @EnumSource
    void reappearedSettledFile_yieldsToALaterEntryOfItsId(Room room) throws IOException {
        JournalEntry later = entry("b", "{\"note\":\"later one\"}");
        byte[] settled = Files.readAllBytes(second);
        try (FileJournal journal = FileJournal.of(directory)) {
            journal.settle(new RequestId("b"));
            journal.open(later);
        }
        Files.write(second, settled);

        try (FileJournal journal = FileJournal.of(directory, room.forEntries(4))) {
            assertThat(journal.pending(10)).containsExactly(entry("a"), entry("c"), later);
            assertThat(files(".entry")).hasSize(3);
            assertHasRoomForOne(journal);
        }
    }

    @Test
    void fileOfALaterVersion_isRefused_andLeftAlone() throws IOException {
        byte[] encoded = entry("b").encoded();
        encoded[0] = 2;
        byte[] content = JournalFile.contentOf(encoded);
        Files.write(second, content);

        assertThatThrownBy(() -> FileJournal.of(directory).close())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(second.toString())
                .hasMessageContaining("version 2")
                .hasMessageContaining("version 1")
                .hasMessageNotContaining(JournalEntries.SECRET_WORD);
        assertThat(second).hasBinaryContent(content);
        assertThat(files(".entry")).hasSize(3);
    }

    @Test
    void directoryOfADevelopmentVersion_isRefused_andLeftAlone() throws IOException {
        Path log = Files.writeString(directory.resolve("journal"), "counterfoil journal 1\n");

        assertThatThrownBy(() -> FileJournal.of(directory).close())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("development version")
                .hasMessageContaining("another directory");
        assertThat(log).hasContent("counterfoil journal 1\n");
        Files.delete(log);
        assertThat(reopened()).containsExactly("a", "b", "c");
    }

    private List<String> reopened() {
        try (FileJournal journal = FileJournal.of(directory)) {
            return idsOf(journal.pending(10));
        }
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    /** What limits a journal. All its entries have one size here. */
    private enum Room {
        ENTRIES {
            @Override
            JournalLimits forEntries(int most) {
                return new JournalLimits(400, 10_000, most);
            }
        },
        BYTES {
            @Override
            JournalLimits forEntries(int most) {
                return new JournalLimits(
                        400, (long) most * JournalFile.sizeOf(entry("a").encoded()), 1_000);
            }
        };

        abstract JournalLimits forEntries(int most);
    }
}

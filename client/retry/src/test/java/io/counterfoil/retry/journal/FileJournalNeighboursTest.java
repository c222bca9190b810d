package io.counterfoil.retry.journal;

import static io.counterfoil.retry.journal.JournalEntries.entry;
import static io.counterfoil.retry.journal.JournalEntries.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the directory of a journal besides its files. A thread of its own for each: one that opens a FIFO cannot be interrupted. */
@Tag("RC-1")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FileJournalNeighboursTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @BeforeEach
    void writeThreeEntries() {
        try (FileJournal journal = FileJournal.of(directory)) {
            for (String id : List.of("a", "b", "c")) {
                journal.open(entry(id));
            }
        }
    }

    /** What is no file that the journal could have written. */
    enum Neighbour {
        DIRECTORY {
            @Override
            void create(Path path) throws IOException {
                Files.createDirectory(path);
                Files.writeString(path.resolve("note"), "inside");
            }
        },
        EMPTY_DIRECTORY {
            @Override
            void create(Path path) throws IOException {
                Files.createDirectory(path);
            }
        },
        PIPE {
            @Override
            void create(Path path) throws Exception {
                assumeTrue(
                        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "there are no pipes");
                assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                        .isZero();
            }
        },
        LINK {
            @Override
            void create(Path path) throws IOException {
                Path entry = path.resolveSibling("000000000000000001.entry");
                Files.createSymbolicLink(
                        path, Files.copy(entry, path.resolveSibling(path.getFileName() + " elsewhere")));
            }
        },
        DANGLING_LINK {
            @Override
            void create(Path path) throws IOException {
                Files.createSymbolicLink(path, path.resolveSibling("missing"));
            }
        },
        SOCKET {
            @Override
            void create(Path path) throws IOException {
                assumeTrue(path.toString().length() < 100, "the path is too long for a socket");
                ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                        .bind(UnixDomainSocketAddress.of(path))
                        .close();
            }
        },
        UNREADABLE {
            @Override
            void create(Path path) throws IOException {
                Files.write(path, JournalFile.contentOf(entry("unreadable").encoded()));
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
                assumeTrue(!Files.isReadable(path), "this user reads every file");
            }
        };

        abstract void create(Path path) throws Exception;
    }

    /** One that is in the place of a file that is there, one that is in the place of the next, and one that is far away. */
    private static List<String> numbers() {
        return List.of("000000000000000002", "000000000000000004", "000000000000000007", "999999999999999999");
    }

    @ParameterizedTest
    @EnumSource
    void foreignFile_namedAsAnEntry_isLeftAlone(Neighbour neighbour) throws Exception {
        List<Path> left = new ArrayList<>();
        for (String number : numbers().subList(1, 4)) {
            left.add(directory.resolve(number + ".entry"));
            neighbour.create(left.get(left.size() - 1));
        }

        assertKeepsEntries();
        assertThat(left).allMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNREADABLE")
    void foreignFile_namedAsATemporaryFile_isLeftAlone(Neighbour neighbour) throws Exception {
        List<Path> left = new ArrayList<>();
        for (String number : numbers()) {
            left.add(directory.resolve(number + ".tmp"));
            neighbour.create(left.get(left.size() - 1));
        }

        assertKeepsEntries();
        assertThat(left).allMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
    }

    private void assertKeepsEntries() {
        try (FileJournal journal = FileJournal.of(directory)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("a", "b", "c");
            journal.open(entry("d"));
            journal.open(entry("e"));
        }
        assertThat(reopened()).containsExactly("a", "b", "c", "d", "e");
    }

    private List<String> reopened() {
        try (FileJournal journal = FileJournal.of(directory)) {
            return idsOf(journal.pending(10));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "999999999999999999",
                "1000000000000000000",
                "9223372036854775807",
                "9223372036854775808",
                "99999999999999999999999",
                "0000000000000000004"
            })
    void fileOfAnyNumber_losesNoLaterEntry(String number) throws IOException {
        for (String ending : List.of("damaged", "tmp", "entry")) {
            Files.write(directory.resolve(number + "." + ending), new byte[] {1});
        }

        assertKeepsEntries();
    }

    /** As an earlier version named it, after a file that had the last number of 18 digits. */
    @ParameterizedTest
    @ValueSource(strings = {"999999999999999999", "1000000000000000000", "9223372036854775807"})
    void entryOfAnyNumber_isPending_andLosesNoLaterOne(String number) throws IOException {
        Files.write(
                directory.resolve(number + ".entry"),
                JournalFile.contentOf(entry("far").encoded()));

        try (FileJournal journal = FileJournal.of(directory)) {
            journal.open(entry("d"));
        }
        assertThat(reopened()).containsExactlyInAnyOrder("a", "b", "c", "d", "far");
    }

    @Test
    void damagedFile_besideOneThatIsSetAside_getsANameOfItsOwn() throws IOException {
        List<Path> before = new ArrayList<>();
        for (int times = 1; times <= 3; times++) {
            Path second = directory.resolve("000000000000000002.entry");
            Files.write(second, new byte[times]);

            assertThat(reopened()).containsExactly("a", "c");
            assertThat(damaged()).hasSize(times).containsAll(before);
            before = damaged();
        }
        assertThat(before.stream().map(FileJournalNeighboursTest::size)).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    private List<Path> damaged() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".damaged")).toList();
        }
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    @Test
    void fileLongerThanAnyEntry_isSetAside_withoutBeingRead() throws IOException {
        try (RandomAccessFile huge = new RandomAccessFile(
                directory.resolve("000000000000000002.entry").toFile(), "rw")) {
            huge.setLength(1L << 40);
        }

        assertThat(reopened()).containsExactly("a", "c");
        assertThat(damaged())
                .singleElement()
                .satisfies(aside -> assertThat(size(aside)).isEqualTo(1L << 40));
    }

    @Test
    void entryThatBecomesAPipe_isSkipped() throws Exception {
        try (FileJournal journal = FileJournal.of(directory)) {
            Path second = directory.resolve("000000000000000002.entry");
            Files.delete(second);
            Neighbour.PIPE.create(second);

            assertThat(idsOf(journal.pending(10))).containsExactly("a", "c");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECTORY", "PIPE", "DANGLING_LINK", "SOCKET"})
    void foreignFile_namedAsTheLock_isRejected(Neighbour neighbour) throws Exception {
        Path lock = directory.resolve("lock");
        Files.delete(lock);
        neighbour.create(lock);

        assertThatThrownBy(() -> FileJournal.of(directory).close())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(lock + " is not a regular file");
        assertThat(Files.exists(lock, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }
}

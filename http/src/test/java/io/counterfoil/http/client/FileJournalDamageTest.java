package io.counterfoil.http.client;

import static io.counterfoil.http.client.JournalEntries.entry;
import static io.counterfoil.http.client.JournalEntries.entryOf;
import static io.counterfoil.http.client.JournalEntries.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.client.Journal.JournalException;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that a crash has torn are cut; files that are damaged are refused, and left alone. */
@Tag("RC-1")
@Timeout(600)
class FileJournalDamageTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @SuppressWarnings("NullAway.Init") // write() sets it.
    private Path file;

    /** Where each frame ends, the title first. */
    private final List<Integer> ends = new ArrayList<>();

    /** Of four frames: a, b, the end of a, and c, which is larger than a few disk sectors. */
    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("journal");
        try (FileJournal journal = FileJournal.in(directory)) {
            ends.add((int) Files.size(file));
            journal.open(entry("a"));
            ends.add((int) Files.size(file));
            journal.open(entry("b"));
            ends.add((int) Files.size(file));
            journal.settle(new RequestId("a"));
            ends.add((int) Files.size(file));
            journal.open(entryOf("c", 1_500));
            ends.add((int) Files.size(file));
        }
    }

    @Test
    void fileThatEndsAnywhere_hasTheFramesThatAreWhole_andIsAddedTo() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = ends.get(0); length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            List<String> expected = new ArrayList<>(expectedAt(length));

            assertThat(reopened()).as("cut to %d bytes", length).isEqualTo(expected);
            if (length % 16 != 0) {
                continue;
            }
            try (FileJournal journal = FileJournal.in(directory)) {
                journal.open(entry("d"));
            }
            expected.add("d");
            assertThat(reopened()).as("cut to %d bytes, and added to", length).isEqualTo(expected);
        }
    }

    private List<String> expectedAt(int length) {
        int frames = (int) ends.stream().filter(end -> end <= length).count() - 1;
        return List.of(List.<String>of(), List.of("a"), List.of("a", "b"), List.of("b"), List.of("b", "c"))
                .get(frames);
    }

    @Test
    void fileThatEndsInItsTitle_isRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < ends.get(0); length++) {
            assertRefused(Arrays.copyOf(whole, length), "no journal");
        }
    }

    @Test
    void anyByteChanged_isRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int offset = 0; offset < whole.length; offset++) {
            byte[] changed = whole.clone();
            changed[offset] ^= (byte) (1 << (offset % 8));
            int frame = frameAt(offset);
            assertRefused(changed, frame < 0 ? "no journal" : "damaged at offset " + ends.get(frame));
        }
    }

    private int frameAt(int offset) {
        return (int) ends.stream().filter(end -> end <= offset).count() - 1;
    }

    @Test
    void lastFrame_withASectorThatWasNeverWritten_isCutOff() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int last = ends.get(3);
        int cut = 0;
        for (int sector = last / 512; sector * 512 < whole.length; sector++) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, Math.max(last, sector * 512), Math.min(whole.length, (sector + 1) * 512), (byte) 0);
            Files.write(file, torn);

            assertThat(reopened()).as("without sector %d", sector).containsExactly("b");
            assertThat(Files.size(file)).isEqualTo(last);
            cut++;
        }
        assertThat(cut).isGreaterThanOrEqualTo(4);
    }

    @Test
    void fileThatWasMadeLonger_butNotWritten_isCut() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int more : List.of(1, 12, 13, 14, 600, 70_000)) {
            Files.write(file, Arrays.copyOf(whole, whole.length + more));

            assertThat(reopened()).as("%d zeros", more).containsExactly("b", "c");
            assertThat(Files.size(file)).isEqualTo(whole.length);
        }
    }

    @Test
    void middleFrame_ofZeros_isRefused() throws IOException {
        byte[] zeroed = Files.readAllBytes(file);
        Arrays.fill(zeroed, ends.get(1), ends.get(2), (byte) 0);

        assertRefused(zeroed, "damaged at offset " + ends.get(1));
    }

    @Test
    void middleSector_ofZeros_isRefused() throws IOException {
        try (FileJournal journal = FileJournal.in(directory)) {
            journal.open(entry("d"));
        }
        byte[] zeroed = Files.readAllBytes(file);
        int sector = ends.get(3) / 512 + 2;
        Arrays.fill(zeroed, sector * 512, (sector + 1) * 512, (byte) 0);

        assertRefused(zeroed, "damaged at offset " + ends.get(3));
    }

    /** What looks as if it had never been written, and cannot be so, because a frame was begun after it. */
    @Test
    void beginOfAMiddleFrame_ofZerosToTheEndOfItsSector_isRefused() throws IOException {
        try (FileJournal journal = FileJournal.in(directory)) {
            journal.open(entry("d"));
        }
        byte[] zeroed = Files.readAllBytes(file);
        int begin = ends.get(3);
        Arrays.fill(zeroed, begin, (begin / 512 + 1) * 512, (byte) 0);

        assertRefused(zeroed, "damaged at offset " + begin);
    }

    @Test
    void sectorOfZeros_withAnythingBehindItsFrame_isRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int begin = ends.get(3);
        Arrays.fill(whole, (begin / 512 + 1) * 512, (begin / 512 + 2) * 512, (byte) 0);
        byte[] longer = Arrays.copyOf(whole, whole.length + 5);
        Arrays.fill(longer, whole.length, longer.length, (byte) 'x');

        assertRefused(longer, "damaged at offset " + begin);
    }

    @Test
    void missingMiddle_isRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        byte[] shorter = Arrays.copyOf(whole, whole.length - 3);
        System.arraycopy(whole, ends.get(2), shorter, ends.get(2) - 3, whole.length - ends.get(2));

        assertRefused(shorter, "damaged at offset " + ends.get(1));
    }

    @Test
    void journalOfAnotherVersion_isRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        byte[] title = "counterfoil journal 2\n".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(title, 0, whole, 0, title.length);

        assertRefused(whole, "counterfoil journal 1");
    }

    @Test
    void recordOfAnUnknownKind_isRefused() throws IOException {
        JournalRecord unknown = new JournalRecord((byte) 7, new byte[] {1, 2, 3});
        byte[] frame = JournalFrame.of(List.of(unknown));
        byte[] whole = Files.readAllBytes(file);
        byte[] longer = Arrays.copyOf(whole, whole.length + frame.length);
        System.arraycopy(frame, 0, longer, whole.length, frame.length);

        assertRefused(longer, "kind 7");
    }

    @Test
    void entryThatIsDamagedWhileTheJournalIsOpen_isNotGivenOut() throws IOException {
        try (FileJournal journal = FileJournal.in(directory)) {
            byte[] changed = Files.readAllBytes(file);
            changed[ends.get(4) - 100] ^= 1;
            Files.write(file, changed);

            assertThatThrownBy(() -> journal.pending(10))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("damaged at offset");
        }
    }

    private List<String> reopened() {
        try (FileJournal journal = FileJournal.in(directory)) {
            return idsOf(journal.pending(10));
        }
    }

    private void assertRefused(byte[] content, String why) throws IOException {
        Files.write(file, content);
        assertThatThrownBy(() -> FileJournal.in(directory).close())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(why)
                .hasMessageNotContaining(JournalEntries.SECRET_WORD);
        assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }
}

package io.counterfoil.http.client;

import static io.counterfoil.http.client.JournalEntries.entry;
import static io.counterfoil.http.client.JournalEntries.entryOf;
import static io.counterfoil.http.client.JournalEntries.idsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.http.client.Journal.JournalException;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A journal over a disk that fails, fills up, or loses power. */
@Tag("RC-1")
@Timeout(600)
class FileJournalDiskTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path temporary;

    private final FaultyDisk disk = new FaultyDisk();

    @Test
    void opened_survivesALossOfPower_andSoDoesSettled() throws IOException {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("a"));
            assertThat(afterLossOfPower(disk)).containsExactly("a");
            journal.open(entry("b"));
            assertThat(afterLossOfPower(disk)).containsExactly("a", "b");
            journal.settle(new RequestId("a"));
            assertThat(afterLossOfPower(disk)).containsExactly("b");
        }
    }

    @Test
    void rewritten_survivesALossOfPower() throws IOException {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("first"));
            for (int i = 0; i < 30; i++) {
                journal.open(entryOf("key-" + i, 50_000));
                journal.settle(new RequestId("key-" + i));
                assertThat(afterLossOfPower(disk)).containsExactly("first");
            }
        }
        assertThat(disk.safe.length).isLessThan(30 * 50_000);
    }

    @Test
    void threadsThatOpenWhileTheDiskIsBusy_shareOneWait() throws Exception {
        int count = 20;
        CountDownLatch atTheDisk = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FaultyDisk slow = new FaultyDisk() {
            @Override
            public void force(RandomAccessFile file) throws IOException {
                super.force(file);
                if (file.length() > JournalScan.TITLE.length) {
                    atTheDisk.countDown();
                    Latches.await(goOn);
                }
            }
        };
        ExecutorService threads = Executors.newCachedThreadPool();
        try (FileJournal journal = on(slow)) {
            int before = slow.forces.get();
            List<Future<?>> opened = new ArrayList<>();
            opened.add(threads.submit(() -> journal.open(entry("first"))));
            Latches.await(atTheDisk);
            for (int i = 0; i < count; i++) {
                String id = "key-" + i;
                CountDownLatch running = new CountDownLatch(1);
                Future<?> opening = threads.submit(() -> {
                    running.countDown();
                    journal.open(entry(id));
                });
                Latches.await(running);
                opened.add(opening);
            }
            untilQueued(journal, count);
            goOn.countDown();
            for (Future<?> each : opened) {
                each.get(5, TimeUnit.MINUTES);
            }
            assertThat(slow.forces.get() - before).isEqualTo(2);
            assertThat(afterLossOfPower(slow)).hasSize(count + 1);
            List<String> kept = afterLossOfPower(slow);
            kept.forEach(id -> journal.release(new RequestId(id)));
            assertThat(journal.pending(count + 1))
                    .containsExactlyElementsOf(
                            kept.stream().map(JournalEntries::entry).toList());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void frame_isBegunWhenTheOneBeforeItIsSafe_alsoAfterARewrite() {
        List<String> hasty = new ArrayList<>();
        Set<RandomAccessFile> unsafe = new HashSet<>();
        FaultyDisk watched = new FaultyDisk() {
            @Override
            public void write(RandomAccessFile file, byte[] bytes) throws IOException {
                boolean rewriting = Files.exists(temporary.resolve("journal.new"));
                if (!unsafe.add(file) && !rewriting) {
                    hasty.add("at " + file.getFilePointer());
                }
                super.write(file, bytes);
            }

            @Override
            public void force(RandomAccessFile file) throws IOException {
                super.force(file);
                unsafe.remove(file);
            }
        };
        try (FileJournal journal = on(watched)) {
            for (int i = 0; i < 30; i++) {
                journal.open(entryOf("key-" + i, 50_000));
                journal.settle(new RequestId("key-" + i));
            }
        }
        assertThat(watched.safe.length).as("rewritten").isLessThan(30 * 50_000);
        assertThat(hasty).isEmpty();
    }

    @Test
    void fullDisk_refusesToOpen_andTheJournalGoesOnWhenThereIsRoom() throws IOException {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("a"));
            disk.full = true;
            assertThatThrownBy(() -> journal.open(entryOf("b", 5_000)))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining(temporary.getFileName().toString());
            assertThat(afterLossOfPower(disk)).containsExactly("a");

            disk.full = false;
            journal.open(entry("c"));
        }
        try (FileJournal journal = FileJournal.in(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("a", "c");
        }
    }

    @Test
    void diskThatCannotForce_refusesToOpen_andNothingIsWrittenUntilItIsOpenedAgain() {
        try (FileJournal journal = on(disk)) {
            journal.open(entry("a"));
            disk.refusingToForce = true;
            assertThatThrownBy(() -> journal.open(entry("b")))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("Input/output error");
            disk.refusingToForce = false;

            assertThatThrownBy(() -> journal.open(entry("c")))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("has failed before");
            assertThatThrownBy(() -> journal.pending(1))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("has failed before");
        }
        try (FileJournal journal = FileJournal.in(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("a");
        }
    }

    @Test
    void diskThatIsFullWhenItIsRewritten_keepsTheFileAsItIs() throws IOException {
        try (FileJournal journal = on(withRoomForASecondFile(new AtomicBoolean(false)))) {
            journal.open(entry("first"));
            for (int i = 0; i < 30; i++) {
                journal.open(entryOf("key-" + i, 50_000));
                journal.settle(new RequestId("key-" + i));
            }
            assertThat(Files.size(temporary.resolve("journal"))).isGreaterThan(1_500_000);
            assertThat(temporary.resolve("journal.new")).doesNotExist();
        }
        try (FileJournal journal = FileJournal.in(temporary)) {
            assertThat(idsOf(journal.pending(10))).containsExactly("first");
        }
    }

    @Test
    void rewriteThatFailed_isTriedAgain_alsoWhereTheFileIsFull() {
        AtomicBoolean room = new AtomicBoolean();
        FileJournalLimits limits = new FileJournalLimits(1_000, 8_000, 100);
        try (FileJournal journal = FileJournal.in(temporary, limits, withRoomForASecondFile(room))) {
            List<String> opened = untilRefused(journal);
            for (String id : opened.subList(0, opened.size() / 2)) {
                journal.settle(new RequestId(id));
            }
            assertThat(untilRefused(journal)).as("no room for a second file").isEmpty();

            room.set(true);

            List<String> again = List.of();
            for (int writes = 0; again.isEmpty() && writes < 2_000; writes++) {
                again = untilRefused(journal);
            }
            assertThat(again).isNotEmpty();
        }
    }

    /** Opens what fits in, and returns the request IDs. */
    private static List<String> untilRefused(FileJournal journal) {
        List<String> opened = new ArrayList<>();
        try {
            while (true) {
                String id = UUID.randomUUID().toString();
                journal.open(entryOf(id, 600));
                opened.add(id);
            }
        } catch (JournalException full) {
            assertThat(full).hasMessageContaining("is full");
            return opened;
        }
    }

    private FaultyDisk withRoomForASecondFile(AtomicBoolean room) {
        return new FaultyDisk() {
            @Override
            public void write(RandomAccessFile file, byte[] bytes) throws IOException {
                boolean second =
                        Files.exists(temporary.resolve("journal.new")) && Files.exists(temporary.resolve("journal"));
                if (second && !room.get()) {
                    throw new IOException("No space left on device");
                }
                super.write(file, bytes);
            }
        };
    }

    private FileJournal on(JournalDisk used) {
        return FileJournal.in(temporary, FileJournalLimits.DEFAULT, used);
    }

    /** What a journal has that finds the file as it was when it was forced to the disk last. */
    private static List<String> afterLossOfPower(FaultyDisk disk) throws IOException {
        Path directory = Files.createTempDirectory("counterfoil-journal-");
        Files.write(directory.resolve("journal"), disk.safe);
        try (FileJournal journal = FileJournal.in(directory)) {
            return idsOf(journal.pending(1_000));
        } finally {
            Files.delete(directory.resolve("journal"));
            Files.delete(directory.resolve("lock"));
            Files.delete(directory);
        }
    }

    private static void untilQueued(FileJournal journal, int count) {
        await().atMost(5, TimeUnit.MINUTES).until(() -> journal.waiting() >= count);
    }
}

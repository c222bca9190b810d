package io.counterfoil.http.client;

import io.counterfoil.http.client.Journal.JournalException;
import io.counterfoil.http.client.JournalIndex.Kept;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the records of all threads of a {@link FileJournal}: one thread writes for all that have come until then, without the
 * lock; the others come back when it has. Every method is called with the journal's lock held.
 */
final class JournalWriter {

    /** How much is gathered into one frame; a single larger entry makes one of its own. */
    private static final int FRAME_BYTES = 1024 * 1024;

    /** How many writes come between two tries to rewrite the file, when the first one failed. */
    private static final int WRITES_BETWEEN_REWRITES = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);

    private final JournalDirectory directory;
    private final FileJournalLimits limits;
    private final JournalDisk disk;
    private final JournalIndex index;
    private final Lock lock;
    private final Condition changed;
    private final Queue<Write> queue = new ArrayDeque<>();
    private JournalFile file;
    private boolean writing;
    private boolean closed;
    private @Nullable JournalException broken;
    private int writesUntilRewrite;

    JournalWriter(
            JournalDirectory directory,
            FileJournalLimits limits,
            JournalDisk disk,
            JournalIndex index,
            JournalFile file,
            Lock lock) {
        this.directory = directory;
        this.limits = limits;
        this.disk = disk;
        this.index = index;
        this.file = file;
        this.lock = lock;
        this.changed = lock.newCondition();
    }

    /** @throws JournalException when the journal is closed, or has failed so that nothing can be written any more */
    void requireUsable() {
        if (closed) {
            throw new JournalException("the journal " + directory + " is closed");
        }
        if (broken != null) {
            throw new JournalException(
                    "the journal " + directory + " has failed before: close it, and open it again", broken);
        }
    }

    /** What is pending under a request ID, when it has been written; who is about to write it is waited for. */
    @Nullable
    Kept written(RequestId requestId) {
        while (true) {
            requireUsable();
            Kept known = index.get(requestId);
            if (known == null || known.written) {
                return known;
            }
            changed.awaitUninterruptibly();
        }
    }

    /** Waits until nobody writes; so it stays as long as the lock is held. */
    void awaitQuiet() {
        while (writing) {
            changed.awaitUninterruptibly();
        }
    }

    /** The entry's stored form; to be called when it is quiet. */
    byte[] read(Kept kept) throws IOException {
        return file.read(kept.offset, kept.length, kept.crc);
    }

    /** Keeps what is opened; returns when it is safe. */
    void open(Kept kept, byte[] encoded) {
        index.add(kept);
        write(new Write(JournalRecord.opened(encoded), kept));
    }

    /** Removes what is settled; returns when that is safe. */
    void settle(Kept kept) {
        write(new Write(JournalRecord.settled(kept.requestId), kept));
    }

    /** How many records wait to be written. */
    int waiting() {
        return queue.size();
    }

    /** Closes the file, once; whoever waits to write is refused. */
    void close() throws IOException {
        awaitQuiet();
        if (!closed) {
            closed = true;
            changed.signalAll();
            try (directory) {
                file.close();
            }
        }
    }

    /** A record that is to be written, and what became of it. */
    private static final class Write {

        private final JournalRecord record;
        private final Kept kept;
        private boolean ended;
        private @Nullable JournalException failure;

        Write(JournalRecord record, Kept kept) {
            this.record = record;
            this.kept = kept;
        }

        boolean isOpening() {
            return record.kind() == JournalRecord.OPENED;
        }
    }

    private void write(Write write) {
        queue.add(write);
        try {
            while (!write.ended) {
                if (writing) {
                    changed.awaitUninterruptibly();
                } else {
                    requireUsable();
                    compactIfWorthwhile();
                    requireUsable();
                    writeNextFrame();
                }
            }
        } catch (Throwable failure) {
            drop(write);
            throw failure;
        }
        if (write.failure != null) {
            throw new JournalException(String.valueOf(write.failure.getMessage()), write.failure);
        }
    }

    private void drop(Write write) {
        if (queue.remove(write)) {
            end(write, new JournalException("the journal " + directory + " was not written"));
        }
        changed.signalAll();
    }

    private void writeNextFrame() {
        List<Write> group = nextGroup();
        if (group.isEmpty()) {
            changed.signalAll();
            return;
        }
        long first = 0;
        JournalException failure = new JournalException("the journal " + directory + " was not written");
        writing = true;
        lock.unlock();
        try {
            first = append(group);
            failure = null;
        } catch (IOException refused) {
            failure = new JournalException("the journal " + directory + " cannot be written: " + refused, refused);
        } finally {
            lock.lock();
            writing = false;
            end(group, first, failure);
        }
    }

    /** The next in the queue that make a frame; what has no room in the file ends. */
    private List<Write> nextGroup() {
        List<Write> group = new ArrayList<>();
        long bytes = JournalFrame.OVERHEAD;
        while (!queue.isEmpty()
                && (group.isEmpty() || bytes + queue.element().record.size() <= FRAME_BYTES)) {
            Write next = queue.remove();
            if (next.isOpening() && file.size() + bytes + next.record.size() > limits.fileBytes()) {
                end(
                        next,
                        new JournalException(
                                "the journal %s is full: it has %d pending intentions and %d of at most %d bytes"
                                        .formatted(directory, index.size() - 1, file.size(), limits.fileBytes())));
            } else {
                group.add(next);
                bytes += next.record.size();
            }
        }
        return group;
    }

    private long append(List<Write> group) throws IOException {
        long before = file.size();
        try {
            long first = file.append(group.stream().map(write -> write.record).toList());
            file.force();
            return first;
        } catch (Throwable failure) {
            takeBack(before, failure);
            throw failure;
        }
    }

    private void takeBack(long before, Throwable failure) {
        try {
            file.cutTo(before);
        } catch (IOException again) {
            failure.addSuppressed(again);
            broken = new JournalException("the journal " + directory + " cannot be written: " + failure, failure);
        }
    }

    private void end(List<Write> group, long first, @Nullable JournalException failure) {
        long offset = first;
        for (Write write : group) {
            if (failure == null) {
                if (write.isOpening()) {
                    index.written(write.kept, offset);
                } else {
                    index.remove(write.kept.requestId);
                }
                offset += write.record.size();
            }
            end(write, failure);
        }
        changed.signalAll();
    }

    private void end(Write write, @Nullable JournalException failure) {
        if (failure != null && write.isOpening()) {
            index.remove(write.kept.requestId);
        }
        write.failure = failure;
        write.ended = true;
    }

    private void compactIfWorthwhile() {
        long garbage = file.size() - index.liveBytes();
        boolean mostly = garbage > index.liveBytes() && file.size() >= FileJournal.LEAST_COMPACTED;
        boolean nearlyFull = file.size() >= limits.fileBytes() / 8 * 7 && garbage > limits.fileBytes() / 8;
        boolean worthwhile = mostly || nearlyFull;
        if (worthwhile && writesUntilRewrite > 0) {
            writesUntilRewrite--;
        } else if (worthwhile) {
            try {
                compact();
            } catch (IOException | JournalException failure) {
                writesUntilRewrite = WRITES_BETWEEN_REWRITES;
                LOG.warn("The journal {} goes on as it is: what was settled could not be left out", directory, failure);
            }
        }
    }

    private void compact() throws IOException {
        Path successor = directory.createSuccessor();
        List<Kept> live = index.all().stream().filter(kept -> kept.written).toList();
        List<Long> offsets = new ArrayList<>();
        JournalFile previous = file;
        try {
            file = copy(live, successor, offsets);
        } catch (Throwable failure) {
            directory.deleteSuccessor();
            throw failure;
        }
        for (int i = 0; i < live.size(); i++) {
            live.get(i).offset = offsets.get(i);
        }
        try (previous) {
            directory.force();
        } catch (IOException failure) {
            broken = new JournalException(
                    "the directory " + directory + " cannot be forced to the disk: " + failure, failure);
        }
    }

    /** @param offsets filled with where the entries are in the copy */
    private JournalFile copy(List<Kept> live, Path successor, List<Long> offsets) throws IOException {
        JournalFile copy = JournalFile.begin(successor, directory.journal(), disk);
        try {
            for (Kept kept : live) {
                offsets.add(copy.append(List.of(JournalRecord.opened(read(kept)))));
            }
            copy.force();
            directory.install(successor);
            return copy;
        } catch (Throwable failure) {
            copy.close();
            throw failure;
        }
    }
}

package io.counterfoil.http.client;

import io.counterfoil.http.client.JournalIndex.Kept;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A journal in a directory, for one process at a time. What was opened in it has been forced to the disk before {@link #open}
 * returns: it survives a process that is killed, and a loss of power as far as the disk keeps its word.
 *
 * <pre>{@code
 * try (FileJournal journal = FileJournal.in(Path.of("/var/lib/shop/journal"))) { ... }
 * }</pre>
 *
 * <p>All intentions are in nobody's hands when the journal is opened, since whoever had them has ended. The order is that in which
 * they were opened. Bodies and header fields lie in the file as they are, readable by its owner alone where the file system knows
 * permissions. Nothing of them is logged.
 *
 * <p>Thread-safe. Threads that open and settle at the same time share one write, and one wait for the disk. An interrupted thread
 * waits all the same, and stays interrupted.
 *
 * <h2>How it survives a crash</h2>
 *
 * Records are only ever added to the file, in frames that carry a checksum, and a frame is begun when the one before it is safe on
 * the disk. So a crash can tear the last frame alone, whose threads have not been told yet that it was kept: it is cut off when the
 * journal is opened again, and a line at level WARN says so. Any other damage makes {@link #in} fail with the file and the offset,
 * and nothing is changed.
 *
 * <p>When more than half of a file of at least {@value #LEAST_COMPACTED} bytes, or more than an eighth of one that is
 * nearly full, is about what has been settled, the rest is written into a second file, which is forced to the disk and takes the
 * place of the first in one step.
 *
 * <p>When the disk refuses a frame, or is full, those who wait for that frame are told, and the frame is taken back. Where that
 * cannot be done either, nothing more is written; the journal must be closed, and can be opened again.
 */
public final class FileJournal implements Journal, AutoCloseable {

    /** The smallest file that is rewritten because half of it is garbage: 1 MiB. */
    public static final int LEAST_COMPACTED = 1024 * 1024;

    private final JournalDirectory directory;
    private final FileJournalLimits limits;
    private final JournalIndex index;
    private final ReentrantLock lock = new ReentrantLock();
    private final JournalWriter writer;

    private FileJournal(JournalDirectory directory, FileJournalLimits limits, JournalDisk disk) throws IOException {
        this.directory = directory;
        this.limits = limits;
        this.index = new JournalIndex();
        JournalFile file = JournalOpening.open(directory, disk, index);
        this.writer = new JournalWriter(directory, limits, disk, index, file, lock);
    }

    /**
     * The journal in this directory, within {@link FileJournalLimits#DEFAULT}; an empty one where there is none. The directory is
     * made where it is missing, its parent is not.
     *
     * @throws JournalException when another process or another object of this one has it open; when it is damaged, or of another
     *     version; when it cannot be read or written
     */
    public static FileJournal in(Path directory) {
        return in(directory, FileJournalLimits.DEFAULT);
    }

    /** The same within other limits. What is there already may exceed them. */
    public static FileJournal in(Path directory, FileJournalLimits limits) {
        return in(directory, limits, JournalDisk.REAL);
    }

    static FileJournal in(Path path, FileJournalLimits limits, JournalDisk disk) {
        try {
            JournalDirectory directory = JournalDirectory.lock(path);
            try {
                return new FileJournal(directory, limits, disk);
            } catch (Throwable failure) {
                directory.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new JournalException("the journal " + path + " cannot be opened: " + failure, failure);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws JournalException also when the entry is larger than the limits say, the file is full, too many intentions are
     *     pending, or the journal is closed
     */
    @Override
    public void open(JournalEntry entry) {
        byte[] encoded = entry.encoded();
        if (encoded.length > limits.entryBytes()) {
            throw new JournalException("%s takes %d bytes, and the journal %s has entries of at most %d"
                    .formatted(entry, encoded.length, directory, limits.entryBytes()));
        }
        lock.lock();
        try {
            Kept known = writer.written(entry.requestId());
            if (known == null) {
                add(entry, encoded);
            } else if (known.isOf(entry)) {
                known.inHand = true;
            } else {
                throw new JournalException(
                        "the request ID of %s is that of a pending intention in the journal %s for another "
                                        .formatted(entry, directory)
                                + "method or URI: each intention needs its own");
            }
        } finally {
            lock.unlock();
        }
    }

    private void add(JournalEntry entry, byte[] encoded) {
        if (index.size() >= limits.pending()) {
            throw new JournalException(
                    "%s cannot be kept: the journal %s has %d pending intentions, the most it may have"
                            .formatted(entry, directory, index.size()));
        }
        Kept kept = new Kept(entry, encoded);
        kept.inHand = true;
        writer.open(kept, encoded);
    }

    @Override
    public void settle(RequestId requestId) {
        lock.lock();
        try {
            Kept known = writer.written(requestId);
            if (known != null) {
                writer.settle(known);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void release(RequestId requestId) {
        lock.lock();
        try {
            Kept known = writer.written(requestId);
            if (known != null) {
                known.inHand = false;
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<JournalEntry> pending(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        lock.lock();
        try {
            writer.awaitQuiet();
            writer.requireUsable();
            List<Kept> free = index.all().stream()
                    .filter(kept -> kept.written && !kept.inHand)
                    .limit(limit)
                    .toList();
            List<JournalEntry> entries = new ArrayList<>();
            for (Kept kept : free) {
                entries.add(JournalEntry.decode(writer.read(kept)));
            }
            free.forEach(kept -> kept.inHand = true);
            return List.copyOf(entries);
        } catch (IOException failure) {
            throw new JournalException("the journal " + directory + " cannot be read: " + failure, failure);
        } finally {
            lock.unlock();
        }
    }

    /** How many records wait to be written. */
    int waiting() {
        lock.lock();
        try {
            return writer.waiting();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for what is being written, and lets go of the directory. What is pending stays. A second time, nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            writer.close();
        } catch (IOException failure) {
            throw new JournalException("the journal " + directory + " cannot be closed in order: " + failure, failure);
        } finally {
            lock.unlock();
        }
    }
}

package io.counterfoil.retry.journal;

import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a directory, with one file per pending request, for one process at a time. An entry is on disk before {@link #open}
 * returns: it survives a killed process, and a power failure if the disk honours a flush.
 *
 * <pre>{@code
 * try (FileJournal journal = FileJournal.of(Path.of("/var/lib/shop/journal"))) { ... }
 * }</pre>
 *
 * <p>Opening a journal makes all its entries available to {@link #pending}, because the process that held them has ended.
 * Entries are returned in the order in which they were opened. Bodies and header fields are stored as they are; where the file
 * system has POSIX permissions, only the owner can read them. They do not appear in messages and logs.
 *
 * <p>Thread-safe. Threads that open or settle different requests write at the same time. An interrupt does not end a write, and the
 * thread stays interrupted.
 *
 * <h2>Crash safety</h2>
 *
 * {@link #open} writes a temporary file, forces it to disk, renames it within the directory, and forces the directory. So after a
 * crash an entry is complete, or {@code open} has not returned and nothing was sent; the temporary file is deleted when the journal
 * is opened again. {@link #settle} deletes the file without forcing the directory: after a power failure, an entry that was settled
 * shortly before may be pending again. It is sent again, and answered as a duplicate.
 *
 * <p>Each file has a checksum. A damaged file is renamed to end in {@code .damaged} and reported at level ERROR. It does not count
 * as pending any more, and does not affect the other entries; whether its request was answered must be found out by hand.
 * A file that cannot be read is reported and skipped, until the journal is opened again. Anything else in the directory is left alone.
 *
 * <p>When a file cannot be written, because the disk is full for example, {@link #open} deletes it and throws. The journal remains usable.
 */
public final class FileJournal implements Journal, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);
    private static final int LOCKS = 64;

    private final JournalDirectory directory;
    private final JournalLimits limits;

    /** A request ID has one of these locks, by its hash code: a request is opened, read and settled by one thread at a time. */
    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

    private final Map<RequestId, JournalFile> files = new ConcurrentHashMap<>();

    /** The files whose entries no sender holds, by number. */
    private final NavigableMap<Long, JournalFile> free = new ConcurrentSkipListMap<>();

    private int count;
    private long bytes;
    private volatile boolean closed;

    private FileJournal(JournalDirectory directory, JournalLimits limits) {
        this.directory = directory;
        this.limits = limits;
    }

    /**
     * Opens the journal in this directory, within {@link JournalLimits#DEFAULT}. The directory is created where it is missing; its
     * parent must exist.
     *
     * @param directory of this journal alone
     * @return the journal, to be closed by the caller
     * @throws JournalException when this or another process has it open; when another version of this library wrote it in a format that
     *     this one cannot read; when the directory cannot be read or written
     */
    public static FileJournal of(Path directory) {
        return of(directory, JournalLimits.DEFAULT);
    }

    /**
     * Opens the journal as {@link #of(Path)}, within other limits. Entries that are already there may exceed them.
     *
     * @param directory of this journal alone
     * @param limits of what {@link #open} adds
     * @return the journal, to be closed by the caller
     */
    public static FileJournal of(Path directory, JournalLimits limits) {
        return of(directory, limits, new JournalDisk());
    }

    static FileJournal of(Path path, JournalLimits limits, JournalDisk disk) {
        try {
            JournalDirectory directory = JournalDirectory.lock(path, disk);
            try {
                FileJournal journal = new FileJournal(directory, limits);
                journal.load();
                return journal;
            } catch (Throwable failure) {
                directory.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new JournalException("the journal " + path + " cannot be opened: " + failure, failure);
        }
    }

    private void load() throws IOException {
        for (JournalFile file : directory.load()) {
            JournalFile older = files.put(file.requestId(), file);
            if (older != null) {
                // Settled before the request ID was used again, by a deletion that a power failure has undone.
                directory.delete(older);
                free.remove(older.number());
                count(-1, -older.bytes());
            }
            free.put(file.number(), file);
            count(1, file.bytes());
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws JournalException also when a limit would be exceeded, which the message names, or the journal is closed
     */
    @Override
    public void open(JournalEntry entry) {
        byte[] encoded = entry.encoded();
        if (encoded.length > limits.entryBytes()) {
            throw new JournalException("%s has %s bytes, and entryBytes of the journal %s is %s"
                    .formatted(entry, encoded.length, directory, limits.entryBytes()));
        }
        locked(entry.requestId(), () -> {
            JournalFile known = files.get(entry.requestId());
            if (known == null || !hold(known, entry)) {
                add(entry, encoded);
            }
        });
    }

    /** Gives the caller the entry of a file; false when the file is damaged. */
    private boolean hold(JournalFile known, JournalEntry entry) throws IOException {
        Optional<JournalEntry> stored = read(known);
        if (stored.isPresent() && !stored.get().isSameRequestAs(entry)) {
            throw new JournalException("the request ID of %s is pending in the journal %s for another method or URI"
                    .formatted(entry, directory));
        }
        free.remove(known.number());
        return stored.isPresent();
    }

    private void add(JournalEntry entry, byte[] encoded) throws IOException {
        int size = JournalFile.sizeOf(encoded);
        reserve(entry, size);
        try {
            files.put(entry.requestId(), directory.create(entry, encoded));
        } catch (Throwable failure) {
            count(-1, -size);
            throw failure;
        }
    }

    private synchronized void reserve(JournalEntry entry, int size) {
        if (count >= limits.entries()) {
            throw new JournalException("%s cannot be stored: the journal %s has %s pending entries, and its limit is %s"
                    .formatted(entry, directory, count, limits.entries()));
        }
        if (bytes + size > limits.totalBytes()) {
            throw new JournalException(
                    "%s cannot be stored: the journal %s has %s bytes of pending entries, this one has %s, and totalBytes is %s"
                            .formatted(entry, directory, bytes, size, limits.totalBytes()));
        }
        count(1, size);
    }

    private synchronized void count(int entries, long size) {
        count += entries;
        bytes += size;
    }

    @Override
    public void settle(RequestId requestId) {
        locked(requestId, () -> {
            JournalFile file = files.get(requestId);
            if (file != null) {
                directory.delete(file);
                forget(file);
            }
        });
    }

    private void forget(JournalFile file) {
        files.remove(file.requestId());
        free.remove(file.number());
        count(-1, -file.bytes());
    }

    @Override
    public void release(RequestId requestId) {
        locked(requestId, () -> {
            JournalFile file = files.get(requestId);
            if (file != null) {
                free.put(file.number(), file);
            }
        });
    }

    @Override
    public List<JournalEntry> pending(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        requireOpen();
        List<JournalEntry> entries = new ArrayList<>();
        Map.Entry<Long, JournalFile> oldest = free.pollFirstEntry();
        while (oldest != null) {
            JournalFile file = oldest.getValue();
            locked(file.requestId(), () -> {
                // Not if it was settled meanwhile.
                if (file.equals(files.get(file.requestId()))) {
                    readable(file).ifPresent(entries::add);
                }
            });
            oldest = entries.size() < limit ? free.pollFirstEntry() : null;
        }
        return List.copyOf(entries);
    }

    /** Skips a file that cannot be read, so that it does not block the others. */
    private Optional<JournalEntry> readable(JournalFile file) {
        try {
            return read(file);
        } catch (IOException failure) {
            LOG.error(
                    "Request {} cannot be read from the journal {}, and is skipped until the journal is opened again",
                    file.requestId(),
                    directory,
                    failure);
            return Optional.empty();
        }
    }

    /** The entry of a file; empty when the file is damaged and was set aside. */
    private Optional<JournalEntry> read(JournalFile file) throws IOException {
        Optional<JournalEntry> entry = directory.read(file.number());
        if (entry.isEmpty()) {
            forget(file);
        }
        return entry;
    }

    /** Waits until no thread reads or writes, and releases the directory. Pending entries stay. Closing it again does nothing. */
    @Override
    public void close() {
        locks.forEach(ReentrantLock::lock);
        try {
            if (!closed) {
                closed = true;
                directory.close();
            }
        } catch (IOException failure) {
            throw new JournalException("the journal " + directory + " cannot be closed: " + failure, failure);
        } finally {
            locks.forEach(ReentrantLock::unlock);
        }
    }

    private void locked(RequestId requestId, FileAccess access) {
        ReentrantLock lock = locks.get(Math.floorMod(requestId.hashCode(), LOCKS));
        lock.lock();
        try {
            requireOpen();
            access.run();
        } catch (IOException failure) {
            throw new JournalException(
                    "the journal %s failed for request %s: %s".formatted(directory, requestId, failure), failure);
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new JournalException("the journal " + directory + " is closed");
        }
    }

    private interface FileAccess {
        void run() throws IOException;
    }
}

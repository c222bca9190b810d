package io.counterfoil.http.client;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.counterfoil.http.client.Journal.JournalException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The directory of a journal, locked for one journal at a time: the journal itself, the one that is to take its place, and the
 * lock. Where the file system knows permissions, what is made here can be read by its owner alone.
 */
final class JournalDirectory implements Closeable {

    /** Of this JVM. Not left to the file lock: closing a second channel to the same file would let go of the first one's. */
    private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel lock;
    private final boolean posix;

    private JournalDirectory(Path directory, FileChannel lock, boolean posix) {
        this.directory = directory;
        this.lock = lock;
        this.posix = posix;
    }

    /** @throws JournalException when another journal has it */
    static JournalDirectory lock(Path path) throws IOException {
        Path parent = path.toAbsolutePath().normalize();
        boolean posix = parent.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!Files.isDirectory(parent)) {
            Files.createDirectory(parent, ownersAlone(posix, "rwx------"));
            force(parent.resolve(".."), posix);
        }
        Path directory = parent.toRealPath();
        if (!LOCKED.add(directory)) {
            throw new JournalException("the journal " + directory + " is open in this process already: share that one");
        }
        try {
            return new JournalDirectory(directory, lockFile(directory, posix), posix);
        } catch (Throwable failure) {
            LOCKED.remove(directory);
            throw failure;
        }
    }

    private static FileChannel lockFile(Path directory, boolean posix) throws IOException {
        FileChannel lock =
                FileChannel.open(directory.resolve("lock"), Set.of(CREATE, WRITE), ownersAlone(posix, "rw-------"));
        try {
            if (lock.tryLock() == null) {
                throw new JournalException(
                        "the journal " + directory
                                + " is open in another process: each process needs a directory of its own, or all share a database");
            }
            return lock;
        } catch (Throwable failure) {
            lock.close();
            throw failure;
        }
    }

    private static FileAttribute<?>[] ownersAlone(boolean posix, String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    Path journal() {
        return directory.resolve("journal");
    }

    /** An empty file that is to become the journal. */
    Path createSuccessor() throws IOException {
        Path path = directory.resolve("journal.new");
        Files.deleteIfExists(path);
        return Files.createFile(path, ownersAlone(posix, "rw-------"));
    }

    void deleteSuccessor() throws IOException {
        Files.deleteIfExists(directory.resolve("journal.new"));
    }

    /** Makes the successor the journal: after a crash it is the one or the other, as a whole, and after {@link #force} this one. */
    void install(Path successor) throws IOException {
        Files.move(successor, journal(), StandardCopyOption.ATOMIC_MOVE);
    }

    void force() throws IOException {
        force(directory, posix);
    }

    private static void force(Path directory, boolean posix) throws IOException {
        // Elsewhere a directory cannot be opened, and its entries are safe without.
        if (posix) {
            try (FileChannel entries = FileChannel.open(directory, READ)) {
                entries.force(true);
            }
        }
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    /** Lets go of the lock. */
    @Override
    public void close() throws IOException {
        try {
            lock.close();
        } finally {
            LOCKED.remove(directory);
        }
    }
}

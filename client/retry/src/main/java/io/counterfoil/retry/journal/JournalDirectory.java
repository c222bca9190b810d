package io.counterfoil.retry.journal;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a {@link FileJournal}, locked for one journal at a time. An entry is the file {@code NUMBER.entry}; while it is
 * written it is {@code NUMBER.tmp}, and once it was found damaged {@code NUMBER.damaged}, or {@code NUMBER-2.damaged} where that is
 * taken. Where the file system has POSIX permissions, only the owner can read what is created here. Whatever else has such a name, a
 * directory, a link or a pipe, is left alone, and no file gets its number.
 */
final class JournalDirectory implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);
    private static final int LONGEST_FILE = JournalFile.HEADER + JournalLimits.MOST_ENTRY_BYTES;

    /**
     * Directories of this JVM. The file lock does not suffice: closing a second channel to the same file releases the first
     * one's lock.
     */
    private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel lock;
    private final JournalDisk disk;
    private final AtomicLong lastNumber = new AtomicLong();

    private JournalDirectory(Path directory, FileChannel lock, JournalDisk disk) {
        this.directory = directory;
        this.lock = lock;
        this.disk = disk;
    }

    /** @throws JournalException when another journal has it */
    static JournalDirectory lock(Path path, JournalDisk disk) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            Files.createDirectory(absolute, ownerOnly(absolute, "rwx------"));
            disk.forceDirectory(absolute.resolve(".."));
        }
        Path directory = absolute.toRealPath();
        if (!LOCKED.add(directory)) {
            throw new JournalException(
                    "the journal " + directory + " is already open in this process: share that instance");
        }
        try {
            return new JournalDirectory(directory, lockFile(directory), disk);
        } catch (Throwable failure) {
            LOCKED.remove(directory);
            throw failure;
        }
    }

    private static FileChannel lockFile(Path directory) throws IOException {
        Path file = directory.resolve("lock");
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !isRegularFile(file)) {
            throw new JournalException("the journal " + directory + " cannot be locked: " + file
                    + " is not a regular file: remove it, or choose another directory");
        }
        FileChannel lock = FileChannel.open(file, Set.of(CREATE, WRITE), ownerOnly(directory, "rw-------"));
        try {
            if (lock.tryLock() == null) {
                throw new JournalException("the journal " + directory + " is open in another process: "
                        + "give each process a directory of its own, or share a journal in a database");
            }
            return lock;
        } catch (Throwable failure) {
            lock.close();
            throw failure;
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Reads all entries, in the order of their numbers. Deletes temporary files, and sets damaged ones aside. Files that cannot be read are
     * reported and skipped.
     *
     * @throws JournalException when another version of this library wrote the journal; its entries are left as they are
     */
    List<JournalFile> load() throws IOException {
        if (Files.isRegularFile(directory.resolve("journal"))) {
            throw new JournalException(
                    "the journal %s has the format of a development version, the single file \"journal\", which this version does not read: "
                                    .formatted(directory)
                            + "send what is pending with the version that wrote it, or choose another directory");
        }
        List<JournalName> names = names();
        List<JournalFile> files = new ArrayList<>();
        for (JournalName name : names) {
            if (name.number() <= JournalName.LAST) {
                lastNumber.accumulateAndGet(name.number(), Math::max);
            }
            if (!isRegularFile(path(name))) {
                LOG.warn("The journal {} leaves {} alone, which is not a regular file", directory, path(name));
            } else if (name.isEntry()) {
                find(name).ifPresent(entry -> files.add(JournalFile.of(name.number(), entry)));
            } else {
                deleteTemporary(path(name));
            }
        }
        return files;
    }

    /** In the order of their numbers. */
    private List<JournalName> names() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(JournalName::of)
                    .flatMap(Optional::stream)
                    .sorted(Comparator.comparingLong(JournalName::number))
                    .toList();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }

    /** A link is not followed, and a pipe not opened: that would wait for a writer. */
    private static boolean isRegularFile(Path path) {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private Optional<JournalEntry> find(JournalName name) {
        try {
            return read(name.number());
        } catch (IOException failure) {
            LOG.error(
                    "{} cannot be read, and its request is skipped until the journal {} is opened again",
                    path(name),
                    directory,
                    failure);
            return Optional.empty();
        }
    }

    private void deleteTemporary(Path path) {
        LOG.warn("The journal {} deletes {}, which was not completely written and never acknowledged", directory, path);
        try {
            Files.delete(path);
        } catch (IOException failure) {
            LOG.warn("{} cannot be deleted", path, failure);
        }
    }

    /** Creates the file of an entry. It survives a crash when this returns, and does not exist when this throws. */
    JournalFile create(JournalEntry entry, byte[] encoded) throws IOException {
        long number = createTemporary();
        Path temporary = path(JournalName.temporary(number));
        Path file = path(JournalName.entry(number));
        try {
            try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
                disk.write(out, JournalFile.contentOf(encoded));
                disk.force(out);
            }
            Files.move(temporary, file, ATOMIC_MOVE);
            disk.forceDirectory(directory);
            return new JournalFile(number, entry.requestId(), JournalFile.sizeOf(encoded));
        } catch (Throwable failure) {
            deleteAfter(failure, temporary);
            deleteAfter(failure, file);
            throw failure;
        }
    }

    /** Creates an empty file under a number that nothing in the directory has, and returns the number. */
    private long createTemporary() throws IOException {
        while (true) {
            long number = lastNumber.incrementAndGet();
            if (!Files.exists(path(JournalName.entry(number)), LinkOption.NOFOLLOW_LINKS)) {
                try {
                    Files.createFile(path(JournalName.temporary(number)), ownerOnly(directory, "rw-------"));
                    return number;
                } catch (FileAlreadyExistsException taken) {
                    LOG.debug("{} is there already", taken.getFile());
                }
            }
        }
    }

    private static void deleteAfter(Throwable failure, Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException again) {
            LOG.error(
                    "{} was not acknowledged and cannot be deleted; delete it, or its request may be sent",
                    file,
                    again);
            failure.addSuppressed(again);
        }
    }

    /** The entry of this number; empty when its file is damaged and was set aside. */
    Optional<JournalEntry> read(long number) throws IOException {
        JournalName name = JournalName.entry(number);
        Path file = path(name);
        try {
            return Optional.of(JournalFile.entryIn(content(file)));
        } catch (IllegalArgumentException damage) {
            LOG.error(
                    "The journal {} has set aside the damaged file {}: {}. Its request may or may not have been executed; find out by hand",
                    directory,
                    setAside(name),
                    damage.getMessage());
            return Optional.empty();
        } catch (JournalException otherVersion) {
            throw new JournalException(
                    "the journal file " + file + " cannot be read: " + otherVersion.getMessage(), otherVersion);
        }
    }

    /** @throws IllegalArgumentException when it is longer than any entry */
    private byte[] content(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException(file + " is not a regular file");
        }
        if (attributes.size() > LONGEST_FILE) {
            throw new IllegalArgumentException("a file of " + attributes.size() + " bytes is too large for an entry");
        }
        return disk.read(file, LONGEST_FILE);
    }

    /** Under a name that nothing has: what was set aside before is kept. */
    private Path setAside(JournalName name) throws IOException {
        for (int copy = 1; ; copy++) {
            Path aside = directory.resolve(name.aside(copy));
            try {
                return Files.move(path(name), aside);
            } catch (FileAlreadyExistsException taken) {
                LOG.debug("{} is there already", aside);
            }
        }
    }

    /** Not forced to disk. */
    void delete(JournalFile file) throws IOException {
        Files.deleteIfExists(path(JournalName.entry(file.number())));
    }

    private Path path(JournalName name) {
        return directory.resolve(name.toString());
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        try {
            lock.close();
        } finally {
            LOCKED.remove(directory);
        }
    }
}

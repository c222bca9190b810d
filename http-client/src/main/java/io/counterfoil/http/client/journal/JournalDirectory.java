package io.counterfoil.http.client.journal;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.counterfoil.http.client.journal.Journal.JournalException;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a {@link FileJournal}, locked for one journal at a time. An entry is the file {@code NUMBER.entry}; while it is
 * written it is {@code NUMBER.tmp}, and once it was found damaged {@code NUMBER.damaged}. Where the file system has POSIX
 * permissions, only the owner can read what is created here.
 */
final class JournalDirectory implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);
    private static final Pattern NAME = Pattern.compile("(\\d{18})\\.(entry|tmp|damaged)");
    private static final int LONGEST_FILE = JournalFile.HEADER + FileJournal.Limits.MOST_ENTRY_BYTES;

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
        FileChannel lock =
                FileChannel.open(directory.resolve("lock"), Set.of(CREATE, WRITE), ownerOnly(directory, "rw-------"));
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
     * Reads all entries, in the order of their numbers. Deletes temporary files, and sets damaged ones aside.
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
        List<Path> paths;
        try (Stream<Path> all = Files.list(directory)) {
            paths = all.sorted().toList();
        }
        List<JournalFile> files = new ArrayList<>();
        for (Path path : paths) {
            Matcher name = NAME.matcher(path.getFileName().toString());
            if (!name.matches()) {
                continue;
            }
            long number = Long.parseLong(name.group(1));
            lastNumber.set(number);
            if (name.group(2).equals("entry")) {
                read(number).ifPresent(entry -> files.add(JournalFile.of(number, entry)));
            } else if (name.group(2).equals("tmp")) {
                LOG.warn(
                        "The journal {} deletes {}, which was not completely written and never acknowledged",
                        directory,
                        path);
                Files.delete(path);
            }
        }
        return files;
    }

    /** Creates the file of an entry. It survives a crash when this returns, and does not exist when this throws. */
    JournalFile create(Journal.Entry entry, byte[] encoded) throws IOException {
        long number = lastNumber.incrementAndGet();
        Path temporary = path(number, "tmp");
        Path file = path(number, "entry");
        try {
            Files.createFile(temporary, ownerOnly(directory, "rw-------"));
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
    Optional<Journal.Entry> read(long number) throws IOException {
        Path file = path(number, "entry");
        byte[] content;
        try (InputStream in = new FileInputStream(file.toFile())) {
            content = in.readNBytes(LONGEST_FILE + 1);
        }
        try {
            return Optional.of(JournalFile.entryIn(content));
        } catch (IllegalArgumentException damage) {
            Path aside = path(number, "damaged");
            Files.move(file, aside);
            LOG.error(
                    "The journal {} has set aside the damaged file {}: {}. Its request may or may not have been executed; find out by hand",
                    directory,
                    aside,
                    damage.getMessage());
            return Optional.empty();
        } catch (JournalException otherVersion) {
            throw new JournalException(
                    "the journal file " + file + " cannot be read: " + otherVersion.getMessage(), otherVersion);
        }
    }

    /** Not forced to disk. */
    void delete(JournalFile file) throws IOException {
        Files.deleteIfExists(path(file.number(), "entry"));
    }

    private Path path(long number, String ending) {
        return directory.resolve(String.format(Locale.ROOT, "%018d.%s", number, ending));
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

package io.counterfoil.samples.support.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The directory of one embedded database, held by this process alone from {@link #hold} until {@link #close}.
 *
 * <pre>
 *  lock            locked while in use; holds the process id of its last holder
 *  password        of the database's superuser, readable for the owner alone
 *  owner-password  of the role that owns the database, readable for the owner alone
 *  initialising    there only while postgresql/ is being made: what it then holds was never in use
 *  postgresql/     the data, in PostgreSQL's own form
 *  postgresql.log  what PostgreSQL said since its last start, readable for the owner alone
 *  binaries/       PostgreSQL itself, unpacked
 *  logs/           of the programs that work on the database; closed to other users, because logs name clients, keys and ids
 * </pre>
 *
 * <p>What else a program keeps there is its own affair. The operating system releases the lock when the process ends in whatever way, so
 * that a lock is never stale.
 */
final class DataDirectory implements AutoCloseable {

    private static final String BINARIES = "binaries";
    private static final int PASSWORD_BYTES = 16;

    private final Path root;
    private final FileChannel lockFile;

    private DataDirectory(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /**
     * Creates the directory where it is missing, closed to other users, and locks it.
     *
     * @throws LaunchException when it is not a directory, not writable, another user's, open for others to write to, or held by another
     *     process or by this one
     */
    static DataDirectory hold(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                OwnFiles.createDirectories(directory);
            }
            Path root = directory.toRealPath();
            OwnFiles.requireDirectory(root);
            Path lock = root.resolve("lock");
            OwnFiles.requireNoLink(lock);
            FileChannel lockFile = FileChannel.open(lock, CREATE, READ, WRITE, NOFOLLOW_LINKS);
            if (tryLock(lockFile) == null) {
                String holder = contentOf(lockFile);
                lockFile.close();
                throw new LaunchException("data directory %s is in use by another process%s; stop that one,"
                                .formatted(root, holder.isEmpty() ? "" : " (" + holder + ")")
                        + " or choose another directory with --data-dir");
            }
            lockFile.truncate(0);
            lockFile.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())), 0);
            return new DataDirectory(root, lockFile);
        } catch (FileAlreadyExistsException e) {
            throw new LaunchException("data directory %s is not a directory".formatted(directory), e);
        } catch (IOException e) {
            throw new LaunchException(
                    "data directory %s is not writable: %s".formatted(directory, LaunchException.reason(e)), e);
        }
    }

    Path root() {
        return root;
    }

    Path postgresql() {
        return root.resolve("postgresql");
    }

    Path log() {
        return root.resolve("postgresql.log");
    }

    /** Inside a directory that others cannot enter, because the library lets everyone write to this one. */
    Path binaries() {
        return root.resolve(BINARIES).resolve("unpacked");
    }

    Path logs() {
        return root.resolve("logs");
    }

    Path passwordFile() {
        return root.resolve("password");
    }

    /**
     * Makes ready for a start: removes what an earlier start left half made, and sees whether the data are of this version of
     * PostgreSQL. Where there are none yet, it makes a password for them.
     *
     * @return the superuser's password
     * @throws LaunchException when the data cannot be used
     */
    String prepare(String majorVersion) throws IOException {
        if (Files.exists(initialising())) {
            FileSystemUtils.deleteRecursively(postgresql());
        }
        Path closed = root.resolve(BINARIES);
        if (!Files.isDirectory(closed)) {
            OwnFiles.createDirectories(closed);
        }
        deleteHalfUnpackedBinaries();
        if (Files.exists(postgresql())) {
            requireVersion(majorVersion);
        } else {
            Files.writeString(initialising(), "");
            makePassword();
        }
        Files.deleteIfExists(log());
        OwnFiles.createFile(log());
        OwnFiles.createOrClose(logs());
        try {
            return SecretFile.read(passwordFile());
        } catch (NoSuchFileException e) {
            throw new LaunchException("data directory %s has lost its file \"password\"".formatted(root), e);
        }
    }

    /** The password of the role that owns the database; made where there is none. */
    String ownerPassword() throws IOException {
        return SecretFile.in(ownerPasswordFile(root), DataDirectory::freshPassword);
    }

    static Path ownerPasswordFile(Path root) {
        return root.resolve("owner-password");
    }

    /** Ends what {@link #prepare} began: from here on the data are worth keeping. */
    void commit() throws IOException {
        Files.deleteIfExists(initialising());
    }

    /** What PostgreSQL last complained of; empty where it did not. */
    Optional<String> lastComplaint() {
        try (Stream<String> lines = Files.lines(log())) {
            return lines.filter(line -> line.contains("FATAL:") || line.contains("error:"))
                    .reduce((earlier, later) -> later);
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Releases the lock. The lock file stays: deleting it would let two processes lock two files of one name. */
    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    private Path initialising() {
        return root.resolve("initialising");
    }

    private void requireVersion(String expected) throws IOException {
        Path file = postgresql().resolve("PG_VERSION");
        String found = Files.exists(file) ? Files.readString(file).strip() : "unknown";
        if (!found.equals(expected)) {
            throw new LaunchException(
                    "data directory %s was made by PostgreSQL %s, and this is PostgreSQL %s; choose another"
                                    .formatted(root, found, expected)
                            + " with --data-dir");
        }
    }

    private void makePassword() throws IOException {
        Files.deleteIfExists(passwordFile());
        SecretFile.write(passwordFile(), freshPassword());
    }

    private static String freshPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** The library marks what is whole, and does not unpack anew what it finds in part. */
    private void deleteHalfUnpackedBinaries() throws IOException {
        if (!Files.exists(binaries())) {
            return;
        }
        try (Stream<Path> unpacked = Files.list(binaries())) {
            for (Path version : unpacked.toList()) {
                if (!Files.exists(version.resolve(".exists"))) {
                    FileSystemUtils.deleteRecursively(version);
                }
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel lockFile) throws IOException {
        try {
            return lockFile.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static String contentOf(FileChannel lockFile) {
        ByteBuffer content = ByteBuffer.allocate(20);
        try {
            lockFile.read(content, 0);
        } catch (IOException e) {
            // Windows denies the reading of what another process has locked; the id is a courtesy.
            return "";
        }
        return UTF_8.decode(content.flip()).toString().strip();
    }
}

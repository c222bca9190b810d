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
 * The directory of one embedded database, locked by this process from {@link #hold} until {@link #close}.
 *
 * <pre>
 *  lock            locked while in use; contains the process ID of its last holder
 *  password        the password of the database's superuser, readable only for the owner
 *  owner-password  the password of the role that owns the database, readable only for the owner
 *  initialising    exists only during the creation of postgresql/, whose contents are then incomplete
 *  postgresql/     PostgreSQL's data directory
 *  postgresql.log  PostgreSQL's log since its last start, readable only for the owner
 *  binaries/       PostgreSQL's programs
 *  logs/           logs of programs that use the database; private, because logs contain clients, keys and IDs
 * </pre>
 *
 * <p>Programs may keep other files in the directory. The operating system releases the lock when the process ends, so a
 * lock is never stale.
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
     * Creates the directory if it is missing, restricts it to the current user, and locks it.
     *
     * @throws LaunchException if it is not a directory, not writable, owned by another user, writable for others, or
     *     locked by another process or by this one
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
                throw new LaunchException("data directory %s is in use by another process%s; stop that process"
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

    /** Inside a directory that others cannot enter, because the library makes this one writable for everyone. */
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
     * Prepares a start: deletes what an interrupted start left behind, and checks that the data is of this version of
     * PostgreSQL. Without data, generates a password for it.
     *
     * @return the superuser's password
     * @throws LaunchException if the data cannot be used
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
            throw new LaunchException("data directory %s lacks its file \"password\"".formatted(root), e);
        }
    }

    /** The password of the role that owns the database; generated if there is none. */
    String ownerPassword() throws IOException {
        return SecretFile.in(ownerPasswordFile(root), DataDirectory::freshPassword);
    }

    static Path ownerPasswordFile(Path root) {
        return root.resolve("owner-password");
    }

    /** Completes {@link #prepare}: the data is kept from now on. */
    void commit() throws IOException {
        Files.deleteIfExists(initialising());
    }

    /** PostgreSQL's last error message; empty if there is none. */
    Optional<String> lastError() {
        try (Stream<String> lines = Files.lines(log())) {
            return lines.filter(line -> line.contains("FATAL:") || line.contains("error:"))
                    .reduce((earlier, later) -> later);
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /**
     * Releases the lock. The lock file is not deleted, because two processes could then lock two files of the same
     * name.
     */
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
                    "data directory %s was created by PostgreSQL %s, and this program contains PostgreSQL %s; choose another"
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

    /** The library marks complete archives, and does not unpack incomplete ones again. */
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
            // Windows prevents reading a file that another process has locked; the process ID is optional.
            return "";
        }
        return UTF_8.decode(content.flip()).toString().strip();
    }
}

package io.counterfoil.samples.support.database;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Connects to a PostgreSQL that another process has started in its data directory. */
public final class ServedDatabase {

    private ServedDatabase() {}

    /**
     * The connection data for the role that owns the database; empty if no other process has locked the directory. The
     * calling process must not have locked a data directory itself, because the operating system reports one holder per
     * process.
     *
     * @param name the name of the database that the other process has started
     * @throws LaunchException if another process has locked the directory and its PostgreSQL does not respond
     */
    public static Optional<ConnectionSettings> in(Path dataDirectory, String name) {
        try {
            return isHeld(dataDirectory.resolve("lock"))
                    ? Optional.of(connection(dataDirectory, name))
                    : Optional.empty();
        } catch (IOException e) {
            throw new LaunchException(
                    "data directory %s is not readable: %s".formatted(dataDirectory, LaunchException.reason(e)), e);
        }
    }

    private static boolean isHeld(Path lockFile) throws IOException {
        if (!Files.exists(lockFile)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lockFile, READ, WRITE, NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        }
    }

    private static ConnectionSettings connection(Path dataDirectory, String name) throws IOException {
        int port = PostmasterPid.port(dataDirectory.resolve("postgresql"))
                .orElseThrow(() -> new LaunchException(
                        "data directory %s is in use by a process whose PostgreSQL is not ready; try again"
                                .formatted(dataDirectory)));
        return EmbeddedDatabase.connection(port, name, SecretFile.read(DataDirectory.ownerPasswordFile(dataDirectory)));
    }
}

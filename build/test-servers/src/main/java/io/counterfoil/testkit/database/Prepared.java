package io.counterfoil.testkit.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Directories that take long to create and do not change afterwards: unpacked programs, and the data of a server that
 * has never been started. The first JVM of a build creates them under {@code target} of the outermost Maven module, and
 * other JVMs reuse them. They belong to the user who runs the build, and {@code clean} deletes them.
 *
 * <p>Outside of a Maven module, or if the directory belongs to another user, each JVM creates its own and deletes it at
 * its normal end.
 *
 * <p>A directory is created under a temporary name and renamed when it is complete. A lock file prevents two JVMs from
 * creating it concurrently. Thread-safe.
 */
final class Prepared {

    private static final String PARENT = "test-programs";

    private Prepared() {}

    /** Fills an empty directory. */
    interface Maker {
        void fill(Path directory) throws IOException, InterruptedException;
    }

    /**
     * The directory with this name, created if it is missing. It must not be modified.
     *
     * @param name a name that contains the version of the contents
     */
    static synchronized Path directory(String name, Maker maker) throws IOException, InterruptedException {
        Path root = outermostModule();
        if (root == null) {
            return ofThisJvm(name, maker);
        }
        Path parent = root.resolve("target").resolve(PARENT);
        try {
            Files.createDirectories(parent);
            return shared(parent, name, maker);
        } catch (AccessDeniedException ofAnotherUser) {
            return ofThisJvm(name, maker);
        }
    }

    /** The topmost ancestor of the working directory with a {@code pom.xml}; modules may be several levels below it. */
    private static @Nullable Path outermostModule() {
        Path found = null;
        for (Path next = Path.of("").toAbsolutePath(); next != null; next = next.getParent()) {
            if (Files.exists(next.resolve("pom.xml"))) {
                found = next;
            }
        }
        return found;
    }

    private static Path shared(Path parent, String name, Maker maker) throws IOException, InterruptedException {
        Path made = parent.resolve(name);
        try (FileChannel file = FileChannel.open(
                        parent.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = file.lock()) {
            if (held.isValid() && !Files.exists(made)) {
                Path begun = parent.resolve(name + ".begun");
                if (Files.exists(begun)) {
                    Directories.remove(begun);
                }
                Files.createDirectory(begun);
                maker.fill(begun);
                Files.move(begun, made, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        if (!Files.isReadable(made)) {
            throw new AccessDeniedException(made.toString());
        }
        return made;
    }

    private static Path ofThisJvm(String name, Maker maker) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("counterfoil-" + name + "-");
        try {
            maker.fill(directory);
        } catch (IOException | InterruptedException | RuntimeException refused) {
            Directories.removeAfter(refused, directory);
            throw refused;
        }
        Directories.removeAtEnd(directory);
        return directory;
    }
}

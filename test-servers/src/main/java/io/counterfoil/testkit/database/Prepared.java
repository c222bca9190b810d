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
 * Directories that take long to make and do not change afterwards: unpacked programs, and the data of a server that was never started.
 * The first JVM of a build makes each, below {@code target} of the outermost Maven module, and the others find it there. So they belong to
 * the user who builds, and {@code clean} removes them.
 *
 * <p>Outside of a Maven module, and where that user is another one, each JVM makes its own, and removes it when it ends in order.
 *
 * <p>A directory is complete as soon as it has its name: it is made under another name, and moved. A lock on a file beside it keeps two JVMs
 * from making it at once. Thread-safe.
 */
final class Prepared {

    private static final String PARENT = "test-programs";

    private Prepared() {}

    /** Fills an empty directory. */
    interface Maker {
        void fill(Path directory) throws IOException, InterruptedException;
    }

    /**
     * The directory of this name, made where it is missing. It is for reading only.
     *
     * @param name with the version of what is in it
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

    /** The highest directory above the present one that has a {@code pom.xml}; modules may lie some directories below it. */
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

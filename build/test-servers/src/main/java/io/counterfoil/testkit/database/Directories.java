package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Creates, copies and deletes directories of servers. */
public final class Directories {

    private Directories() {}

    /**
     * Creates a directory for the data of a server. Its name has the process ID of this JVM, by which the data of a JVM
     * that was killed can be found.
     */
    static Path temporary(String server) throws IOException {
        return Files.createTempDirectory(
                "counterfoil-" + server + "-" + ProcessHandle.current().pid() + "-");
    }

    /** Copies a directory with its contents and permissions to a path that does not exist. */
    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.copy(directory, to.resolve(from.relativize(directory)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Deletes a directory after a failure; a failed deletion is added to the failure as suppressed. */
    static void removeAfter(Exception failure, Path directory) {
        try {
            remove(directory);
        } catch (IOException left) {
            failure.addSuppressed(left);
        }
    }

    /** Deletes a directory at the normal end of the JVM. */
    static void removeAtEnd(Path directory) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                remove(directory);
                            } catch (IOException left) {
                                throw new UncheckedIOException("cannot delete " + directory, left);
                            }
                        },
                        "counterfoil-remove"));
    }

    /** Deletes a directory with its contents, if it is there; what a server that is ending deletes meanwhile is no failure. */
    public static void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException unreadable)
                    throws IOException {
                if (unreadable != null) {
                    throw unreadable;
                }
                Files.deleteIfExists(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

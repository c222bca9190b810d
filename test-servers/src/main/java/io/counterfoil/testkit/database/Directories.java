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

/** Copies what a server begins with, and removes what it leaves. */
final class Directories {

    private Directories() {}

    /** Copies a directory with all that is in it, to a place where there is nothing; permissions stay. */
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

    /** Removes a directory after a failure, which keeps what goes wrong here. */
    static void removeAfter(Exception failure, Path directory) {
        try {
            remove(directory);
        } catch (IOException left) {
            failure.addSuppressed(left);
        }
    }

    /** Removes a directory when the JVM ends in order. */
    static void removeAtEnd(Path directory) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                remove(directory);
                            } catch (IOException left) {
                                throw new UncheckedIOException(directory + " is left behind", left);
                            }
                        },
                        "counterfoil-remove"));
    }

    static void remove(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException unreadable)
                    throws IOException {
                if (unreadable != null) {
                    throw unreadable;
                }
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

package io.counterfoil.testkit.database;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Removes what a server leaves. */
final class Directories {

    private Directories() {}

    /** Removes a directory after a failure, which keeps what goes wrong here. */
    static void removeAfter(Exception failure, Path directory) {
        try {
            remove(directory);
        } catch (IOException left) {
            failure.addSuppressed(left);
        }
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

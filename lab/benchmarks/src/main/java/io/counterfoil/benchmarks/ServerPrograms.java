package io.counterfoil.benchmarks;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's programs, unpacked once for all servers of a process, because unpacking takes longer than starting a
 * server. At the end of the process the remaining servers are stopped, and the programs are deleted. Thread-safe.
 */
final class ServerPrograms {

    private static final Deque<Server> RUNNING = new ArrayDeque<>();

    private static @Nullable Path unpacked;

    private ServerPrograms() {}

    /** The directory of the programs, which only the current user can read. */
    static synchronized Path directory() throws IOException {
        Path known = unpacked;
        if (known == null) {
            known = Files.createTempDirectory("counterfoil-bench-programs-");
            unpacked = known;
            Runtime.getRuntime().addShutdownHook(new Thread(ServerPrograms::end, "stop-postgresql"));
        }
        return known;
    }

    static synchronized void started(Server server) {
        RUNNING.push(server);
    }

    static synchronized void stopped(Server server) {
        RUNNING.remove(server);
    }

    private static synchronized void end() {
        try {
            while (!RUNNING.isEmpty()) {
                RUNNING.pop().stop();
            }
            if (unpacked != null) {
                remove(unpacked);
            }
        } catch (IOException left) {
            System.err.println("Cleaning up after PostgreSQL failed: " + left.getMessage());
        }
    }

    /** Deletes a directory whose files may disappear meanwhile. */
    static void remove(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
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

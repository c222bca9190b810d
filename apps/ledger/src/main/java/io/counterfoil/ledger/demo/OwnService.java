package io.counterfoil.ledger.demo;

import io.counterfoil.ledger.launch.LedgerDatabase;
import io.counterfoil.samples.support.database.EmbeddedDatabase;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** A temporary service with a new database, in a temporary directory that closing deletes. */
final class OwnService implements Closeable {

    private final Path directory;
    private final EmbeddedDatabase database;
    private final ServiceProcess process;

    private OwnService(Path directory, EmbeddedDatabase database, ServiceProcess process) {
        this.directory = directory;
        this.database = database;
        this.process = process;
    }

    /**
     * Starts both, and returns when the service answers.
     *
     * @param command the command line of the service's JVM, without the program's arguments
     * @throws LaunchException when one of them does not start; the other is stopped
     */
    static OwnService start(List<String> command) throws InterruptedException {
        return start(command, data -> {});
    }

    /** @param prepare receives the path of the data directory, before the directory is created */
    static OwnService start(List<String> command, Consumer<Path> prepare) throws InterruptedException {
        Path directory = temporaryDirectory();
        EmbeddedDatabase database = null;
        OwnService started = null;
        try {
            Path data = directory.resolve("data");
            prepare.accept(data);
            database = LedgerDatabase.start(data);
            started = new OwnService(
                    directory, database, ServiceProcess.start(command, database.connection(), directory));
            return started;
        } finally {
            if (started == null) {
                end(database, directory);
            }
        }
    }

    /** The service's address. */
    URI url() {
        return process.url();
    }

    /** The service's process. */
    Killer.Service victim() {
        return process;
    }

    @Override
    public void close() {
        process.close();
        end(database, directory);
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("counterfoil-demo-");
        } catch (IOException e) {
            throw new LaunchException("the temporary directory cannot be created: " + e, e);
        }
    }

    private static void end(@Nullable EmbeddedDatabase database, Path directory) {
        try {
            if (database != null) {
                database.close();
            }
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException e) {
            throw new LaunchException("the temporary directory %s could not be deleted: %s".formatted(directory, e), e);
        }
    }
}

package io.counterfoil.ledger.process;

import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.samples.support.testing.ClassDataArchive;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** JVMs that run a part of the ledger. They share an archive of its classes, which the first use in a test JVM makes. */
public final class LedgerJvm {

    private static final Path FILES = Path.of("target", "child-jvm-" + System.getProperty("test.jvm", "1"));

    private LedgerJvm() {}

    /** Starts a program of the test class path. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return ChildJvm.start(Holder.ARCHIVE, main, arguments);
    }

    /** The same command with the shared archive. */
    public static List<String> archived(List<String> command) {
        return Holder.ARCHIVE.applyTo(command);
    }

    /**
     * An empty data directory, for a program that starts a PostgreSQL in it. The binaries are shared by all: unpacking them takes longer
     * than the rest of the start.
     */
    public static Path dataDirectory(Path directory) throws IOException {
        Path binaries = Files.createDirectories(FILES.resolve("postgresql").toAbsolutePath());
        Files.createDirectories(directory);
        Files.createSymbolicLink(directory.resolve("binaries"), binaries);
        return directory;
    }

    private static final class Holder {

        static final ClassDataArchive ARCHIVE = make();

        private static ClassDataArchive make() {
            Database database = TestPostgres.freshDatabase();
            String url = "%s?user=%s&password=%s".formatted(database.jdbcUrl(), database.user(), database.password());
            try {
                return ClassDataArchive.make(FILES, TrainingMain.class, url);
            } catch (IOException unwritable) {
                throw new UncheckedIOException(unwritable);
            }
        }
    }
}

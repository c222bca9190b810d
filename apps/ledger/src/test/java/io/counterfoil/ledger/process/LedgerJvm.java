package io.counterfoil.ledger.process;

import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.samples.support.testing.ClassDataArchive;
import io.counterfoil.samples.support.testing.PreparedDataDirectory;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** JVMs that run a part of the ledger. They share an archive of its classes, which the first use in a build makes. */
public final class LedgerJvm {

    private static final Path FILES = Path.of("target", "child-jvm");

    private LedgerJvm() {}

    /** Starts a program of the test class path. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return ChildJvm.start(Holder.ARCHIVE, main, arguments);
    }

    /** The same command with the shared archive. */
    public static List<String> archived(List<String> command) {
        return Holder.ARCHIVE.applyTo(command);
    }

    /** An empty data directory, for a program that starts a PostgreSQL in it: with the programs of this build. */
    public static Path dataDirectory(Path directory) throws IOException {
        return PreparedDataDirectory.in(directory, TestPostgres.programs());
    }

    private static final class Holder {

        static final ClassDataArchive ARCHIVE = make();

        private static ClassDataArchive make() {
            Database database = TestPostgres.freshDatabase();
            String url = "%s?user=%s&password=%s".formatted(database.jdbcUrl(), database.user(), database.password());
            try {
                return ClassDataArchive.in(FILES, TrainingMain.class, url);
            } catch (IOException unwritable) {
                throw new UncheckedIOException(unwritable);
            }
        }
    }
}

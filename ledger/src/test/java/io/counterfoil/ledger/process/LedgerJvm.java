package io.counterfoil.ledger.process;

import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.samples.support.testing.ClassDataArchive;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.util.DigestUtils;

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

    /**
     * An empty data directory, for a program that starts a PostgreSQL in it. The programs of PostgreSQL are there already, those of this
     * build: unpacking them takes longer than the rest of the start.
     */
    public static Path dataDirectory(Path directory) throws IOException {
        Path unpacked = Files.createDirectories(directory.resolve("binaries/unpacked/PG-" + PostgresArchive.DIGEST));
        for (String part : List.of("bin", "lib", "share")) {
            Files.createSymbolicLink(
                    unpacked.resolve(part), TestPostgres.programs().resolve(part));
        }
        Files.createFile(unpacked.resolve(".exists"));
        return directory;
    }

    /** The archive that the library would unpack, into a directory with the archive's digest in its name. */
    private static final class PostgresArchive {

        static final String DIGEST = digest();

        private static String digest() {
            String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
            try (InputStream archive =
                    DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, System.getProperty("os.arch"))) {
                return DigestUtils.md5DigestAsHex(archive);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
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

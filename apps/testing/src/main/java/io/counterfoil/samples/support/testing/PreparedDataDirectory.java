package io.counterfoil.samples.support.testing;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.util.DigestUtils;

/**
 * A data directory that already contains PostgreSQL's programs, for a program that starts a PostgreSQL in it. Unpacking
 * takes longer than the rest of the start.
 */
public final class PreparedDataDirectory {

    private PreparedDataDirectory() {}

    /**
     * Links the programs into a directory.
     *
     * @param directory an empty or missing directory
     * @param programs the directory of PostgreSQL's programs, with {@code bin}, {@code lib} and {@code share}, from the
     *     archive that the program would unpack
     * @return the directory
     */
    public static Path in(Path directory, Path programs) throws IOException {
        Path unpacked = Files.createDirectories(directory.resolve("binaries/unpacked/PG-" + Archive.DIGEST));
        for (String part : List.of("bin", "lib", "share")) {
            Files.createSymbolicLink(unpacked.resolve(part), programs.resolve(part));
        }
        Files.createFile(unpacked.resolve(".exists"));
        return directory;
    }

    /** The archive that the library would unpack, into a directory named by its digest. */
    private static final class Archive {

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
}

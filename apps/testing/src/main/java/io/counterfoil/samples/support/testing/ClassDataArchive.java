package io.counterfoil.samples.support.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.springframework.util.FileSystemUtils;

/**
 * An archive of loaded classes ({@code -XX:SharedArchiveFile}) for the JVMs that a test starts, which halves the
 * processor time of starting a service. It is written at the end of one run of the program.
 *
 * <p>The JVM does not archive classes from directories, so each directory of the class path becomes a jar. If the
 * archive cannot be used, the JVM starts without it. Immutable.
 */
public final class ClassDataArchive {

    private static final long TRAINING_MINUTES = 10;

    /** A file that exists when all others are complete. */
    private static final String COMPLETE = "complete";

    private final Path file;
    private final String classPath;

    private ClassDataArchive(Path file, String classPath) {
        this.file = file;
        this.classPath = classPath;
    }

    /**
     * The archive of the test's class path. The first JVM that requests it creates it, also with concurrent requests;
     * the others reuse it until a class or the JDK changes.
     *
     * @param directory the directory for the files of this archive
     * @param main the main class
     * @param arguments the arguments of a run that ends by itself
     */
    public static synchronized ClassDataArchive in(Path directory, Class<?> main, Object... arguments)
            throws IOException {
        Files.createDirectories(directory);
        try (FileChannel file = FileChannel.open(directory.resolve("lock"), CREATE, WRITE);
                FileLock held = file.lock()) {
            Path made = directory.resolve(fingerprint());
            if (held.isValid() && !Files.exists(made.resolve(COMPLETE))) {
                removeOthers(directory);
                Files.createDirectory(made);
                train(new ClassDataArchive(archiveIn(made), jars(made)), made, main, arguments);
                Files.createFile(made.resolve(COMPLETE));
            }
            return new ClassDataArchive(archiveIn(made), classPath(made));
        }
    }

    private static Path archiveIn(Path directory) {
        return directory.resolve("classes.jsa").toAbsolutePath();
    }

    /** Deletes earlier and incomplete archives. */
    private static void removeOthers(Path directory) throws IOException {
        try (Stream<Path> others = Files.list(directory).filter(Files::isDirectory)) {
            for (Path other : others.toList()) {
                FileSystemUtils.deleteRecursively(other);
            }
        }
    }

    private static void train(ClassDataArchive archive, Path directory, Class<?> main, Object... arguments)
            throws IOException {
        Path output = directory.resolve("training.log");
        List<String> command = ChildJvm.command(
                List.of("-XX:ArchiveClassesAtExit=" + archive.file), archive.classPath, main, arguments);
        Process training = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!training.waitFor(TRAINING_MINUTES, TimeUnit.MINUTES) || training.exitValue() != 0) {
                throw new AssertionError("the run that writes the archive failed: " + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            training.destroyForcibly();
        }
    }

    /** Identifies the JDK and all files of the class path by their names, sizes and times. */
    private static String fingerprint() throws IOException {
        StringBuilder all =
                new StringBuilder(System.getProperty("java.home")).append(System.getProperty("java.vm.version"));
        for (Path entry : entries()) {
            try (Stream<Path> files = Files.walk(entry)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    all.append('\n')
                            .append(file)
                            .append(' ')
                            .append(Files.size(file))
                            .append(' ');
                    all.append(Files.getLastModifiedTime(file).toMillis());
                }
            }
        }
        return UUID.nameUUIDFromBytes(all.toString().getBytes(UTF_8)).toString();
    }

    /** The command line with the archive and its class path. */
    public List<String> applyTo(List<String> command) {
        int path = command.indexOf("-cp");
        if (path < 0) {
            throw new IllegalArgumentException("the command has no -cp: " + command);
        }
        List<String> applied = new ArrayList<>(command);
        applied.set(path + 1, classPath);
        // Without this, a JVM that cannot use the archive would print a message to standard output, which tests read.
        applied.addAll(path, List.of("-XX:SharedArchiveFile=" + file, "-Xshare:auto", "-Xlog:disable"));
        return applied;
    }

    private static List<Path> entries() {
        return Stream.of(ChildJvm.classPath().split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    /** The class path with the jars of this directory instead of directories. */
    private static String classPath(Path directory) {
        List<Path> entries = entries();
        return IntStream.range(0, entries.size())
                .mapToObj(i -> Files.isDirectory(entries.get(i)) ? jarIn(directory, i) : entries.get(i))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jarIn(Path directory, int entry) {
        return directory.resolve(entry + ".jar").toAbsolutePath();
    }

    /** Creates the jars of {@link #classPath}, and returns it. */
    private static String jars(Path directory) throws IOException {
        List<Path> entries = entries();
        for (int i = 0; i < entries.size(); i++) {
            if (Files.isDirectory(entries.get(i))) {
                jar(entries.get(i), jarIn(directory, i));
            }
        }
        return classPath(directory);
    }

    /** Creates a jar with an entry for each directory, by which classes of a package are found. */
    private static void jar(Path root, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(root)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            files.filter(file -> !file.equals(root)).sorted().forEach(file -> add(zip, root, file));
        }
    }

    private static void add(ZipOutputStream zip, Path root, Path file) {
        boolean directory = Files.isDirectory(file);
        String name = root.relativize(file).toString().replace(File.separatorChar, '/');
        try {
            zip.putNextEntry(new ZipEntry(directory ? name + "/" : name));
            if (!directory) {
                Files.copy(file, zip);
            }
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.counterfoil.samples.support.testing;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * An archive of loaded classes ({@code -XX:SharedArchiveFile}) for the JVMs that a test starts: a service starts in about half of the
 * processor time. One run of the program writes it, at that run's end.
 *
 * <p>The JVM archives no class of a directory, so each directory of the class path becomes a jar here. Where the archive cannot be used,
 * the JVM starts without it. Immutable.
 */
public final class ClassDataArchive {

    private static final long TRAINING_MINUTES = 10;

    private final Path file;
    private final String classPath;

    private ClassDataArchive(Path file, String classPath) {
        this.file = file;
        this.classPath = classPath;
    }

    /**
     * Makes the archive of the test's class path.
     *
     * @param directory where its files are written, over those that are there
     * @param main of the program
     * @param arguments of a run that ends by itself
     */
    public static ClassDataArchive make(Path directory, Class<?> main, Object... arguments) throws IOException {
        Files.createDirectories(directory);
        ClassDataArchive archive =
                new ClassDataArchive(directory.resolve("classes.jsa").toAbsolutePath(), jars(directory));
        Files.deleteIfExists(archive.file);
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
        return archive;
    }

    /** The same command of a JVM with the archive and its class path. */
    public List<String> applyTo(List<String> command) {
        int path = command.indexOf("-cp");
        if (path < 0) {
            throw new IllegalArgumentException("a command without -cp: " + command);
        }
        List<String> applied = new ArrayList<>(command);
        applied.set(path + 1, classPath);
        // A JVM that cannot use the archive would say so on standard output, which tests read.
        applied.addAll(path, List.of("-XX:SharedArchiveFile=" + file, "-Xshare:auto", "-Xlog:disable"));
        return applied;
    }

    private static String jars(Path directory) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : ChildJvm.classPath().split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            entries.add(Files.isDirectory(path) ? jar(path, directory.resolve(entries.size() + ".jar")) : entry);
        }
        return entries.stream().filter(entry -> !entry.isEmpty()).collect(Collectors.joining(File.pathSeparator));
    }

    /** With an entry for each directory, by which classes are found in a package. */
    private static String jar(Path root, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(root)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            files.filter(file -> !file.equals(root)).sorted().forEach(file -> add(zip, root, file));
        }
        return jar.toAbsolutePath().toString();
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

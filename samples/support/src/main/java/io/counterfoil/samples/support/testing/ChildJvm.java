package io.counterfoil.samples.support.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own on the class path of the tests. Closing kills it; what it had started then lives on. */
public final class ChildJvm implements AutoCloseable {

    private static final long LIMIT_MINUTES = 5;

    private final Process process;
    private final BufferedReader output;
    private final Path errors;

    private ChildJvm(Process process, Path errors) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
        this.errors = errors;
    }

    /** Starts it; its main class is one of the tests' class path. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** Starts it with more options of the JVM. */
    public static ChildJvm start(List<String> settings, Class<?> main, Object... arguments) throws IOException {
        return start(command(settings, classPath(), main, arguments));
    }

    /** Starts it with the class data of an archive. */
    public static ChildJvm start(ClassDataArchive archive, Class<?> main, Object... arguments) throws IOException {
        return start(archive.applyTo(command(List.of(), classPath(), main, arguments)));
    }

    private static ChildJvm start(List<String> command) throws IOException {
        Path errors = Files.createTempFile("child", ".err");
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    /** The command of a JVM that is made for a short life. */
    static List<String> command(List<String> settings, String classPath, Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto"));
        command.addAll(settings);
        command.addAll(List.of("-cp", classPath, main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    /** That of the tests. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Reads standard output up to a line that begins like this, and returns what follows on that line. */
    public String awaitLine(String beginning) throws IOException {
        String line = output.readLine();
        while (line != null && !line.startsWith(beginning)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new AssertionError("no line \"" + beginning + "\"; on standard error: " + errors());
        }
        return line.substring(beginning.length()).strip();
    }

    /** Everything on standard output that was not read yet, up to its end. */
    public List<String> output() {
        return output.lines().toList();
    }

    public List<String> errors() throws IOException {
        return Files.readAllLines(errors);
    }

    /** Waits for its end. */
    public int exitCode() {
        return process.onExit()
                .orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES)
                .join()
                .exitValue();
    }

    /** Standard input ends. */
    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** SIGTERM. What it says to its end can still be read. */
    public void terminate() {
        // Process.destroy would close the pipes as well.
        process.toHandle().destroy();
    }

    /** SIGKILL, and the end of the process. */
    public void kill() {
        process.destroyForcibly();
        exitCode();
    }

    public long pid() {
        return process.pid();
    }

    /** The processes that it has started, and those that they have started, as of now. */
    public List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    @Override
    public void close() throws IOException {
        kill();
        Files.deleteIfExists(errors);
    }
}

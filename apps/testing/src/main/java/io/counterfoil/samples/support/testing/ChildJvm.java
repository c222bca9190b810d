package io.counterfoil.samples.support.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A separate JVM, by default on the class path of the tests. Closing kills it, but not the processes that it has started. */
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

    /** Starts a JVM; the main class is on the class path of the tests. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** Starts a JVM with additional options. */
    public static ChildJvm start(List<String> settings, Class<?> main, Object... arguments) throws IOException {
        return start(command(settings, classPath(), main, arguments));
    }

    /** Starts a JVM with a class data archive. */
    public static ChildJvm start(ClassDataArchive archive, Class<?> main, Object... arguments) throws IOException {
        return start(archive.applyTo(command(List.of(), classPath(), main, arguments)));
    }

    private static ChildJvm start(List<String> command) throws IOException {
        return start(new ProcessBuilder(command));
    }

    /** Starts a command that becomes a JVM, such as a script. Its standard error is redirected. */
    public static ChildJvm start(ProcessBuilder command) throws IOException {
        Path errors = Files.createTempFile("child", ".err");
        return new ChildJvm(command.redirectError(errors.toFile()).start(), errors);
    }

    /** The command line of a JVM for a short run. */
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

    /** The class path of the tests. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Reads standard output up to a line with this beginning, and returns the rest of that line. */
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

    /** The unread rest of standard output, up to its end. */
    public List<String> output() {
        return output.lines().toList();
    }

    public List<String> errors() throws IOException {
        return Files.readAllLines(errors);
    }

    /** Waits for the end of the process. */
    public int exitCode() {
        return process.onExit()
                .orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES)
                .join()
                .exitValue();
    }

    /** Closes standard input. */
    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Sends SIGTERM. The output up to the end of the process can still be read. */
    public void terminate() {
        // Process.destroy would also close the pipes.
        process.toHandle().destroy();
    }

    /** Sends SIGKILL and waits for the end of the process. */
    public void kill() {
        process.destroyForcibly();
        exitCode();
    }

    public long pid() {
        return process.pid();
    }

    /** The current descendants of the process. */
    public List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    @Override
    public void close() throws IOException {
        kill();
        Files.deleteIfExists(errors);
    }
}

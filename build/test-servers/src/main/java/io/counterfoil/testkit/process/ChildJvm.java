package io.counterfoil.testkit.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.testkit.thread.TestThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program on the class path of the tests, in a small JVM of its own, which a test pauses and kills. What it prints is read as it comes, so
 * that it never blocks on its output. It is killed when it is closed. Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final PrintStream input;
    private final Thread reader;

    private ChildJvm(Process process, Output output) {
        this.process = process;
        this.input = new PrintStream(process.getOutputStream(), true, UTF_8);
        this.reader = new Thread(() -> read(process, output), "output-of-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a program, whose errors are those of the tests. */
    public static ChildJvm start(Class<?> program, List<String> arguments, Output output) throws IOException {
        return start(program, arguments, Redirect.INHERIT, output);
    }

    /** Starts a program, whose errors go there. */
    public static ChildJvm start(Class<?> program, List<String> arguments, Redirect errors, Output output)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx96m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName()));
        command.addAll(arguments);
        return new ChildJvm(new ProcessBuilder(command).redirectError(errors).start(), output);
    }

    private static void read(Process process, Output output) {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.line(line);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } finally {
            output.end();
        }
    }

    /** Writes a line to its standard input. */
    public void send(String line) {
        input.println(line);
    }

    /** SIGSTOP. */
    public void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    /** SIGTERM; returns at once. */
    public void terminate() throws IOException, InterruptedException {
        signal("-TERM");
    }

    /** Waits until it has ended by itself or by {@link #terminate}; returns its exit code. */
    public int awaitEnd() throws InterruptedException {
        awaitEnd(process);
        return process.exitValue();
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        awaitEnd(kill);
        if (kill.exitValue() != 0) {
            throw new AssertionError("kill " + name + " exited with " + kill.exitValue());
        }
    }

    /** SIGKILL; returns when the process has ended and all that it printed was read. Nothing where it has ended. */
    public void kill() throws InterruptedException {
        // By its handle: the process itself would close what is still to be read.
        process.toHandle().destroyForcibly();
        awaitEnd(process);
        reader.join(TestThreads.LIMIT.toMillis());
    }

    /** Ends its standard input, and waits until it has ended by itself; returns its exit code. */
    public int end() throws InterruptedException {
        input.close();
        return awaitEnd();
    }

    private static void awaitEnd(Process process) throws InterruptedException {
        if (!process.waitFor(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("process " + process.pid() + " has not ended");
        }
    }

    @Override
    public void close() {
        try {
            kill();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process was killed", interruption);
        }
    }
}

package io.counterfoil.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Runs programs, and signals and ends those that were started. */
final class Programs {

    private static final long LIMIT_SECONDS = 180;
    private static final long POLL_MILLIS = 50;
    private static final int ROOT = 0;

    private Programs() {}

    /** A program that the machine has, or the test that needs it is reported as skipped. */
    static Path required(String program) {
        for (String directory : List.of("/usr/bin", "/usr/sbin", "/usr/local/bin")) {
            Path file = Path.of(directory, program);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        throw new TestAbortedException("this machine does not have the program " + program);
    }

    /** A directory that only this user can read. */
    static Path directory(String name) throws IOException {
        return Files.createTempDirectory("counterfoil-" + name + "-");
    }

    /** What begins the command of a program that refuses to run as root. */
    static List<String> withoutRoot(Path directory) throws IOException {
        return isRoot(directory) ? List.of("unshare", "-U") : List.of();
    }

    static boolean isRoot(Path directory) throws IOException {
        return Files.getAttribute(directory, "unix:uid").equals(ROOT);
    }

    /** Starts a program whose output goes to a file. */
    static Process start(Path log, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Runs a program to its end, which must be a success. */
    static void run(Path log, List<String> command) throws IOException, InterruptedException {
        Process process = start(log, command);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " did not end; see " + log);
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    "%s ended with status %s: %s".formatted(command, process.exitValue(), Files.readString(log)));
        }
    }

    /** A process and all that it has started. */
    static List<ProcessHandle> tree(ProcessHandle process) {
        List<ProcessHandle> all = new ArrayList<>(List.of(process));
        process.descendants().forEach(all::add);
        return all;
    }

    /** Sends a signal to each of these processes that is still there. */
    static void signal(String signal, List<ProcessHandle> processes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.stream().filter(ProcessHandle::isAlive).forEach(process -> command.add(Long.toString(process.pid())));
        if (command.size() > 2) {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    /** Ends processes at once, also stopped ones, and waits until they are gone. */
    static void kill(List<ProcessHandle> processes) throws IOException, InterruptedException {
        signal("KILL", processes);
        await("the processes to end", () -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** Waits for a condition; one that cannot be evaluated is not fulfilled. */
    static void await(String what, Callable<Boolean> condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        @Nullable Exception last = null;
        while (System.nanoTime() < end) {
            try {
                if (condition.call()) {
                    return;
                }
            } catch (InterruptedException interrupted) {
                throw interrupted;
            } catch (Exception notYet) {
                last = notYet;
            }
            pause(POLL_MILLIS);
        }
        throw new IOException("waited %s s for %s".formatted(LIMIT_SECONDS, what), last);
    }

    static void pause(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }
}

package io.counterfoil.soak;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The JVM of one run of a suite. Its processes are stopped by process ID. Thread-safe. */
final class TestJvm {

    private static final long SECONDS_TO_END = 20;

    private final Process process;
    private final Path log;
    private final Path failure;
    private final Path report;

    private TestJvm(Process process, Path log, Path failure, Path report) {
        this.process = process;
        this.log = log;
        this.failure = failure;
        this.report = report;
    }

    /**
     * Starts the JVM.
     *
     * @param logs the directory of the logs; each suite of an area reuses the same files, so that they do not
     *     accumulate
     */
    static TestJvm start(Area area, Area.Suite suite, Modules modules, long seed, Path logs) throws IOException {
        Files.createDirectories(logs);
        String name = area.name()
                + '-'
                + suite.module().replace('/', '-')
                + '-'
                + area.suites().indexOf(suite);
        Path log = logs.resolve(name + ".log");
        Path failure = logs.resolve(name + ".failure");
        Path report = logs.resolve(name + ".report");
        Path properties = logs.resolve(name + ".jqwik");
        for (Path old : List.of(failure, report, properties)) {
            Files.deleteIfExists(old);
        }
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC"));
        command.addAll(modules.jvmOptions());
        command.addAll(List.of(
                "-cp",
                modules.classPath(suite.module()) + File.pathSeparator + System.getProperty("java.class.path"),
                "-Dtest.seed=" + seed,
                "-D" + Report.PROPERTY + '=' + report));
        suite.depths().forEach((depth, count) -> command.add("-Dsoak." + depth + '=' + count));
        command.addAll(List.of(TestMain.class.getName(), failure.toString(), properties.toString()));
        command.addAll(suite.tests());
        Process process = new ProcessBuilder(command)
                .directory(modules.directory(suite.module()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process.getOutputStream().close();
        return new TestJvm(process, log, failure, report);
    }

    /** Waits for the end of the JVM, at most for this duration. */
    boolean ends(Duration within) throws InterruptedException {
        return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The figures that the tests have reported so far. */
    Map<String, Long> figures() throws IOException {
        return Report.read(report);
    }

    /** The file with the output. */
    Path log() {
        return log;
    }

    /** Whether Ctrl-C ended the JVM, once it has ended: a terminal sends the signal to all processes. */
    boolean interrupted() {
        return process.exitValue() == 130;
    }

    /** Once the JVM has ended: the failed test and its message, or another cause of the failure. */
    Optional<String> failure() throws IOException {
        if (Files.exists(failure)) {
            return Optional.of(Files.readString(failure).stripTrailing());
        }
        int status = process.exitValue();
        return status == 0 ? Optional.empty() : Optional.of("the JVM of the tests ended with status " + status);
    }

    /** Appends a thread dump to the log if the JVM responds. */
    void dumpThreads() throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!jcmd.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
            jcmd.destroyForcibly().waitFor();
        }
    }

    /** Stops the JVM after its shutdown hooks, and kills the processes that remain. */
    void stop() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}

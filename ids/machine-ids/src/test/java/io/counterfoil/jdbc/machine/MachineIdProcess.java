package io.counterfoil.jdbc.machine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A {@link MachineIdChild} in a JVM of its own. */
final class MachineIdProcess {

    private static final long PATIENCE_SECONDS = 300;

    private final Process process;
    private final Path ids;
    private final Path errors;
    private final List<String> events = new CopyOnWriteArrayList<>();

    private MachineIdProcess(Process process, Path ids, Path errors) {
        this.process = process;
        this.ids = ids;
        this.errors = errors;
        Thread reader = new Thread(() -> process.inputReader(US_ASCII).lines().forEach(events::add), "events");
        reader.setDaemon(true);
        reader.start();
    }

    static MachineIdProcess start(Path directory, String name, Database database, int first, int last, long leaseMillis)
            throws IOException {
        Path ids = directory.resolve(name + ".ids");
        Path errors = directory.resolve(name + ".err");
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        MachineIdChild.class.getName(),
                        database.jdbcUrl(),
                        database.user(),
                        Integer.toString(first),
                        Integer.toString(last),
                        Long.toString(leaseMillis),
                        ids.toString())
                .redirectError(errors.toFile())
                .start();
        return new MachineIdProcess(process, ids, errors);
    }

    /** The events so far of this name, each with what follows it. */
    List<String> events(String name) {
        return events.stream()
                .filter(event -> event.startsWith(name))
                .map(event -> event.substring(name.length()).strip())
                .toList();
    }

    /** Of the latest lease: machine id and token. */
    String lease() {
        List<String> acquired = events("ACQUIRED");
        return acquired.get(acquired.size() - 1);
    }

    boolean isWaiting() {
        return !events.isEmpty() && events.get(events.size() - 1).equals("WAITING");
    }

    long idBytes() {
        try {
            return Files.exists(ids) ? Files.size(ids) : 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    List<String> idLines() throws IOException {
        return Files.readAllLines(ids, US_ASCII);
    }

    /** SIGSTOP. */
    void pause() throws Exception {
        signal("-STOP");
    }

    /** SIGCONT. */
    void resume() throws Exception {
        signal("-CONT");
    }

    /** SIGKILL, and the end of the process; nothing where it has ended. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("ended")
                .isTrue();
    }

    /** Its standard input ends, and it is expected to end in order. */
    void end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("ended")
                .isTrue();
        assertThat(process.exitValue()).as(() -> this + ": " + errors()).isZero();
    }

    @Override
    public String toString() {
        return ids.getFileName() + " " + events;
    }

    private String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).as("kill %s", name).isZero();
    }
}

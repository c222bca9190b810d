package io.counterfoil.jdbc.machine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.process.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A {@link MachineIdChild} in a JVM of its own. */
final class MachineIdProcess {

    private final ChildJvm process;
    private final Path ids;
    private final Path errors;
    private final List<String> events;

    private MachineIdProcess(ChildJvm process, Path ids, Path errors, List<String> events) {
        this.process = process;
        this.ids = ids;
        this.errors = errors;
        this.events = events;
    }

    static MachineIdProcess start(Path directory, String name, Database database, int first, int last, long leaseMillis)
            throws IOException {
        Path ids = directory.resolve(name + ".ids");
        Path errors = directory.resolve(name + ".err");
        List<String> events = new CopyOnWriteArrayList<>();
        List<String> arguments = List.of(
                database.jdbcUrl(),
                database.user(),
                Integer.toString(first),
                Integer.toString(last),
                Long.toString(leaseMillis),
                ids.toString());
        ChildJvm process = ChildJvm.start(MachineIdChild.class, arguments, Redirect.to(errors.toFile()), events::add);
        return new MachineIdProcess(process, ids, errors, events);
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
        process.pause();
    }

    /** SIGCONT. */
    void resume() throws Exception {
        process.resume();
    }

    /** SIGKILL, and the end of the process; nothing where it has ended. */
    void kill() throws InterruptedException {
        process.kill();
    }

    /** Its standard input ends, and it is expected to end in order. */
    void end() throws InterruptedException {
        assertThat(process.end()).as(() -> this + ": " + errors()).isZero();
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
}

package io.counterfoil.jdbc.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A {@link WorkerMain} in a JVM of its own. It is killed when it is closed. */
final class Worker implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(240);

    private final Process process;
    private final Path errors;
    private final PrintStream input;
    private final Thread reader;

    /** By the call's number and the event; guarded by itself, as is the end. */
    private final Map<String, String> events = new HashMap<>();

    private boolean ended;
    private int calls;

    private Worker(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.input = new PrintStream(process.getOutputStream(), true, UTF_8);
        this.reader = new Thread(this::read, "events of " + errors.getFileName());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a process that is at home in this site; its errors go to a file of its name in the directory. */
    static Worker start(Path directory, String name, Site site, Duration lease) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                WorkerMain.class.getName()));
        command.addAll(site.arguments());
        command.add(name);
        command.add(Long.toString(lease.toMillis()));
        Path errors = directory.resolve(name + ".err");
        return new Worker(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                String[] parts = line.split(" ", 3);
                synchronized (events) {
                    events.put(parts[0] + " " + parts[1], parts[2]);
                    events.notifyAll();
                }
            }
        } catch (IOException unreadable) {
            synchronized (events) {
                events.put("0 FAILED", unreadable.toString());
            }
        } finally {
            synchronized (events) {
                ended = true;
                events.notifyAll();
            }
        }
    }

    /** Calls for something; returns the number of the call at once. */
    int call(String... words) {
        calls++;
        input.println(calls + " " + String.join(" ", words));
        return calls;
    }

    int execute(String intention, Setting setting) {
        return call("execute", intention, setting.name());
    }

    /** Carries it out up to this point. */
    int executeTo(String point, String intention, Setting setting) {
        return call("crash", intention, setting.name(), point);
    }

    /** Waits until the call is done: what there was to say. It is an error when the call failed. */
    String done(int call) throws InterruptedException {
        return await(call, "DONE");
    }

    /** Waits until the call has failed: with what. */
    String failure(int call) throws InterruptedException {
        return await(call, "FAILED");
    }

    /** Waits until the call stands at its point. */
    void reached(int call) throws InterruptedException {
        await(call, "REACHED");
    }

    /** What the call said before the process ended or until now, if it was done. */
    Optional<String> doneAlready(int call) {
        synchronized (events) {
            return Optional.ofNullable(events.get(call + " DONE"));
        }
    }

    /** Waits until so many of all calls are done. */
    void awaitDone(int count) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        synchronized (events) {
            while (events.keySet().stream()
                            .filter(event -> event.endsWith(" DONE"))
                            .count()
                    < count) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (ended || left <= 0) {
                    throw new AssertionError(count + " calls were to be done, but: " + events + errors());
                }
                events.wait(left);
            }
        }
    }

    private String await(int call, String event) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        synchronized (events) {
            while (true) {
                String said = events.get(call + " " + event);
                if (said != null) {
                    return said;
                }
                boolean other = events.containsKey(call + " DONE") || events.containsKey(call + " FAILED");
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (ended || other || left <= 0) {
                    throw new AssertionError("call " + call + " was to be " + event + ", but: " + events
                            + (ended ? " and the process has ended: " : ": ") + errors());
                }
                events.wait(left);
            }
        }
    }

    /** The same process, as one who waits for each answer. */
    Heir asHeir() {
        return new Heir() {
            @Override
            public String execute(String intention, Setting setting) throws InterruptedException {
                return done(Worker.this.execute(intention, setting));
            }

            @Override
            public boolean happened(String intention, String answer) throws InterruptedException {
                return Boolean.parseBoolean(done(call("happened", intention, answer)));
            }

            @Override
            public boolean didNotHappen(String intention) throws InterruptedException {
                return Boolean.parseBoolean(done(call("nothing", intention)));
            }
        };
    }

    /** SIGSTOP. */
    void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** SIGCONT. */
    void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    /** SIGKILL; returns when the process has ended and all it said is known. Nothing where it has ended. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS))
                .as("ended")
                .isTrue();
        reader.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
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

    private String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS)).isTrue();
        assertThat(kill.exitValue()).as("kill %s", name).isZero();
    }
}

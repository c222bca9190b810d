package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.process.ChildJvm;
import io.counterfoil.testkit.process.Output;
import io.counterfoil.testkit.thread.TestThreads;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link WorkerMain} in a JVM of its own. It is killed when it is closed. */
final class Worker implements AutoCloseable, Output {

    private static final String DONE = "DONE";
    private static final String FAILED = "FAILED";
    private static final String REACHED = "REACHED";

    private final ChildJvm process;
    private final Path errors;

    /** By the call's number and the event; guarded by this, as is the end. */
    private final Map<String, CompletableFuture<String>> events = new HashMap<>();

    /** A permit for each call that is done. */
    private final Semaphore done = new Semaphore(0);

    private boolean ended;
    private int calls;

    private Worker(List<String> arguments, Path errors) throws IOException {
        this.errors = errors;
        this.process = ChildJvm.start(WorkerMain.class, arguments, Redirect.to(errors.toFile()), this);
    }

    /** Starts a process that is at home in this site; its errors go to a file of its name in the directory. */
    static Worker start(Path directory, String name, Site site, Duration lease) throws IOException {
        List<String> arguments = new ArrayList<>(site.arguments());
        arguments.add(name);
        arguments.add(Long.toString(lease.toMillis()));
        return new Worker(arguments, directory.resolve(name + ".err"));
    }

    @Override
    public void line(String line) {
        String[] parts = line.split(" ", 3);
        happened(Integer.parseInt(parts[0]), parts[1], parts[2]);
    }

    private synchronized void happened(int call, String event, String what) {
        event(call, event).complete(what);
        if (event.equals(DONE)) {
            done.release();
        }
        if (!event.equals(REACHED)) {
            // None of them comes any more.
            for (String other : List.of(DONE, FAILED, REACHED)) {
                event(call, other).completeExceptionally(new IllegalStateException(event + " " + what));
            }
        }
    }

    @Override
    public synchronized void end() {
        ended = true;
        events.values().forEach(event -> event.completeExceptionally(processEnded()));
    }

    private static IllegalStateException processEnded() {
        return new IllegalStateException("the process has ended");
    }

    private synchronized CompletableFuture<String> event(int call, String name) {
        return events.computeIfAbsent(
                call + " " + name,
                event -> ended ? CompletableFuture.failedFuture(processEnded()) : new CompletableFuture<>());
    }

    /** Calls for something; returns the number of the call at once. */
    int call(String... words) {
        calls++;
        process.send(calls + " " + String.join(" ", words));
        return calls;
    }

    /** From now on it is at home in another site. */
    void moveTo(Site site) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("move"));
        words.addAll(site.arguments());
        done(call(words.toArray(String[]::new)));
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
        return await(call, DONE);
    }

    /** Waits until the call has failed: with what. */
    String failure(int call) throws InterruptedException {
        return await(call, FAILED);
    }

    /** Waits until the call stands at its point. */
    void reached(int call) throws InterruptedException {
        await(call, REACHED);
    }

    /** What the call said before the process ended or until now, if it was done. */
    Optional<String> doneAlready(int call) {
        CompletableFuture<String> event = event(call, DONE);
        return event.isDone() && !event.isCompletedExceptionally() ? Optional.of(event.join()) : Optional.empty();
    }

    /** Waits until so many of all calls are done. Once for each process. */
    void awaitDone(int count) throws InterruptedException {
        assertThat(done.tryAcquire(count, TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(() -> count + " calls done; " + errors())
                .isTrue();
    }

    private String await(int call, String event) throws InterruptedException {
        try {
            return event(call, event).get(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException other) {
            throw new AssertionError("call %s was to be %s: %s".formatted(call, event, errors()), other);
        }
    }

    /** SIGSTOP. */
    void pause() throws IOException, InterruptedException {
        process.pause();
    }

    /** SIGCONT. */
    void resume() throws IOException, InterruptedException {
        process.resume();
    }

    /** SIGKILL; returns when the process has ended and all it said is known. Nothing where it has ended. */
    void kill() throws InterruptedException {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }

    private String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}

package io.counterfoil.testkit.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A running broker process. */
final class KafkaProcess {

    private static final long START_LIMIT_SECONDS = 300;
    private static final int LAST_LINES = 20;

    private final Process process;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    private KafkaProcess(Process process) {
        this.process = process;
    }

    /** Starts a broker and waits until it accepts connections. */
    static KafkaProcess start(Path directory, String cluster) throws IOException {
        Stream<String> java = Stream.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        Stream<String> program = Stream.of(
                KafkaMain.class.getName(), KafkaSettings.file(directory).toString(), cluster);
        List<String> command = Stream.of(java, KafkaSettings.logging(directory), program)
                .flatMap(part -> part)
                .toList();
        KafkaProcess started = new KafkaProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
        try {
            started.awaitReady();
            return started;
        } catch (IOException failed) {
            started.kill();
            throw failed;
        }
    }

    private void awaitReady() throws IOException {
        Thread reader = new Thread(this::read, "counterfoil-kafka-output");
        reader.setDaemon(true);
        reader.start();
        try {
            ready.get(START_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new IOException("Kafka did not start", failed.getCause());
        } catch (TimeoutException late) {
            throw new IOException("Kafka did not start within %s s".formatted(START_LIMIT_SECONDS), late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Kafka was started", interrupted);
        }
    }

    /** Reads to the end; otherwise the broker would block on its full output pipe. */
    private void read() {
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.equals(KafkaMain.STARTED)) {
                    ready.complete(true);
                }
                last.addLast(line);
                if (last.size() > LAST_LINES) {
                    last.removeFirst();
                }
            }
            ready.completeExceptionally(new IOException("Kafka ended; its last output:\n" + String.join("\n", last)));
        } catch (IOException unreadable) {
            ready.completeExceptionally(unreadable);
        }
    }

    /** Kills the broker; returns when it has ended. */
    void kill() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Kafka was killed", interrupted);
        }
    }
}

package io.counterfoil.testkit.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Kills processes that share a journal while their threads open and settle entries, and checks what remains. This
 * complements {@link JournalContract}. Not thread-safe.
 *
 * <p>The processes run a program of the test: a class whose {@code main} opens the journal that its arguments specify
 * and calls {@link #openAndSettle}.
 */
public final class KilledProcesses {

    private static final PrintStream OUT = System.out;
    private static final int THREADS = 8;
    private static final int LONGEST_BODY = 3_000;

    /** The difference between two body lengths; coprime to the maximum, so that all lengths occur. */
    private static final int BODY_STEP = 1_103;

    private static final URI PAYMENTS = URI.create("https://payments.example/v1/payments");

    private final Class<?> program;
    private final List<Process> started = new ArrayList<>();
    private final List<String> printed = new ArrayList<>();
    private int killed;

    /** @param program the class with the {@code main} method, on the class path of the test */
    public KilledProcesses(Class<?> program) {
        this.program = program;
    }

    /**
     * Opens requests in many threads until the process is killed, and settles two of three. Prints to standard output
     * what it has opened, what it is about to settle, and what it has settled.
     *
     * @param journal shared by all threads
     */
    public static void openAndSettle(Journal journal) {
        for (int thread = 0; thread < THREADS; thread++) {
            String prefix = ProcessHandle.current().pid() + "-" + thread + "-";
            new Thread(() -> openAndSettle(journal, prefix)).start();
        }
    }

    private static void openAndSettle(Journal journal, String prefix) {
        Entries entries = new Entries();
        for (int i = 0; ; i++) {
            String id = prefix + i;
            String body = "x".repeat(i % LONGEST_BODY * BODY_STEP % LONGEST_BODY);
            journal.open(entries.entry(id, "POST", PAYMENTS, body));
            OUT.println("opened " + id);
            if (i % 3 != 0) {
                OUT.println("settling " + id);
                journal.settle(new RequestId(id));
                OUT.println("settled " + id);
            }
        }
    }

    /**
     * Starts the program.
     *
     * @param arguments its arguments
     * @return the running process, for {@link #kill}
     * @throws IOException when it cannot be started
     */
    public Process start(String... arguments) throws IOException {
        Stream<String> java = Stream.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName());
        Process process = new ProcessBuilder(
                        Stream.concat(java, Stream.of(arguments)).toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process;
    }

    /**
     * Kills a process after it has printed some lines, and records its output.
     *
     * @param process one that {@link #start} returned
     * @param lines how many lines it prints at least
     * @throws IOException when its output cannot be read
     * @throws InterruptedException when the thread is interrupted
     */
    public void kill(Process process, int lines) throws IOException, InterruptedException {
        try (BufferedReader reader = process.inputReader(US_ASCII)) {
            for (int read = 0; read < lines; read++) {
                String line = reader.readLine();
                if (line == null) {
                    throw new AssertionError("the process exited");
                }
                printed.add(line);
            }
            // Through the handle: Process.destroyForcibly would close the stream, which is still being read.
            assertThat(process.toHandle().destroyForcibly()).isTrue();
            StringBuilder rest = new StringBuilder();
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                rest.append((char) c);
            }
            // The last line may be incomplete.
            int end = rest.lastIndexOf("\n");
            printed.addAll(rest.substring(0, Math.max(end, 0)).lines().toList());
        }
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        killed++;
    }

    /**
     * Fails unless a journal has exactly the requests that were opened and not settled.
     *
     * @param pending the requests in the journal
     */
    public void assertLeft(List<JournalEntry> pending) {
        Set<String> mustBeThere = printed("opened ");
        mustBeThere.removeAll(printed("settling "));
        assertThat(mustBeThere).hasSizeGreaterThan(printed.size() / 20);
        Set<String> left =
                pending.stream().map(entry -> entry.requestId().value()).collect(Collectors.toCollection(HashSet::new));
        assertThat(left).containsAll(mustBeThere).doesNotContainAnyElementsOf(printed("settled "));
        left.removeAll(mustBeThere);
        assertThat(left).as("interrupted entries").hasSizeLessThanOrEqualTo(killed * THREADS);
    }

    private Set<String> printed(String event) {
        return printed.stream()
                .filter(line -> line.startsWith(event))
                .map(line -> line.substring(event.length()))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Kills the processes that are still running; called after each test.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    public void killAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor(5, TimeUnit.MINUTES);
        }
    }
}

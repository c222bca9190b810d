package io.counterfoil.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes over one journal, killed while their threads open and settle. */
@Tag("RC-1")
@Timeout(120)
class FileJournalCrashTest {

    private static final int KILLS = 4;
    private static final int THREADS = 8;
    private static final int LINES = 1_500;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void killedProcesses_leaveWhatTheyOpenedAndDidNotSettle() throws Exception {
        Set<String> opened = new HashSet<>();
        Set<String> settling = new HashSet<>();
        Set<String> settled = new HashSet<>();
        for (int kill = 0; kill < KILLS; kill++) {
            List<String> lines = linesOfOneThatIsKilledAfter(LINES + 211 * kill, "run" + kill);
            collect(lines, "opened ", opened);
            collect(lines, "settling ", settling);
            collect(lines, "settled ", settled);
        }

        Set<String> pending = new HashSet<>();
        try (FileJournal journal = FileJournal.in(directory)) {
            pending.addAll(JournalEntries.idsOf(journal.pending(Integer.MAX_VALUE)));
        }
        Set<String> mustBeThere = new HashSet<>(opened);
        mustBeThere.removeAll(settling);
        assertThat(mustBeThere).hasSizeGreaterThan(KILLS * LINES / 20);
        assertThat(pending).containsAll(mustBeThere).doesNotContainAnyElementsOf(settled);
        Set<String> unannounced = new HashSet<>(pending);
        unannounced.removeAll(mustBeThere);
        assertThat(unannounced).as("in the middle of something").hasSizeLessThanOrEqualTo(KILLS * THREADS);
    }

    @Test
    void journalThatIsOpen_isRefusedToAnotherProcess_alsoAfterASecondTryInThisOne() throws Exception {
        try (FileJournal journal = FileJournal.in(directory)) {
            journal.open(JournalEntries.entry("a"));
            assertThatThrownBy(() -> FileJournal.in(directory)).isInstanceOf(Journal.JournalException.class);

            Process other = start("other");
            try (BufferedReader lines = other.inputReader(US_ASCII)) {
                assertThat(lines.readLine()).startsWith("refused").contains("is open in another process");
            }
            assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private List<String> linesOfOneThatIsKilledAfter(int count, String prefix) throws Exception {
        Process process = start(prefix);
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = process.inputReader(US_ASCII)) {
            while (lines.size() < count) {
                String line = reader.readLine();
                assertThat(line).as("a line of a living process").isNotNull().doesNotStartWith("refused");
                lines.add(line);
            }
            // By its handle: the process itself would close what is still to be read.
            assertThat(process.toHandle().destroyForcibly()).isTrue();
            StringBuilder rest = new StringBuilder();
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                rest.append((char) c);
            }
            // The last line may be torn as well.
            int end = rest.lastIndexOf("\n");
            lines.addAll(rest.substring(0, Math.max(end, 0)).lines().toList());
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return lines;
    }

    private Process start(String prefix) throws IOException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        JournalChild.class.getName(),
                        directory.toString(),
                        prefix,
                        Integer.toString(THREADS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    private static void collect(List<String> lines, String event, Set<String> into) {
        lines.stream()
                .filter(line -> line.startsWith(event))
                .map(line -> line.substring(event.length()))
                .forEach(into::add);
    }
}

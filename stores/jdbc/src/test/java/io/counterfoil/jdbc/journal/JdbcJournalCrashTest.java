package io.counterfoil.jdbc.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.JournalEntry;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes over one journal in a real database, killed while their threads open and settle. */
@Tag("RC-1")
@Timeout(180)
class JdbcJournalCrashTest {

    private static final int PROCESSES = 2;
    private static final int THREADS = 4;
    private static final int LINES = 400;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void killedProcesses_onPostgreSql_leaveWhatTheyOpenedAndDidNotSettle() throws Exception {
        assertNothingLost(TestPostgres.freshDatabase());
    }

    @Test
    void killedProcesses_onMariaDb_leaveWhatTheyOpenedAndDidNotSettle() throws Exception {
        assertNothingLost(TestMariaDb.freshDatabase());
    }

    private void assertNothingLost(Database database) throws Exception {
        JdbcJournalSchema.create(database.dataSource());
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(start(database, "process" + i));
        }
        List<String> lines = new ArrayList<>();
        for (Process process : processes) {
            lines.addAll(linesUntilKilled(process));
        }
        Set<String> opened = of(lines, "opened ");
        Set<String> settled = of(lines, "settled ");
        Set<String> mustBeThere = new HashSet<>(opened);
        mustBeThere.removeAll(of(lines, "settling "));
        assertThat(mustBeThere).hasSizeGreaterThan(PROCESSES * LINES / 20);

        JdbcJournal heir = new JdbcJournal(database.dataSource());
        assertThat(heir.pending(10)).as("while the dead may still be alive").isEmpty();
        JournalDatabase.endHolds(database.dataSource());
        Set<String> pending = new HashSet<>();
        for (JournalEntry entry : heir.pending(Integer.MAX_VALUE)) {
            pending.add(entry.requestId().value());
        }

        assertThat(pending).containsAll(mustBeThere).doesNotContainAnyElementsOf(settled);
        pending.removeAll(mustBeThere);
        assertThat(pending).as("in the middle of something").hasSizeLessThanOrEqualTo(PROCESSES * THREADS);
    }

    private static Set<String> of(List<String> lines, String event) {
        Set<String> ids = new HashSet<>();
        lines.stream()
                .filter(line -> line.startsWith(event))
                .map(line -> line.substring(event.length()))
                .forEach(ids::add);
        return ids;
    }

    private static List<String> linesUntilKilled(Process process) throws Exception {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = process.inputReader(US_ASCII)) {
            while (lines.size() < LINES) {
                String line = reader.readLine();
                assertThat(line).as("a line of a living process").isNotNull();
                lines.add(line);
            }
            // By its handle: the process itself would close what is still to be read.
            assertThat(process.toHandle().destroyForcibly()).isTrue();
            StringBuilder rest = new StringBuilder();
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                rest.append((char) c);
            }
            // The last line may be torn.
            int end = rest.lastIndexOf("\n");
            lines.addAll(rest.substring(0, Math.max(end, 0)).lines().toList());
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return lines;
    }

    private static Process start(Database database, String prefix) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        JdbcJournalChild.class.getName(),
                        database.jdbcUrl(),
                        database.user(),
                        database.password(),
                        prefix,
                        Integer.toString(THREADS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}

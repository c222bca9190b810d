package io.counterfoil.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.benchmarks.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small run of the comparison: it counts its bookings and fills in its tables. The figures are not checked. */
@Timeout(600)
class EngineTest {

    private static final List<Part> PARTS =
            List.of(Part.FIRST, Part.REPLAY, Part.MIXED, Part.NETWORK, Part.COSTS, Part.WAITING, Part.PURGE);

    /** A text that no description of a machine contains. */
    private static final String BEFORE = "figures of the run before";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void compare() throws IOException {
        StringBuilder sections = new StringBuilder();
        for (Part part : PARTS) {
            sections.append("<!-- %1$s: begin -->\n%2$s\n<!-- %1$s: end -->\n".formatted(part.section(), BEFORE));
        }
        Files.writeString(document(), sections);
        StringWriter errors = new StringWriter();
        int status = Main.command()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(errors))
                .execute(
                        "engine",
                        "first",
                        "replay",
                        "mixed",
                        "network",
                        "costs",
                        "waiting",
                        "purge",
                        "--rounds=1",
                        "--seconds=0.05",
                        "--warm-up=0.05",
                        "--threads=8",
                        "--rows=1000",
                        "--keys=500",
                        "--round-trip=0.1",
                        "--directory=" + directory,
                        "--write=" + document());
        assertThat(status).as(errors.toString()).isZero();
    }

    @Test
    void tables_haveEveryContestant_andReplaceTheOldFigures() throws IOException {
        String text = Files.readString(document());

        assertThat(text)
                .doesNotContain(BEFORE)
                .contains("### First executions, 8 threads", "### Replays, 8 threads")
                .contains(
                        "### 10 % of the requests are replays, 8 threads",
                        "### 50 % of the requests are replays, 8 threads")
                .contains("### 0.10 ms between service and database, 8 threads")
                .contains(
                        "### Costs of a request: first executions, 8 threads",
                        "### Costs of a request: replays, 8 threads")
                .contains("| none |", "| floor2 |", "| floor1rt |", "| floor3 |", "| by hand |", "| floor-select |")
                .contains("| **" + Ours.TRANSACTIONAL + "** |", "| **" + Ours.LEASE + "** |")
                .contains("| " + Peers.CAMEL + " |", "| " + Peers.SPRING_INTEGRATION + " |", "| " + Peers.EVENTUATE)
                .contains("| " + Peers.SHED_LOCK + " |", "| " + DbosPeer.NAME + " |")
                .contains(
                        "| ours, transactional, of floor3 | 105 % |",
                        "| ours, transactional, of floor-select | 90 % |");
    }

    @Test
    void database_isDeletedAfterwards() throws IOException {
        try (var left = Files.list(directory)) {
            assertThat(left.filter(Files::isDirectory)).isEmpty();
        }
    }

    private static Path document() {
        return directory.resolve("benchmarks.md");
    }
}

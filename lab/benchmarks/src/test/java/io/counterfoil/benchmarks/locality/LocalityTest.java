package io.counterfoil.benchmarks.locality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A small run of the comparison of keys. One connection inserts the rows, so that the shape of every index depends on
 * its keys only.
 */
@Tag("CB-9")
@Timeout(600)
class LocalityTest {

    private static final int ROWS = 24_000;
    private static final int ROUNDS = 3;

    /** A text that no description of a machine contains. */
    private static final String BEFORE = "figures of the run before";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void compare() throws IOException {
        Files.writeString(
                document(), "Before\n<!-- locality: begin -->\n" + BEFORE + "\n<!-- locality: end -->\nAfter\n");
        int status = new CommandLine(new LocalityCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .execute(
                        "--rows=" + ROWS,
                        "--rounds=" + ROUNDS,
                        "--connections=1",
                        "--batch=500",
                        "--shared-buffers=1MB",
                        "--look-ups=100",
                        "--directory=" + directory,
                        "--csv=" + directory.resolve("values.csv"),
                        "--svg=" + directory.resolve("plots.svg"),
                        "--write=" + document());
        assertThat(status).isZero();
    }

    @Test
    void ascendingKeys_fillTheLeavesOfTheirIndex_andRandomOnesDoNot() throws IOException {
        assertThat(last(KeyKind.BIGSERIAL, "leaf_density")).isGreaterThan(85);
        assertThat(last(KeyKind.SNOWFLAKE, "leaf_density")).isGreaterThan(85);
        assertThat(last(KeyKind.V7, "leaf_density")).isGreaterThan(85);
        assertThat(last(KeyKind.COMB, "leaf_density")).isGreaterThan(85);
        assertThat(last(KeyKind.V4, "leaf_density")).isLessThan(80);
    }

    @Test
    void shortPrefixComb_afterItsWrap_leavesLeavesHalfEmpty() throws IOException {
        assertThat(last(KeyKind.SHORT_PREFIX, "leaf_density")).isLessThan(75);
    }

    @Test
    void randomKeys_afterACheckpoint_changeMoreIndexPages() throws IOException {
        double random = last(KeyKind.V4, "wal_images");

        assertThat(last(KeyKind.V7, "wal_images")).isLessThan(random / 4);
        assertThat(last(KeyKind.BIGSERIAL, "wal_images")).isLessThan(random / 4);
        assertThat(last(KeyKind.SHORT_PREFIX, "wal_images")).isBetween(last(KeyKind.V7, "wal_images"), random);
    }

    @Test
    void randomKeys_beyondTheBuffers_readIndexPagesFromDisk() throws IOException {
        assertThat(last(KeyKind.V4, "index_reads")).isGreaterThan(100);
        assertThat(last(KeyKind.V7, "index_reads")).isLessThan(20);
    }

    @Test
    void uuids_needLargerIndexesThanNumbers() throws IOException {
        assertThat(last(KeyKind.V7, "index_bytes")).isGreaterThan(1.2 * last(KeyKind.BIGSERIAL, "index_bytes"));
    }

    @Test
    void tables_haveEveryKindOfKey_inTheirPlaceInTheDocument() throws IOException {
        String text = Files.readString(document());

        assertThat(text).startsWith("Before\n").endsWith("After\n").doesNotContain(BEFORE);
        for (KeyKind kind : KeyKind.values()) {
            assertThat(text.lines().filter(line -> line.startsWith("| " + kind.title() + " |")))
                    .as(kind.title())
                    .hasSize(4);
        }
    }

    @Test
    void picture_hasALineForEveryKindInEachOfFourPlots() throws Exception {
        var svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve("plots.svg").toFile());

        assertThat(svg.getElementsByTagName("title").getLength()).isEqualTo(4 * KeyKind.values().length);
    }

    @Test
    void database_isDeletedAfterwards() throws IOException {
        try (var left = Files.list(directory)) {
            assertThat(left.filter(Files::isDirectory)).isEmpty();
        }
    }

    private static double last(KeyKind kind, String column) throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve("values.csv"));
        int at = List.of(lines.get(0).split(",", -1)).indexOf(column);
        return lines.stream()
                .filter(line -> line.startsWith("%s,%d,".formatted(kind.table(), ROUNDS)))
                .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[at]))
                .sum();
    }

    private static Path document() {
        return directory.resolve("locality.md");
    }
}

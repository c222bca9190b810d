package io.counterfoil.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Malformed and hostile logs: memory stays bounded, the problem is reported, and no exception escapes. */
@Tag("CO-11")
class HostileLogTest {

    /** More lines than the default limit of 100,000. */
    private static final int MANY = 120_000;

    /** More units than the default limit of 10,000. */
    private static final int CHAIN = 15_000;

    @TempDir
    private Path directory;

    @Test
    void brokenJson_isReadAsText_andReported() throws IOException {
        StoryResult result =
                StoryResult.story("abcd", write("{\"message\":\"half a line\",\"corr_id\":\"abcd\",\"x\":\n"));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("half a line", "1 line is incomplete JSON");
    }

    @Test
    void binaryData_isReadAndReported() throws IOException {
        byte[] line = "2026-03-01T10:00:00Z INFO x [corr_id=abcd] \0\u0001\u001b[31mred\u009b\n"
                .getBytes(StandardCharsets.ISO_8859_1);

        StoryResult result = StoryResult.story("abcd", Files.write(directory.resolve("a.log"), line));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("red", "not in UTF-8").doesNotContain("\u001b", "\0", "\u009b");
    }

    @Test
    void fieldInTheMessage_doesNotMoveALineToAnotherStory() throws IOException {
        String line =
                "{\"message\":\"name is \\\",\\\"corr_id\\\":\\\"abcd\\\",[corr_id=abcd]\",\"corr_id\":\"other\"}\n";

        assertThat(StoryResult.story("abcd", write(line)).code()).isOne();
        assertThat(StoryResult.story("other", write(line)).code()).isZero();
    }

    @Test
    void hugeLine_isReadInPart_andReported() throws IOException {
        String line = "2026-03-01T10:00:00Z INFO [corr_id=abcd] " + "z".repeat(5 << 20)
                + "\n2026-03-01T10:00:01Z INFO after [corr_id=abcd]\n";

        StoryResult result = StoryResult.story("abcd", write(line));

        assertThat(result.out()).contains("after", "1 line is longer than 1 MiB");
        assertThat(result.out().length()).isLessThan(100_000);
    }

    @Test
    void cycleOfReplacements_ends_andIsReported() throws IOException {
        StoryResult result = StoryResult.story("a", write("""
                2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=a] [new_corr_id=b.1]
                2026-03-01T10:00:01Z INFO Replacing correlation id [corr_id=b.1] [new_corr_id=c]
                2026-03-01T10:00:02Z INFO Replacing correlation id [corr_id=c] [new_corr_id=a]
                2026-03-01T10:00:03Z INFO Replacing correlation id [corr_id=c] [new_corr_id=c]
                2026-03-01T10:00:04Z INFO the end [corr_id=b.1]
                """));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("the end", "replacements form a cycle: a, b.1, c");
    }

    @Test
    void deepestId_isPrinted() throws IOException {
        String deep = "a" + ".b".repeat(63);

        assertThat(StoryResult.story("a", write("2026-03-01T10:00:00Z INFO deep down [corr_id=" + deep + "]\n"))
                        .out())
                .contains("deep down");
    }

    @Test
    void manyDescendantsAndLines_areBounded_andReported() throws IOException {
        Path file = directory.resolve("many.log");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int i = 0; i < 30_000; i++) {
                out.printf(
                        Locale.ROOT,
                        "2026-03-01T10:%02d:%02d.%03dZ INFO number %s [corr_id=abcd.%s]%n",
                        i / 1000 / 60,
                        i / 1000 % 60,
                        i % 1000,
                        i,
                        i);
            }
        }

        StoryResult lines = StoryResult.story("abcd", "--max-lines", "100", file);
        StoryResult units = StoryResult.story("abcd", "--max-units", "100", file);

        assertThat(lines.out())
                .contains("number 99", "29,900 later lines are left out")
                .doesNotContain("number 100");
        assertThat(units.out())
                .contains("number 99", "29,900 lines are left out with later units")
                .doesNotContain("number 100");
    }

    @Test
    void manyReplacements_areBounded_andReported() throws IOException {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            log.append("2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=i%s] [new_corr_id=i%s]\n"
                    .formatted(i, i + 1));
        }
        Path file = write(log.toString());

        assertThat(StoryResult.story("--json", "i0", file).out()).contains("i2000");
        assertThat(StoryResult.story("i0", "--max-links", "100", file).out())
                .contains("replacement limit reached: 1,9");
        assertThat(StoryResult.story("i0", "--max-units", "100", file).out()).contains("more IDs than the unit limit");
    }

    @Test
    void descendantsBeyondTheDefaultBound_areLeftOut_andReported() throws IOException {
        Path file = many("number %s [corr_id=abcd.%s.%s]");

        StoryResult result = StoryResult.story("abcd", file);

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("number 0\n", "20,000 later lines are left out", "90,000 lines are left out with later units")
                .doesNotContain("number 100000\n");
    }

    @Test
    void linesOfARootBeyondTheDefaultBound_areLeftOut_andReported() throws IOException {
        Path file = many("number %s [corr_id=abcd]");

        StoryResult result = StoryResult.story("--json", "abcd", file);

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("\"omitted_lines\":20000", "20,000 later lines are left out");
        assertThat(result.out()).contains("\"number 99999\"").doesNotContain("\"number 100000\"");
    }

    @Test
    void replacementChain_beyondTheDefaultBound_isCutAndReported() throws IOException {
        Path file = directory.resolve("chain.log");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            // In reverse order, so that one pass finds only one step.
            for (int i = CHAIN; i > 0; i--) {
                out.print("2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=" + link(i) + "] [new_corr_id="
                        + link(i + 1) + "]\n");
            }
        }

        StoryResult bounded = StoryResult.story(link(1), file);
        StoryResult whole = StoryResult.story("--json", link(1), "--max-units", Integer.toString(2 * CHAIN), file);

        assertThat(bounded.code()).isZero();
        assertThat(bounded.out())
                .contains(link(10_000), "replacements lead to more IDs than the unit limit: the story is incomplete")
                .doesNotContain("[corr_id=" + link(10_002));
        assertThat(whole.out())
                .contains("\"id\":\"" + link(CHAIN + 1) + "\"", "\"passes\":2")
                .doesNotContain("incomplete");
    }

    /** IDs with a common beginning, the worst case of the multi-pattern search. */
    private static String link(int number) {
        return "all-ids-of-this-chain-begin-alike-" + number;
    }

    @Test
    void lineWithoutAnEnd_isReadInPart_andReported() throws IOException {
        Path file = write("2026-03-01T10:00:00Z INFO first [corr_id=abcd]\n");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.seek(150L << 20);
            sparse.write(
                    StoryResult.utf8(" the end of it [corr_id=abcd]\n2026-03-01T10:00:01Z INFO last [corr_id=abcd]\n"));
        }

        StoryResult result = StoryResult.story("abcd", file);

        assertThat(result.out()).contains("first", "last", "1 line is longer than 1 MiB");
        assertThat(result.out().length()).isLessThan(100_000);
    }

    @Test
    void endlessTrace_isReadInPart() throws IOException {
        StoryResult result = StoryResult.story(
                "--json",
                "abcd",
                write("2026-03-01T10:00:00Z INFO failed [corr_id=abcd]\n" + "\tat a.B.c(B.java:1)\n".repeat(200_000)));

        assertThat(result.out()).contains("failed\\n\\tat a.B.c(B.java:1)");
        assertThat(result.out().length()).isLessThan(20_000);
    }

    @Test
    void followedChainOfReplacements_isPrinted_andEnds() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            log.append("2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=i" + i + "] [new_corr_id=i"
                    + (i + 1) % 2_000 + "]\n");
        }

        StoryResult result = StoryResult.story(
                StoryResult.utf8(log.toString()), () -> false, "i0", "--follow", "--max-units", "100");

        assertThat(result.code()).isZero();
        assertThat(result.out()).hasLineCount(100);
    }

    @Test
    void truncatedGzip_isReadUpToTheCut_andReported() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(StoryResult.utf8("2026-03-01T10:00:00Z INFO whole [corr_id=abcd]\n"));
            for (int i = 0; i < 100_000; i++) {
                out.write(StoryResult.utf8(i * 7919L % 104_729 + " INFO other [corr_id=x]\n"));
            }
        }
        byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);

        StoryResult result = StoryResult.story("abcd", Files.write(directory.resolve("a.log.gz"), cut));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("whole", "cannot be read completely");
    }

    @Test
    void brokenCompressedFiles_areReported() throws IOException {
        byte[] zstd = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        byte[] gzip = {0x1F, (byte) 0x8B, 9, 9, 9, 9};

        for (byte[] broken : new byte[][] {zstd, gzip}) {
            StoryResult result = StoryResult.story("abcd", Files.write(directory.resolve("broken"), broken));

            assertThat(result.code()).isOne();
            assertThat(result.err()).contains("cannot be read completely").doesNotContain("Exception in");
        }
    }

    @Property(tries = 200)
    void anyBytes_areReadWithoutFailure(@ForAll @Size(max = 300) byte[] bytes) {
        byte[] id = StoryResult.utf8("[corr_id=abcd]");
        byte[] log = Arrays.copyOf(bytes, bytes.length + id.length);
        System.arraycopy(id, 0, log, bytes.length, id.length);

        assertThat(StoryResult.story(log, () -> false, "abcd").code()).isIn(0, 1);
        assertThat(StoryResult.story(bytes, () -> false, "abcd").code()).isIn(0, 1);
    }

    private Path many(String message) throws IOException {
        Path file = directory.resolve("long.log");
        String[] parts = message.split("%s", -1);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < MANY; i++) {
                line.setLength(0);
                line.append("2026-03-01T")
                        .append(10 + i / 600_000)
                        .append(':')
                        .append(10 + i / 60_000 % 10)
                        .append(':');
                line.append(10 + i / 2_000 % 30)
                        .append('.')
                        .append(10_000 + i % 2_000 * 5)
                        .append("Z INFO ");
                line.append(parts[0]).append(i).append(parts[1]);
                for (int part = 2; part < parts.length; part++) {
                    line.append(part == 2 ? i % 1_000 : i).append(parts[part]);
                }
                out.append(line).append('\n');
            }
        }
        return file;
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("a.log"), text);
    }
}

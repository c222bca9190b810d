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
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that nobody should write: bounded, said, and never a crash. */
@Tag("CO-11")
class HostileLogTest {

    /** More than are kept of one story where nothing else is asked for: 100,000. */
    private static final int MANY = 120_000;

    /** More than are followed where nothing else is asked for: 10,000. */
    private static final int CHAIN = 15_000;

    @TempDir
    private Path directory;

    @Test
    void brokenJson_isReadAsText_andSaid() throws IOException {
        Told told = Told.story("abcd", write("{\"message\":\"half a line\",\"corr_id\":\"abcd\",\"x\":\n"));

        assertThat(told.code()).isZero();
        assertThat(told.out()).contains("half a line", "1 line is begun as JSON and not complete");
    }

    @Test
    void bytesThatAreNoText_areReadAndSaid() throws IOException {
        byte[] line = "2026-03-01T10:00:00Z INFO x [corr_id=abcd] \0\u0001\u001b[31mred\u009b\n"
                .getBytes(StandardCharsets.ISO_8859_1);

        Told told = Told.story("abcd", Files.write(directory.resolve("a.log"), line));

        assertThat(told.code()).isZero();
        assertThat(told.out()).contains("red", "not in UTF-8").doesNotContain("\u001b", "\0", "\u009b");
    }

    @Test
    void fieldInTheMessage_doesNotMoveALineToAnotherStory() throws IOException {
        String line =
                "{\"message\":\"name is \\\",\\\"corr_id\\\":\\\"abcd\\\",[corr_id=abcd]\",\"corr_id\":\"other\"}\n";

        assertThat(Told.story("abcd", write(line)).code()).isOne();
        assertThat(Told.story("other", write(line)).code()).isZero();
    }

    @Test
    void hugeLine_isReadInPart_andSaid() throws IOException {
        String line = "2026-03-01T10:00:00Z INFO [corr_id=abcd] " + "z".repeat(5 << 20)
                + "\n2026-03-01T10:00:01Z INFO after [corr_id=abcd]\n";

        Told told = Told.story("abcd", write(line));

        assertThat(told.out()).contains("after", "1 line is longer than a mebibyte");
        assertThat(told.out().length()).isLessThan(100_000);
    }

    @Test
    void circleOfReplacements_ends_andIsSaid() throws IOException {
        Told told = Told.story("a", write("""
                2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=a] [new_corr_id=b.1]
                2026-03-01T10:00:01Z INFO Replacing correlation id [corr_id=b.1] [new_corr_id=c]
                2026-03-01T10:00:02Z INFO Replacing correlation id [corr_id=c] [new_corr_id=a]
                2026-03-01T10:00:03Z INFO Replacing correlation id [corr_id=c] [new_corr_id=c]
                2026-03-01T10:00:04Z INFO the end [corr_id=b.1]
                """));

        assertThat(told.code()).isZero();
        assertThat(told.out()).contains("the end", "ids replace each other in a circle: a, b.1, c");
    }

    @Test
    void deepestId_isTold() throws IOException {
        String deep = "a" + ".b".repeat(63);

        assertThat(Told.story("a", write("2026-03-01T10:00:00Z INFO deep down [corr_id=" + deep + "]\n"))
                        .out())
                .contains("deep down");
    }

    @Test
    void manyDescendantsAndLines_areBounded_andSaid() throws IOException {
        Path file = directory.resolve("many.log");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int i = 0; i < 30_000; i++) {
                out.printf(
                        "2026-03-01T10:%02d:%02d.%03dZ INFO number %d [corr_id=abcd.%d]%n",
                        i / 1000 / 60, i / 1000 % 60, i % 1000, i, i);
            }
        }

        Told lines = Told.story("abcd", "--max-lines", "100", file);
        Told units = Told.story("abcd", "--max-units", "100", file);

        assertThat(lines.out())
                .contains("number 99", "29,900 later lines are left out")
                .doesNotContain("number 100");
        assertThat(units.out())
                .contains("number 99", "of later units 29,900 lines are left out")
                .doesNotContain("number 100");
    }

    @Test
    void manyReplacements_areBounded_andSaid() throws IOException {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            log.append("2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=i%d] [new_corr_id=i%d]\n"
                    .formatted(i, i + 1));
        }
        Path file = write(log.toString());

        assertThat(Told.story("--json", "i0", file).out()).contains("i2000");
        assertThat(Told.story("i0", "--max-links", "100", file).out()).contains("more replacements than are kept: 1,9");
        assertThat(Told.story("i0", "--max-units", "100", file).out()).contains("more ids than are kept");
    }

    @Test
    void descendantsBeyondTheDefaultBound_areLeftOut_andSaid() throws IOException {
        Path file = many("number %d [corr_id=abcd.%d.%d]");

        Told told = Told.story("abcd", file);

        assertThat(told.code()).isZero();
        assertThat(told.out())
                .contains("number 0\n", "20,000 later lines are left out", "of later units 90,000 lines are left out")
                .doesNotContain("number 100000\n");
    }

    @Test
    void linesOfARootBeyondTheDefaultBound_areLeftOut_andSaid() throws IOException {
        Path file = many("number %d [corr_id=abcd]");

        Told told = Told.story("--json", "abcd", file);

        assertThat(told.code()).isZero();
        assertThat(told.out()).contains("\"omitted_lines\":20000", "20,000 later lines are left out");
        assertThat(told.out()).contains("\"number 99999\"").doesNotContain("\"number 100000\"");
    }

    @Test
    void chainOfReplacementsBeyondTheDefaultBound_isBounded_andSaid() throws IOException {
        Path file = directory.resolve("chain.log");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            // The last one first: an order in which no pass finds more than one step by the way.
            for (int i = CHAIN; i > 0; i--) {
                out.print("2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=" + link(i) + "] [new_corr_id="
                        + link(i + 1) + "]\n");
            }
        }

        Told bounded = Told.story(link(1), file);
        Told whole = Told.story("--json", link(1), "--max-units", Integer.toString(2 * CHAIN), file);

        assertThat(bounded.code()).isZero();
        assertThat(bounded.out())
                .contains(link(10_000), "replacements lead to more ids than are kept: the story is not complete")
                .doesNotContain("[corr_id=" + link(10_002));
        assertThat(whole.out())
                .contains("\"id\":\"" + link(CHAIN + 1) + "\"", "\"passes\":2")
                .doesNotContain("not complete");
    }

    /** Ids that begin alike, which a search for many of them at once has to bear. */
    private static String link(int number) {
        return "all-ids-of-this-chain-begin-alike-" + number;
    }

    @Test
    void lineWithoutAnEnd_isReadInPart_andSaid() throws IOException {
        Path file = write("2026-03-01T10:00:00Z INFO first [corr_id=abcd]\n");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.seek(150L << 20);
            sparse.write(Told.utf8(" the end of it [corr_id=abcd]\n2026-03-01T10:00:01Z INFO last [corr_id=abcd]\n"));
        }

        Told told = Told.story("abcd", file);

        assertThat(told.out()).contains("first", "last", "1 line is longer than a mebibyte");
        assertThat(told.out().length()).isLessThan(100_000);
    }

    @Test
    void endlessTrace_isReadInPart() throws IOException {
        Told told = Told.story(
                "--json",
                "abcd",
                write("2026-03-01T10:00:00Z INFO failed [corr_id=abcd]\n" + "\tat a.B.c(B.java:1)\n".repeat(200_000)));

        assertThat(told.out()).contains("failed\\n\\tat a.B.c(B.java:1)");
        assertThat(told.out().length()).isLessThan(20_000);
    }

    @Test
    void linesOfAnIdThatIsReplacedAgainAndAgain_areToldWhileFollowed_andEnd() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            log.append("2026-03-01T10:00:00Z INFO Replacing correlation id [corr_id=i" + i + "] [new_corr_id=i"
                    + (i + 1) % 2_000 + "]\n");
        }

        Told told = Told.story(Told.utf8(log.toString()), () -> false, "i0", "--follow", "--max-units", "100");

        assertThat(told.code()).isZero();
        assertThat(told.out()).hasLineCount(100);
    }

    @Test
    void cutGzip_isReadAsFarAsItGoes_andSaid() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(Told.utf8("2026-03-01T10:00:00Z INFO whole [corr_id=abcd]\n"));
            for (int i = 0; i < 100_000; i++) {
                out.write(Told.utf8(i * 7919L % 104_729 + " INFO other [corr_id=x]\n"));
            }
        }
        byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);

        Told told = Told.story("abcd", Files.write(directory.resolve("a.log.gz"), cut));

        assertThat(told.code()).isZero();
        assertThat(told.out()).contains("whole", "cannot be unpacked to its end");
    }

    @Test
    void brokenPackedFiles_areSaid() throws IOException {
        byte[] zstd = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        byte[] gzip = {0x1F, (byte) 0x8B, 9, 9, 9, 9};

        for (byte[] broken : new byte[][] {zstd, gzip}) {
            Told told = Told.story("abcd", Files.write(directory.resolve("broken"), broken));

            assertThat(told.code()).isOne();
            assertThat(told.err()).contains("cannot be unpacked to its end").doesNotContain("Exception in");
        }
    }

    @Property(tries = 200)
    void anyBytes_areReadWithoutFailure(@ForAll @Size(max = 300) byte[] bytes) {
        byte[] id = Told.utf8("[corr_id=abcd]");
        byte[] log = Arrays.copyOf(bytes, bytes.length + id.length);
        System.arraycopy(id, 0, log, bytes.length, id.length);

        assertThat(Told.story(log, () -> false, "abcd").code()).isIn(0, 1);
        assertThat(Told.story(bytes, () -> false, "abcd").code()).isIn(0, 1);
    }

    private Path many(String message) throws IOException {
        Path file = directory.resolve("long.log");
        String[] parts = message.split("%d", -1);
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

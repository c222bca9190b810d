package io.counterfoil.story.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("CO-11")
class MarksTest {

    /** Enough lines for a file that is read in more than one part. */
    private static final int LINES = 10_000;

    private static final String MARK = "a mark of this test";

    @TempDir
    private Path directory;

    private final List<String> passed = Collections.synchronizedList(new ArrayList<>());
    private final List<String> marked = Collections.synchronizedList(new ArrayList<>());

    @Test
    void linesOfMarks_areEmittedAfterThePass_completely() throws IOException {
        StringBuilder log = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            String line = "x".repeat(i % 2_111) + (i % 3 == 0 ? " " + MARK + " " : " nothing ") + i;
            if (i % 3 == 0) {
                expected.add(line);
            }
            log.append(line).append(i % 2 == 0 ? "\r\n" : "\n");
        }

        read(Files.writeString(directory.resolve("a.log"), log), LINES);

        assertThat(passed).isEmpty();
        // Sorted, because comparison in any order takes quadratic time.
        assertThat(marked.stream().sorted().toList())
                .isEqualTo(expected.stream().sorted().toList());
    }

    @Test
    void lineWithATextAndAMark_isEmittedInThePass() throws IOException {
        read(Files.writeString(directory.resolve("a.log"), MARK + " the text\nthe text, then " + MARK + "\n"), 10);

        assertThat(passed).containsExactlyInAnyOrder(MARK + " the text", "the text, then " + MARK);
    }

    @Test
    void linesOfMarksInACompressedFile_areEmittedInThePass() throws IOException {
        Path file = directory.resolve("a.log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(("one\n" + MARK + "\nthree\n").getBytes(StandardCharsets.UTF_8));
        }

        read(file, 10);

        assertThat(passed).containsExactly(MARK);
        assertThat(marked).isEmpty();
    }

    @Test
    void marksBeyondTheBound_areCounted() throws IOException {
        Marks marks = read(Files.writeString(directory.resolve("a.log"), (MARK + "\n").repeat(12)), 10);

        assertThat(marked).hasSize(10);
        assertThat(marks.dropped()).isEqualTo(2);
    }

    private Marks read(Path file, int most) throws IOException {
        Marks marks = new Marks(List.of(MARK), most);
        try (Scan scan = new Scan(List.of(LogSource.of(0, "log", file)), 2, false)) {
            scan.pass(List.of("the text"), marks, line -> passed.add(text(line)));
            scan.lines(marks, line -> marked.add(text(line)));
            assertThat(scan.problems()).isEmpty();
        }
        return marks;
    }

    private static String text(RawLine line) {
        return new String(line.bytes(), StandardCharsets.UTF_8);
    }
}

package io.counterfoil.story.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are longer than the parts in which they are read. */
@Tag("CO-11")
class ScanTest {

    private static final int LINES = 20_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyLineWithANeedle_isFoundOnce_whereverThePartsEnd(int threads) throws IOException {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            log.append("x".repeat(i % 2_111))
                    .append(i % 3 == 0 ? " needle-of-this-test " : " nothing ")
                    .append(i)
                    .append('\n');
        }
        log.append("the last one, needle-of-this-test, has no line break");
        Path file = write("long.log", log.toString());

        List<Hit> hits = scan(file, threads, "needle-of-this-test");

        assertThat(hits).hasSize((LINES + 2) / 3 + 1).doesNotHaveDuplicates().allMatch(hit -> !hit.cut());
        String all = log.toString();
        assertThat(hits).allMatch(hit -> all.startsWith(hit.text(), (int) hit.offset()));
    }

    @Test
    void hugeLine_isEmittedInParts_andTheNextLineIsComplete() throws IOException {
        String huge = "y".repeat(11 << 20);
        Path file = write("huge.log", huge + "needle-of-this-test" + huge + "\nafter needle-of-this-test it\n");

        List<Hit> hits = scan(file, 2, "needle-of-this-test");

        assertThat(hits).hasSize(2);
        assertThat(hits.get(0).cut()).isTrue();
        assertThat(hits.get(0).text()).hasSizeLessThanOrEqualTo(Scan.MAX_LINE).contains("needle-of-this-test");
        assertThat(hits.get(1).text()).isEqualTo("after needle-of-this-test it");
        assertThat(hits.get(1).cut()).isFalse();
    }

    @Test
    void lineWithTwoNeedles_isEmittedOnce_withoutItsWindowsLineBreak() throws IOException {
        Path file = write("a.log", "one needle-1 needle-2\r\nnone\r\n\r\nneedle-2\r\n");

        assertThat(scan(file, 2, "needle-1", "needle-2"))
                .extracting(Hit::text)
                .containsExactly("one needle-1 needle-2", "needle-2");
    }

    @Test
    void emptyFile_hasNoLines() throws IOException {
        assertThat(scan(write("empty.log", ""), 2, "needle")).isEmpty();
    }

    private record Hit(long offset, String text, boolean cut) {}

    private List<Hit> scan(Path file, int threads, String... texts) throws IOException {
        List<Hit> hits = Collections.synchronizedList(new ArrayList<>());
        try (Scan scan = new Scan(List.of(LogSource.of(0, "log", file)), threads, false)) {
            scan.pass(
                    Needles.of(List.of(texts)),
                    line -> hits.add(
                            new Hit(line.offset(), new String(line.bytes(), StandardCharsets.UTF_8), line.cut())));
            assertThat(scan.problems()).isEmpty();
            assertThat(scan.bytes()).isEqualTo(Files.size(file));
        }
        return hits.stream()
                .sorted((a, b) -> Long.compare(a.offset(), b.offset()))
                .toList();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}

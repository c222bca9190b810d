package io.counterfoil.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedSectionTest {

    @TempDir
    private Path directory;

    private Path document;

    @BeforeEach
    void name() {
        document = directory.resolve("figures.md");
    }

    @Test
    void replace_leavesTheRestOfTheDocumentUnchanged() throws IOException {
        Files.writeString(
                document, "one\n<!-- a: begin -->\nold\n<!-- a: end -->\ntwo\n<!-- b: begin -->\n<!-- b: end -->\n");

        new MarkedSection(document, "a").replace("new\n");

        assertThat(document)
                .hasContent(
                        "one\n<!-- a: begin -->\n\nnew\n\n<!-- a: end -->\ntwo\n<!-- b: begin -->\n<!-- b: end -->\n");
    }

    @Test
    void documentWithoutTheMarkers_isRejectedAndUnchanged() throws IOException {
        Files.writeString(document, "one\n<!-- b: begin -->\n<!-- b: end -->\n");

        assertThatThrownBy(() -> new MarkedSection(document, "a").replace("new"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("figures.md must contain the line <!-- a: begin --> once");

        assertThat(document).hasContent("one\n<!-- b: begin -->\n<!-- b: end -->\n");
    }
}

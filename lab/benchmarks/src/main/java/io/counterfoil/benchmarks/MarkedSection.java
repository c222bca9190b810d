package io.counterfoil.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The generated section of a document, between two markers, each a comment on its own line. */
public record MarkedSection(Path document, String name) {

    /**
     * Checks that the section exists, before a long measurement.
     *
     * @throws IOException if the document does not contain each marker once and in order, or cannot be read
     */
    public void requirePresent() throws IOException {
        bounds(Files.readString(document));
    }

    /**
     * Replaces the contents of the section. The rest of the document is unchanged.
     *
     * @throws IOException if the document does not contain each marker once and in order, or cannot be read or written
     */
    public void replace(String text) throws IOException {
        String all = Files.readString(document);
        Bounds bounds = bounds(all);
        Files.writeString(
                document, all.substring(0, bounds.from()) + "\n" + text.strip() + "\n\n" + all.substring(bounds.to()));
    }

    /**
     * The contents of the section.
     *
     * @throws IOException if the document does not contain each marker once and in order, or cannot be read
     */
    public String text() throws IOException {
        String all = Files.readString(document);
        Bounds bounds = bounds(all);
        return all.substring(bounds.from(), bounds.to());
    }

    private record Bounds(int from, int to) {}

    private Bounds bounds(String all) throws IOException {
        String begin = "<!-- %s: begin -->\n".formatted(name);
        Bounds bounds = new Bounds(only(all, begin) + begin.length(), only(all, "<!-- %s: end -->".formatted(name)));
        if (bounds.to() < bounds.from()) {
            throw new IOException(
                    "%s has the end marker of the section %s before its begin marker".formatted(document, name));
        }
        return bounds;
    }

    private int only(String all, String marker) throws IOException {
        int at = all.indexOf(marker);
        if (at < 0 || all.indexOf(marker, at + 1) >= 0) {
            throw new IOException("%s must contain the line %s once".formatted(document, marker.strip()));
        }
        return at;
    }
}

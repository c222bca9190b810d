package io.counterfoil.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a document that a program writes: what is between two markers, each a comment on a line of its own. */
public record MarkedSection(Path document, String name) {

    /**
     * Looks whether it is there, before a long measurement that is meant for it.
     *
     * @throws IOException when the document has not each marker once, in their order, or cannot be read
     */
    public void requirePresent() throws IOException {
        bounds(Files.readString(document));
    }

    /**
     * Puts a text in the place of what is there. The rest of the document stays as it is.
     *
     * @throws IOException when the document has not each marker once, in their order, or cannot be read or written
     */
    public void replace(String text) throws IOException {
        String all = Files.readString(document);
        Bounds bounds = bounds(all);
        Files.writeString(
                document, all.substring(0, bounds.from()) + "\n" + text.strip() + "\n\n" + all.substring(bounds.to()));
    }

    private record Bounds(int from, int to) {}

    private Bounds bounds(String all) throws IOException {
        String begin = "<!-- %s: begin -->\n".formatted(name);
        Bounds bounds = new Bounds(only(all, begin) + begin.length(), only(all, "<!-- %s: end -->".formatted(name)));
        if (bounds.to() < bounds.from()) {
            throw new IOException("%s has the end of the section %s before its begin".formatted(document, name));
        }
        return bounds;
    }

    private int only(String all, String marker) throws IOException {
        int at = all.indexOf(marker);
        if (at < 0 || all.indexOf(marker, at + 1) >= 0) {
            throw new IOException("%s must have the line %s once".formatted(document, marker.strip()));
        }
        return at;
    }
}

package io.counterfoil.cli.id;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Reads lines, truncating each to {@code most + 1} characters, so that a longer line can be recognized. */
record BoundedLines(Reader from, int maxLength) {

    /** The next line, or null at the end. */
    @Nullable
    String next() throws IOException {
        StringBuilder line = new StringBuilder();
        int c = from.read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = from.read()) {
            if (line.length() <= maxLength) {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}

package io.counterfoil.cli.id;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Lines of any length, of which no more than so much is kept: a longer one comes back one character longer than the bound. */
record BoundedLines(Reader from, int most) {

    /** The next line, or null at the end. */
    @Nullable
    String next() throws IOException {
        StringBuilder line = new StringBuilder();
        int c = from.read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = from.read()) {
            if (line.length() <= most) {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}

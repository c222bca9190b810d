package io.counterfoil.story.render;

import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Writes HTML in ASCII, so that no encoding of the output can change it. Marks are this program's own and written as they are; texts
 * are foreign and escaped.
 */
record Html(PrintWriter out) {

    /** Writes marks; never with anything of a log in them but numbers. */
    Html marks(String marks) {
        out.print(ascii(marks));
        return this;
    }

    /** As {@link String#formatted}, of numbers and of the program's own words. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    Html marks(String format, Object... values) {
        out.print(ascii(format.formatted(values)));
        return this;
    }

    /** Writes a text of one line, made visible and escaped. */
    Html text(String text) {
        out.print(escaped(Visible.of(text)));
        return this;
    }

    /** Writes a text with its line breaks; all else of it is made visible and escaped. */
    Html lines(String text) {
        out.print(escaped(Arrays.stream(text.replace("\t", "    ").split("\n", -1))
                .map(Visible::of)
                .collect(Collectors.joining("\n"))));
        return this;
    }

    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return ascii(escaped.toString());
    }

    /** With references for all other characters; the halves of a pair together. */
    private static String ascii(String text) {
        if (text.chars().allMatch(c -> c < 0x80)) {
            return text;
        }
        StringBuilder ascii = new StringBuilder(text.length() + 64);
        text.codePoints().forEach(c -> {
            if (c < 0x80) {
                ascii.append((char) c);
            } else {
                ascii.append("&#").append(c).append(';');
            }
        });
        return ascii.toString();
    }
}

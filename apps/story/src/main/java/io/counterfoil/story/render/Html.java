package io.counterfoil.story.render;

import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Writes HTML in ASCII, so that it does not depend on the encoding of the output. Markup is written as is; text is
 * escaped.
 */
record Html(PrintWriter out) {

    /** Writes markup, which must not contain text from a log. */
    Html markup(String marks) {
        out.print(ascii(marks));
        return this;
    }

    /** Writes formatted markup, as {@link String#formatted}; the values are numbers and constants. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    Html markup(String format, Object... values) {
        out.print(ascii(format.formatted(values)));
        return this;
    }

    /** Writes text on one line, with unprintable characters shown as escapes, and escaped for HTML. */
    Html text(String text) {
        out.print(escaped(Visible.of(text)));
        return this;
    }

    /** Writes text with its line breaks, otherwise like {@link #text}. */
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

    /** Writes characters beyond ASCII as references, a surrogate pair as one. */
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

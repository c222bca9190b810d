package io.counterfoil.story.render;

import java.nio.charset.Charset;
import java.util.Locale;

/** The characters of the tree. */
enum TreeGlyphs {
    BOXES("│ ", "├─ ", "│  ", "⋯ ", "⇒ ", "⇐ "),
    ASCII("| ", "+- ", "|  ", "~ ", "=> ", "<= ");

    final String line;
    final String branch;
    final String trunk;
    final String gap;
    final String to;
    final String from;

    TreeGlyphs(String line, String branch, String trunk, String gap, String to, String from) {
        this.line = line;
        this.branch = branch;
        this.trunk = trunk;
        this.gap = gap;
        this.to = to;
        this.from = from;
    }

    /** Box-drawing characters, unless the encoding of standard output lacks them. */
    static TreeGlyphs ofStandardOutput() {
        String encoding = System.getProperty(
                "stdout.encoding",
                System.getProperty(
                        "sun.stdout.encoding", Charset.defaultCharset().name()));
        return encoding.toUpperCase(Locale.ROOT).startsWith("UTF") ? BOXES : ASCII;
    }
}

package io.counterfoil.story.log;

import java.util.regex.Pattern;

/**
 * Removes the sequences by which a terminal shows colours, also where a collector has written the escape character as text. Others, which
 * move the cursor or erase the screen, remain and are shown as escapes.
 */
final class Ansi {

    private static final Pattern COLOURS =
            Pattern.compile("(?:(?:\u001b|#033|\\\\x1b|\\\\u001b|\\^\\[)\\[|\u009b)[0-9;:]{0,64}[mK]");

    private Ansi() {}

    /** The text without colours. */
    static String strip(String text) {
        boolean plain = text.indexOf('\u001b') < 0
                && text.indexOf('\u009b') < 0
                && !text.contains("#033[")
                && !text.contains("1b[")
                && !text.contains("^[[");
        return plain ? text : COLOURS.matcher(text).replaceAll("");
    }
}

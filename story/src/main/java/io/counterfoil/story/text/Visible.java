package io.counterfoil.story.text;

/**
 * Foreign text made fit for a terminal, one line of it. Whatever could move a cursor, colour what follows, turn the direction of
 * writing or hide is shown as an escape: control characters, format characters (the bidirectional ones among them), line
 * separators, private and unassigned code points, and halves of surrogate pairs. A line break is {@code \n}, a tab {@code \t}, all
 * else {@code \}{@code u001b}, or {@code \}{@code u{e0001}} beyond the first plane. A backslash stays what it is: this is for eyes,
 * and {@code --json} is for programs.
 */
public final class Visible {

    private static final String CUT = "…";

    private Visible() {}

    /** The whole text. */
    public static String of(String text) {
        int clean = firstHidden(text);
        if (clean == text.length()) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, clean);
        text.codePoints().skip(text.codePointCount(0, clean)).forEach(c -> append(shown, c));
        return shown.toString();
    }

    /**
     * The beginning of the text.
     *
     * @param most how many characters of it, before they are escaped; what is left out is said by an ellipsis
     */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return of(text);
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return of(text.substring(0, end)) + CUT;
    }

    private static int firstHidden(String text) {
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (isHidden(c)) {
                return i;
            }
            i += Character.charCount(c);
        }
        return i;
    }

    private static void append(StringBuilder shown, int c) {
        if (!isHidden(c)) {
            shown.appendCodePoint(c);
        } else if (c == '\n') {
            shown.append("\\n");
        } else if (c == '\r') {
            shown.append("\\r");
        } else if (c == '\t') {
            shown.append("\\t");
        } else {
            shown.append((c <= Character.MAX_VALUE ? "\\u%04x" : "\\u{%x}").formatted(c));
        }
    }

    private static boolean isHidden(int c) {
        if (c < 0x7f) {
            return c < ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}

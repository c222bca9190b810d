package io.counterfoil.story.text;

import java.util.HexFormat;

/**
 * Makes foreign text safe for one line of a terminal. Characters that could move the cursor, change colours, change the
 * direction of writing or hide are shown as escapes: control characters, format characters (including bidirectional
 * ones), line separators, private and unassigned code points, and unpaired surrogates. A line break is {@code \n}, a
 * tab {@code \t}, others {@code \}{@code u001b}, or {@code \}{@code u{e0001}} beyond the first plane. Backslashes are
 * not escaped, so the result cannot be parsed; {@code --json} is for programs.
 */
public final class Visible {

    private static final String CUT = "…";

    private Visible() {}

    /** Escapes a text. */
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
     * Escapes the beginning of a text.
     *
     * @param most the maximum number of characters before escaping; a truncated text ends with an ellipsis
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
        } else if (c <= Character.MAX_VALUE) {
            shown.append("\\u").append(HexFormat.of().toHexDigits((char) c));
        } else {
            shown.append("\\u{").append(Integer.toHexString(c)).append('}');
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

package io.counterfoil.ids.internal;

import java.util.HexFormat;

/** Foreign text made fit for a message: quoted, of bounded length, nothing in it but printable ASCII. */
public final class Excerpt {

    private static final int MAX_LENGTH = 64;

    private Excerpt() {}

    /** The text in quotes, at most 64 characters of it. */
    public static String of(CharSequence text) {
        StringBuilder shown = new StringBuilder("\"");
        text.chars().limit(MAX_LENGTH).forEach(c -> {
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                shown.append("\\u").append(HexFormat.of().toHexDigits((char) c));
            } else {
                shown.append((char) c);
            }
        });
        shown.append('"');
        if (text.length() > MAX_LENGTH) {
            shown.append("... (").append(text.length()).append(" characters)"); // not a locale's digits
        }
        return shown.toString();
    }
}

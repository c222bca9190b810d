package io.counterfoil.ids;

/** Foreign text made fit for a message: quoted, of bounded length, nothing in it but printable ASCII. */
final class Excerpt {

    private static final int MAX_LENGTH = 64;

    private Excerpt() {}

    static String of(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.chars().limit(MAX_LENGTH).forEach(c -> {
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                shown.append("\\u%04x".formatted(c));
            } else {
                shown.append((char) c);
            }
        });
        shown.append('"');
        if (text.length() > MAX_LENGTH) {
            shown.append("... (%d characters)".formatted(text.length()));
        }
        return shown.toString();
    }
}

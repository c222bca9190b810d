package io.counterfoil.operations;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What texts of operations must be like. */
final class Texts {

    static final int MAX_KIND_LENGTH = 100;

    private static final Pattern KIND = Pattern.compile("[!-~]{1," + MAX_KIND_LENGTH + "}");

    private Texts() {}

    static String kind(String kind) {
        if (!KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException(
                    "an operation's kind has 1 to %s characters of printable ASCII without spaces; this one has %s"
                            .formatted(MAX_KIND_LENGTH, kind.length()));
        }
        return kind;
    }

    /** Refuses what is too long, or what PostgreSQL cannot store. */
    static void bounded(String what, String text, int maxBytes) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > maxBytes) {
            throw new IllegalArgumentException(
                    "%s has at most %s bytes of UTF-8; this one has %s".formatted(what, maxBytes, bytes));
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + " must not have a NUL character");
        }
    }

    static void notNegative(String what, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(what + " must not be negative: " + number);
        }
    }

    /** A JSON string. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                json.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}

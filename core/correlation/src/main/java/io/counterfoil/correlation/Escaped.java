package io.counterfoil.correlation;

import java.util.HexFormat;

/** Foreign text made fit for a log line. */
final class Escaped {

    static final int MAX_LENGTH = 64;

    private static final String CUT = "...";

    /** Structure of a log line, or of a logging library's patterns: a foreign text must not be able to write it. */
    private static final String STRUCTURE = "\"'\\[]{}<>=$%|";

    private Escaped() {}

    /** At most {@value #MAX_LENGTH} characters of printable ASCII; no escape is cut in two. */
    static String forLog(String text) {
        StringBuilder shown = new StringBuilder();
        int fits = 0;
        for (int i = 0; i < text.length() && shown.length() <= MAX_LENGTH; i++) {
            shown.append(escape(text.charAt(i)));
            if (shown.length() <= MAX_LENGTH - CUT.length()) {
                fits = shown.length();
            }
        }
        if (shown.length() > MAX_LENGTH) {
            shown.setLength(fits);
            shown.append(CUT);
        }
        return shown.toString();
    }

    private static String escape(char c) {
        boolean plain = c >= ' ' && c <= '~' && STRUCTURE.indexOf(c) < 0;
        return plain ? String.valueOf(c) : "\\u" + HexFormat.of().toHexDigits(c);
    }
}

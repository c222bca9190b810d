package io.counterfoil.story.log;

import java.nio.charset.StandardCharsets;

/**
 * The correlation IDs of a line, extracted without parsing. A log may have very many replacement lines, and few of them
 * belong to the story.
 *
 * <p>In a line that begins like JSON, fields take precedence over the message; in a text line it is the reverse. Fields
 * with escaped quotes belong to an object inside a text and have the lowest precedence.
 *
 * @param id the correlation ID of the line; empty if there is none
 * @param newId the ID that replaced it; empty if there is none
 * @param oldId the ID that it replaced; empty if there is none
 * @param certain whether all IDs of the line are of the form with the highest precedence, valid and consistent, so that
 *     parsing returns the same IDs
 */
public record LineIds(String id, String newId, String oldId, boolean certain) {

    private static final byte[] KEY = "corr_id".getBytes(StandardCharsets.US_ASCII);
    private static final int FIELD = 0;
    private static final int ESCAPED_FIELD = 1;
    private static final int TEXT = 2;
    private static final int[] FIELDS_FIRST = {FIELD, ESCAPED_FIELD, TEXT};
    private static final int[] TEXT_FIRST = {TEXT, FIELD, ESCAPED_FIELD};

    /** Extracts the IDs of this line. */
    public static LineIds of(byte[] line) {
        String[][] found = {{"", "", ""}, {"", "", ""}, {"", "", ""}};
        int[] order = beginsAsJson(line) ? FIELDS_FIRST : TEXT_FIRST;
        boolean certain = true;
        for (int at = next(line, 0); at >= 0; at = next(line, at + KEY.length)) {
            int which = prefixed(line, at, 'n', 'e', 'w') ? 1 : prefixed(line, at, 'o', 'l', 'd') ? 2 : 0;
            int start = which == 0 ? at : at - 4;
            if (start > 0 && line[start - 1] == '_') {
                start--;
            }
            int before = start == 0 ? ' ' : line[start - 1];
            if (before != '.' && Ids.isOfSegment(before)) {
                // After a backslash, the letter ends an escape sequence, and the name begins after it.
                certain &= start < 2 || line[start - 2] != '\\';
                continue;
            }
            int valueStart = at + KEY.length;
            int escapes = run(line, valueStart, '\\');
            boolean field = valueStart + escapes < line.length && line[valueStart + escapes] == '"';
            int kind = !field ? TEXT : escapes == 0 ? FIELD : ESCAPED_FIELD;
            String value = field ? ofField(line, valueStart, escapes) : ofText(line, valueStart);
            if (found[kind][which].isEmpty()) {
                found[kind][which] = value;
            }
            certain &= kind == order[0] && !value.isEmpty() && value.equals(found[kind][which]);
        }
        return new LineIds(first(found, order, 0), first(found, order, 1), first(found, order, 2), certain);
    }

    private static boolean beginsAsJson(byte[] line) {
        int at = run(line, 0, ' ');
        return at < line.length && line[at] == '{';
    }

    private static String first(String[][] found, int[] order, int which) {
        for (int kind : order) {
            if (!found[kind][which].isEmpty()) {
                return found[kind][which];
            }
        }
        return "";
    }

    private static int next(byte[] line, int from) {
        for (int i = from; i <= line.length - KEY.length; i++) {
            // The underscore is the rarest character of the names.
            if (line[i + 4] == '_'
                    && line[i] == 'c'
                    && line[i + 1] == 'o'
                    && line[i + 2] == 'r'
                    && line[i + 3] == 'r'
                    && line[i + 5] == 'i'
                    && line[i + 6] == 'd') {
                return i;
            }
        }
        return -1;
    }

    private static boolean prefixed(byte[] line, int at, char a, char b, char c) {
        return at >= 4 && line[at - 4] == a && line[at - 3] == b && line[at - 2] == c && line[at - 1] == '_';
    }

    /** Reads the value after a JSON key: {@code ": "value"}, each quote preceded by this many backslashes. */
    private static String ofField(byte[] line, int from, int escapes) {
        int at = from + escapes + 1;
        at += run(line, at, ' ');
        if (at >= line.length || line[at] != ':') {
            return "";
        }
        at++;
        at += run(line, at, ' ');
        if (run(line, at, '\\') != escapes || at + escapes >= line.length || line[at + escapes] != '"') {
            return "";
        }
        return id(line, at + escapes + 1, false);
    }

    /** Reads the value after a name in text: {@code =value}, {@code : value}. A final dot ends the sentence. */
    private static String ofText(byte[] line, int from) {
        int at = from + run(line, from, ' ');
        if (at >= line.length || (line[at] != ':' && line[at] != '=')) {
            return "";
        }
        at++;
        at += run(line, at, ' ');
        at += Math.min(1, run(line, at, '\\'));
        at += Math.min(1, run(line, at, '"'));
        return id(line, at, true);
    }

    private static String id(byte[] line, int from, boolean sentence) {
        int end = from;
        while (end < line.length && end - from <= Ids.MAX_LENGTH && (line[end] == '.' || Ids.isOfSegment(line[end]))) {
            end++;
        }
        while (sentence && end > from && line[end - 1] == '.') {
            end--;
        }
        String value = new String(line, from, end - from, StandardCharsets.ISO_8859_1);
        return Ids.isId(value) ? value : "";
    }

    /** The number of repetitions of the character. */
    private static int run(byte[] line, int from, char c) {
        int at = from;
        while (at < line.length && line[at] == c) {
            at++;
        }
        return at - from;
    }
}

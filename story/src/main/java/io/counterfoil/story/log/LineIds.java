package io.counterfoil.story.log;

import java.nio.charset.StandardCharsets;

/**
 * The correlation ids of a line, read without parsing it: there may be very many lines with replacements in a log, and few of them belong to
 * the story.
 *
 * <p>A line that begins as JSON names its ids in fields, so those count before what stands in its message; of a text it is the other way
 * round. A field whose quotes are escaped is one of an object that was written into a text: it counts behind those that are not.
 *
 * @param id under which the line was logged; empty when it has none
 * @param newId what the line says that the id was replaced by; empty when it says nothing
 * @param oldId what the line says that the id took the place of; empty when it says nothing
 * @param certain whether all that the line names is of the kind that counts first, can be read, and agrees: parsing it gives the same
 *     ids. Otherwise only a parser knows.
 */
public record LineIds(String id, String newId, String oldId, boolean certain) {

    private static final byte[] KEY = "corr_id".getBytes(StandardCharsets.US_ASCII);
    private static final int FIELD = 0;
    private static final int ESCAPED_FIELD = 1;
    private static final int TEXT = 2;
    private static final int[] FIELDS_FIRST = {FIELD, ESCAPED_FIELD, TEXT};
    private static final int[] TEXT_FIRST = {TEXT, FIELD, ESCAPED_FIELD};

    /** Of this line. */
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
                // Behind a backslash the letter is the end of an escape, and what follows may be a word of its own.
                certain &= start < 2 || line[start - 2] != '\\';
                continue;
            }
            int behind = at + KEY.length;
            int escapes = run(line, behind, '\\');
            boolean field = behind + escapes < line.length && line[behind + escapes] == '"';
            int kind = !field ? TEXT : escapes == 0 ? FIELD : ESCAPED_FIELD;
            String value = field ? ofField(line, behind, escapes) : ofText(line, behind);
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
            // The underscore is the rarest of its letters.
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

    /** Behind the key: {@code ": "value"}, each quote with as many backslashes before it. */
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

    /** Behind the key: {@code =value}, {@code : value}. A point at its end is that of the sentence. */
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

    /** How often the character stands there. */
    private static int run(byte[] line, int from, char c) {
        int at = from;
        while (at < line.length && line[at] == c) {
            at++;
        }
        return at - from;
    }
}

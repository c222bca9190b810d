package io.counterfoil.story.log;

import java.nio.charset.StandardCharsets;

/**
 * The correlation ids of a line, read without parsing it: there may be very many lines with replacements in a log, and few of them belong to
 * the story.
 *
 * <p>In a line of JSON, fields count before what stands in the message. A quote that is escaped begins no field.
 *
 * @param id under which the line was logged; empty when it has none
 * @param newId what the line says that the id was replaced by; empty when it says nothing
 * @param oldId what the line says that the id took the place of; empty when it says nothing
 */
public record LineIds(String id, String newId, String oldId) {

    private static final byte[] KEY = "corr_id".getBytes(StandardCharsets.US_ASCII);

    /** Of this line. */
    public static LineIds of(byte[] line) {
        String[] field = {"", "", ""};
        String[] text = {"", "", ""};
        for (int at = next(line, 0); at >= 0; at = next(line, at + KEY.length)) {
            int which = prefixed(line, at, 'n', 'e', 'w') ? 1 : prefixed(line, at, 'o', 'l', 'd') ? 2 : 0;
            int start = which == 0 ? at : at - 4;
            if (start > 0 && line[start - 1] == '_') {
                start--;
            }
            int before = start == 0 ? ' ' : line[start - 1];
            if (before != '.' && Ids.isOfSegment(before)) {
                continue;
            }
            boolean quoted = before == '.' || (before == '"' && (start < 2 || line[start - 2] != '\\'));
            String value = value(line, at + KEY.length, quoted);
            String[] found = quoted ? field : text;
            if (found[which].isEmpty()) {
                found[which] = value;
            }
        }
        return new LineIds(first(field[0], text[0]), first(field[1], text[1]), first(field[2], text[2]));
    }

    /** Whether the line tells of a replacement. */
    public boolean isLink() {
        return !id.isEmpty() && !(newId.isEmpty() && oldId.isEmpty());
    }

    private static String first(String one, String other) {
        return one.isEmpty() ? other : one;
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

    /** Behind the key: {@code ": "value"}, {@code =value}, {@code : value}. */
    private static String value(byte[] line, int from, boolean field) {
        int at = from;
        if (field) {
            if (at >= line.length || line[at] != '"') {
                return "";
            }
            at++;
        }
        at = blanks(line, at);
        if (at >= line.length || (line[at] != ':' && (field || line[at] != '='))) {
            return "";
        }
        at = blanks(line, at + 1);
        if (at < line.length && line[at] == '\\') {
            at++;
        }
        if (at < line.length && line[at] == '"') {
            at++;
        } else if (field) {
            return "";
        }
        int end = at;
        while (end < line.length && end - at <= Ids.MAX_LENGTH && (line[end] == '.' || Ids.isOfSegment(line[end]))) {
            end++;
        }
        while (!field && end > at && line[end - 1] == '.') {
            end--;
        }
        String value = new String(line, at, end - at, StandardCharsets.ISO_8859_1);
        return Ids.isId(value) ? value : "";
    }

    private static int blanks(byte[] line, int from) {
        int at = from;
        while (at < line.length && line[at] == ' ') {
            at++;
        }
        return at;
    }
}

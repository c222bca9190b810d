package io.counterfoil.story.log;

import io.counterfoil.story.log.Fields.Form;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A text line: a time, a level and a logger where they are found, IDs and keys as {@code [name=value]}, and the
 * message.
 *
 * <p>Recognized patterns are Spring Boot's ({@code time LEVEL pid --- [application] [thread] logger : message}) and
 * those with a dash between logger and message. In other lines, the message is the text after the time and the level.
 */
final class TextLine {

    private static final int HEADER = 256;
    private static final int TIME_WITHIN = 64;

    /** Names of log levels. */
    static final String[] LEVELS = {
        "INFO", "DEBUG", "WARN", "ERROR", "TRACE", "FATAL", "WARNING", "SEVERE", "NOTICE", "CRITICAL"
    };

    /** Names of the idempotency key, which is the same for all attempts of an action. */
    static final String[] ACTION = {"idempotency_key", "idempotencyKey", "Idempotency-Key", "request_id", "requestId"};

    /** Names of the client of an action; equal keys of two clients are different keys. */
    static final String CLIENT = "client";

    /** Names of the attempt. */
    static final String[] ATTEMPT = {"attempt_id", "attemptId", "idempotency_attempt", "attempt"};

    private TextLine() {}

    /** The fields of a line. */
    static Fields read(String line, Supplier<ZoneId> zone, Form form, Predicate<String> bare) {
        LineIds ids = LineIds.of(line.getBytes(StandardCharsets.UTF_8));
        Optional<Times.Found> found = Times.find(line, TIME_WITHIN, zone);
        Optional<Instant> time = found.map(Times.Found::time);
        int at = found.map(Times.Found::end).orElse(0);
        String level = "";
        int levelAt = Integer.MAX_VALUE;
        for (String name : LEVELS) {
            int place = word(line, name, at, Math.min(line.length(), at + HEADER));
            if (place >= 0 && place < levelAt) {
                level = name;
                levelAt = place;
            }
        }
        int rest = level.isEmpty() ? at : levelAt + level.length();
        String logger = "";
        int message = rest;
        for (String separator : new String[] {" : ", " -- ", " - "}) {
            int end = line.indexOf(separator, rest);
            if (!level.isEmpty() && end >= 0 && end - rest <= HEADER) {
                logger = lastWord(line, rest, end);
                message = end + separator.length();
                break;
            }
        }
        String id = ids.id().isEmpty() ? bareId(header(line, at, rest, message), bare) : ids.id();
        String service = value(line, "service", "application", "spring.application.name");
        return new Fields(
                id,
                ids.newId(),
                ids.oldId(),
                time,
                service.isEmpty() ? bootApplication(line, rest, message) : service,
                level,
                logger,
                without(line.substring(message), ids.id().isEmpty() ? "[" + id + "]" : "[corr_id=" + id + "]"),
                value(line, ACTION),
                value(line, ATTEMPT),
                inBrackets(line, CLIENT),
                form);
    }

    /** The part before the message; if its end is unknown, the part before the first colon. */
    private static String header(String line, int from, int rest, int message) {
        int colon = line.indexOf(": ", from);
        int end = message > rest ? message : colon < 0 ? Math.min(line.length(), from + HEADER) : colon;
        return line.substring(from, end);
    }

    /** The last word in brackets that is an accepted ID; empty if there is none. */
    private static String bareId(String header, Predicate<String> bare) {
        for (int end = header.lastIndexOf(']'); end > 0; end = header.lastIndexOf(']', end - 1)) {
            String word =
                    header.substring(header.lastIndexOf('[', end) + 1, end).strip();
            if (Ids.isId(word) && bare.test(word)) {
                return word;
            }
        }
        return "";
    }

    /**
     * The value of {@code [name=value]} up to the closing bracket, which correctly logged values do not contain; empty
     * if there is none.
     */
    static String inBrackets(String line, String name) {
        int at = line.indexOf("[" + name + "=");
        int from = at + name.length() + 2;
        int end = at < 0 ? -1 : line.indexOf(']', from);
        return end < 0 || line.charAt(from) == '"' ? "" : line.substring(from, end);
    }

    /**
     * The value of one of these names: in brackets, otherwise after an equals sign up to the end of the word or of the
     * quotes. Brackets take precedence, so that a value cannot forge another field.
     */
    static String value(String line, String... names) {
        for (String name : names) {
            String field = inBrackets(line, name);
            if (!field.isEmpty()) {
                return field;
            }
        }
        for (String name : names) {
            for (int at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
                int from = at + name.length() + 1;
                boolean begins = at == 0 || " [{(,;\"".indexOf(line.charAt(at - 1)) >= 0;
                if (begins && from < line.length() && line.charAt(from - 1) == '=') {
                    boolean quoted = line.charAt(from) == '"';
                    int start = quoted ? from + 1 : from;
                    int end = start;
                    while (end < line.length() && (quoted ? "\"" : "] ,;)}\"").indexOf(line.charAt(end)) < 0) {
                        end++;
                    }
                    if (end > start) {
                        return line.substring(start, end);
                    }
                }
            }
        }
        return "";
    }

    private static String bootApplication(String line, int from, int to) {
        int one = line.indexOf("--- [", from);
        if (one < 0 || one >= to) {
            return "";
        }
        int end = line.indexOf(']', one);
        return end > 0 && end < to && line.startsWith("] [", end)
                ? line.substring(one + 5, end).strip()
                : "";
    }

    private static int word(String line, String word, int from, int to) {
        for (int at = line.indexOf(word, from); at >= 0 && at + word.length() <= to; at = line.indexOf(word, at + 1)) {
            int end = at + word.length();
            boolean begins = at == 0 || !Character.isLetterOrDigit(line.charAt(at - 1));
            if (begins && (end == line.length() || !Character.isLetterOrDigit(line.charAt(end)))) {
                return at;
            }
        }
        return -1;
    }

    private static String lastWord(String line, int from, int to) {
        int end = to;
        while (end > from && line.charAt(end - 1) == ' ') {
            end--;
        }
        int start = end;
        while (start > from && line.charAt(start - 1) != ' ') {
            start--;
        }
        return line.substring(start, end);
    }

    /** The text without this part and the blanks before it. */
    static String without(String text, String part) {
        int at = text.indexOf(part);
        if (at < 0) {
            return text.strip();
        }
        return (text.substring(0, at).stripTrailing() + text.substring(at + part.length())).strip();
    }
}

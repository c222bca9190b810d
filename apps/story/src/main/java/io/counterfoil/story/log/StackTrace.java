package io.counterfoil.story.log;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.scan.FollowingLines;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The continuation of a text line: indented lines and a stack trace as Java prints it. It ends at a line that has an ID
 * or looks like a log line of its own. One blank line may precede a trace, as Spring Boot prints it.
 *
 * <p>The message of an exception may span unmarked lines. They are included if a stack frame follows soon.
 */
final class StackTrace {

    private static final int MAX_MESSAGE_LINES = 8;
    private static final int TIME_WITHIN = 64;

    private final LineUnwrapper.Prefixes prefixes;
    private final Supplier<ZoneId> zone;
    private final StringBuilder text = new StringBuilder();
    /** Lines that are not indented and belong to the trace only if a frame follows. */
    private final StringBuilder waiting = new StringBuilder();

    private int waitingLines;
    private boolean inTrace;
    private boolean afterBlank;

    /** For lines that follow one with these prefixes. */
    StackTrace(LineUnwrapper.Prefixes prefixes, Supplier<ZoneId> zone) {
        this.prefixes = prefixes;
        this.zone = zone;
    }

    /** The continuation lines; empty if there are none. */
    String read(FollowingLines nextLines) {
        Optional<byte[]> next = nextLines.next();
        while (next.isPresent() && text.length() <= Line.MAX_MESSAGE && take(next.get())) {
            next = nextLines.next();
        }
        return text.toString();
    }

    /** Takes one more line if it belongs to the trace. */
    private boolean take(byte[] bytes) {
        String line = LineUnwrapper.unwrapped(new String(bytes, StandardCharsets.UTF_8), prefixes, zone);
        if (line.isBlank()) {
            boolean first = !afterBlank && text.isEmpty() && waiting.isEmpty();
            afterBlank = true;
            return first;
        }
        if ((afterBlank && !inTrace && !isException(line))
                || !LineIds.of(line.getBytes(StandardCharsets.UTF_8)).id().isEmpty()) {
            return false;
        }
        boolean indented = line.charAt(0) == ' ' || line.charAt(0) == '\t';
        if (indented || isLater(line)) {
            add(text, waiting.toString());
            waiting.setLength(0);
            waitingLines = 0;
            add(text, line);
            inTrace |= !indented;
            return true;
        }
        if (!inTrace && isException(line)) {
            inTrace = true;
            add(isSurelyException(line) ? text : waiting, line);
            return true;
        }
        add(waiting, line);
        return inTrace && ++waitingLines <= MAX_MESSAGE_LINES && !isRecord(line);
    }

    private static void add(StringBuilder lines, String line) {
        if (!lines.isEmpty() && !line.isEmpty()) {
            lines.append('\n');
        }
        lines.append(line);
    }

    /** Whether the line is an unindented line of a trace after its first. */
    private static boolean isLater(String line) {
        return line.startsWith("Caused by: ") || line.startsWith("Suppressed: ") || line.startsWith("... ");
    }

    /**
     * Whether the line begins an exception, such as {@code java.io.IOException: no space left}: a qualified name,
     * followed by a colon or nothing.
     */
    private static boolean isException(String line) {
        int end = nameEnd(line);
        int dot = line.indexOf('.');
        return dot > 0
                && dot < end
                && (end == line.length() || line.startsWith(": ", end) || line.startsWith("; ", end));
    }

    private static boolean isSurelyException(String line) {
        String name = line.substring(0, nameEnd(line));
        return name.endsWith("Exception") || name.endsWith("Error") || name.endsWith("Throwable");
    }

    private static int nameEnd(String line) {
        int end = 0;
        while (end < line.length() && (line.charAt(end) == '.' || Character.isJavaIdentifierPart(line.charAt(end)))) {
            end++;
        }
        return end > 0 && Character.isJavaIdentifierStart(line.charAt(0)) ? end : 0;
    }

    private boolean isRecord(String line) {
        char first = line.charAt(0);
        return first == '{'
                || first == '['
                || first == '<'
                || Character.isDigit(first)
                || Times.find(line, TIME_WITHIN, zone).isPresent();
    }
}

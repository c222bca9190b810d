package io.counterfoil.story.log;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.scan.Behind;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What stands behind a line of text and belongs to it: indented lines, and a stack trace as Java prints it. It ends with a line that has an
 * id, or that looks like one that was logged.
 *
 * <p>The message of an exception may have lines of its own, which nothing marks: they are taken when a frame follows soon.
 */
final class Trace {

    private static final int MAX_MESSAGE_LINES = 8;
    private static final int TIME_WITHIN = 64;

    private final String service;
    private final Supplier<ZoneId> zone;
    private final StringBuilder text = new StringBuilder();
    /** Not indented, and part of the trace only when a frame follows. */
    private final StringBuilder waiting = new StringBuilder();

    private int waitingLines;
    private boolean inTrace;

    /** Behind a line that Compose has put this service's name before; it is empty where it has not. */
    Trace(String service, Supplier<ZoneId> zone) {
        this.service = service;
        this.zone = zone;
    }

    /** The lines that belong to the line before them; empty when none does. */
    String behind(Behind behind) {
        Optional<byte[]> next = behind.next();
        while (next.isPresent() && text.length() <= Line.MAX_MESSAGE && take(next.get())) {
            next = behind.next();
        }
        return text.toString();
    }

    /** Takes one more line, if it is one of these. */
    private boolean take(byte[] bytes) {
        String line = AnyLine.unwrapped(new String(bytes, StandardCharsets.UTF_8), service, zone);
        if (line.isBlank()
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

    /** A line of a trace that is not indented, and not its first one. */
    private static boolean isLater(String line) {
        return line.startsWith("Caused by: ") || line.startsWith("Suppressed: ") || line.startsWith("... ");
    }

    /** {@code java.io.IOException: no space left}: a name of several parts at the beginning, and a colon or nothing behind it. */
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

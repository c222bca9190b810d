package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats a log line for a terminal. */
final class TextLines {

    /** The maximum length of a shown line of a message, in characters. */
    static final int MAX_WIDTH = 500;

    /** The maximum number of shown lines of a message, such as those of a stack trace. */
    static final int MAX_HEIGHT = 6;

    private static final int MAX_SERVICE = 20;
    private static final int LEVEL = 5;
    private static final String NO_TIME = "--:--:--.---";

    private TextLines() {}

    /**
     * The lines to print: the first with time, service, level and the beginning of the message, then the rest of the
     * message.
     */
    static List<String> of(Line line, int serviceWidth, int hue, Ink ink) {
        String[] message = line.message().split("\n", -1);
        List<String> lines = new ArrayList<>();
        lines.add(ink.faint(line.time().map(Wording::clock).orElse(NO_TIME))
                + "  "
                + ink.hue(hue, padded(Visible.of(line.service(), MAX_SERVICE), serviceWidth))
                + "  "
                + level(line, ink)
                + "  "
                + Visible.of(message[0], MAX_WIDTH));
        int end = message.length;
        while (end > 1 && message[end - 1].isBlank()) {
            end--;
        }
        for (int i = 1; i < Math.min(end, MAX_HEIGHT); i++) {
            lines.add(ink.faint("    " + Visible.of(message[i].replace("\t", "    "), MAX_WIDTH)));
        }
        if (end > MAX_HEIGHT) {
            lines.add(ink.faint("    … " + Wording.count(end - MAX_HEIGHT, "more line")));
        }
        return lines;
    }

    /** The width of the column for a service. */
    static int width(String service) {
        return Visible.of(service, MAX_SERVICE).length();
    }

    private static String level(Line line, Ink ink) {
        String level = padded(Visible.of(line.level(), LEVEL), LEVEL);
        return switch (line.level().toUpperCase(Locale.ROOT)) {
            case "ERROR", "FATAL", "SEVERE" -> ink.bad(level);
            case "WARN", "WARNING" -> ink.warning(level);
            default -> ink.faint(level);
        };
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}

package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line of a log as lines for a terminal. */
final class TextLines {

    /** The longest message that is shown, in characters of each of its lines. */
    static final int MAX_WIDTH = 500;

    /** How many lines of a message are shown, such as those of a stack trace. */
    static final int MAX_HEIGHT = 6;

    private static final int MAX_SERVICE = 20;
    private static final int LEVEL = 5;
    private static final String NO_TIME = "--:--:--.---";

    private TextLines() {}

    /** The first with time, service, level and the beginning of the message; the others with what follows of it. */
    static List<String> of(Line line, int serviceWidth, int hue, Ink ink) {
        String[] message = line.message().split("\n", -1);
        List<String> lines = new ArrayList<>();
        lines.add(ink.faint(line.time().map(Words::clock).orElse(NO_TIME))
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
            lines.add(ink.faint("    … " + Words.count(end - MAX_HEIGHT, "more line")));
        }
        return lines;
    }

    /** How wide a column has to be for a service. */
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

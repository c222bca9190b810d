package io.counterfoil.story.log;

import java.util.Locale;
import java.util.Set;

/** Names and numbers of levels. */
final class Levels {

    private static final String[] SYSLOG = {"FATAL", "FATAL", "FATAL", "ERROR", "WARN", "INFO", "INFO", "DEBUG"};
    private static final Set<String> OTHERS = Set.of("ALERT", "EMERGENCY", "EMERG", "CRIT", "ERR", "OK");

    private Levels() {}

    /** The level of a field: its text, or the name of syslog's number. */
    static String ofField(String text) {
        return text.length() == 1 && text.charAt(0) >= '0' && text.charAt(0) <= '7'
                ? SYSLOG[text.charAt(0) - '0']
                : text;
    }

    /** The level of a priority, which is a facility and a level in one number; empty if there is none. */
    static String ofPriority(String number) {
        return number.isEmpty() ? "" : SYSLOG[Integer.parseInt(number) % SYSLOG.length];
    }

    /** The text if it is the name of a level; a status may be many other things. */
    static String ofStatus(String text) {
        String name = text.toUpperCase(Locale.ROOT);
        return OTHERS.contains(name) || Set.of(TextLine.LEVELS).contains(name) ? text : "";
    }

    /** Whether a text begins with the name of a level. */
    static boolean begins(String text) {
        for (String level : TextLine.LEVELS) {
            if (text.startsWith(level) && text.length() > level.length() && text.charAt(level.length()) == ' ') {
                return true;
            }
        }
        return false;
    }
}

package io.counterfoil.story.log;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What the runtime of a container has put before a line, taken off: Kubernetes's {@code time stdout F }, Docker Compose's
 * {@code service-1  | }.
 *
 * @param line what is left
 * @param time when the runtime got the line
 * @param service of Compose, without the number of its replica; otherwise empty
 */
record Wrapping(String line, Optional<Instant> time, String service) {

    private static final int MAX_NAME = 128;
    private static final String BAR = "| ";
    private static final Set<String> LEVELS = Set.of(TextLine.LEVELS);

    /** Of this line; all of it is left where nothing is known to stand before it. */
    static Wrapping of(String line, Supplier<ZoneId> zone) {
        int bar = line.indexOf(BAR);
        if (bar > 0 && bar <= MAX_NAME) {
            String name = line.substring(0, bar).stripTrailing();
            String rest = line.substring(bar + BAR.length());
            int end = number(name);
            if (isName(name) && (end < name.length() || begins(rest, zone))) {
                return new Wrapping(rest, Optional.empty(), name.substring(0, end));
            }
        }
        // Most lines begin with a time, and few are of Kubernetes.
        int stream = line.indexOf(" std");
        Optional<Times.Found> time = stream < 0 || stream > MAX_NAME ? Optional.empty() : Times.find(line, 1, zone);
        int end = time.isEmpty() ? -1 : behindStream(line, time.get().end());
        return end < 0
                ? new Wrapping(line, Optional.empty(), "")
                : new Wrapping(line.substring(end), time.map(Times.Found::time), "");
    }

    /** {@code  stdout F } and its like; of a line that was cut into parts each but the last has a P. */
    private static int behindStream(String line, int at) {
        for (String stream : new String[] {" stdout ", " stderr "}) {
            int tag = at + stream.length();
            if (line.startsWith(stream, at) && tag < line.length() && "FP".indexOf(line.charAt(tag)) >= 0) {
                int end = line.indexOf(' ', tag);
                return end == tag + 1 || (end > 0 && line.charAt(tag + 1) == ':') ? end + 1 : -1;
            }
        }
        return -1;
    }

    /** Some layouts have bars too, so it has to be a log line. */
    private static boolean begins(String rest, Supplier<ZoneId> zone) {
        return rest.startsWith("{") || Times.find(rest, 1, zone).isPresent();
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && !LEVELS.contains(name)
                && Character.isLetterOrDigit(name.charAt(0))
                && name.chars().allMatch(c -> c == '.' || Ids.isOfSegment(c));
    }

    /** Where the number of the replica begins, with its hyphen; the end where there is none. */
    private static int number(String name) {
        int at = name.length();
        while (at > 0 && Character.isDigit(name.charAt(at - 1))) {
            at--;
        }
        return at > 1 && at < name.length() && "-_".indexOf(name.charAt(at - 1)) >= 0 ? at - 1 : name.length();
    }
}

package io.counterfoil.story.log;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Removes the prefix of a container runtime: {@code time stdout F } of Kubernetes, {@code service-1
 * } of Docker Compose.
 *
 * @param line the remaining line
 * @param time the time at which the runtime received the line
 * @param service the Compose service without its replica number; otherwise empty
 */
record Wrapping(String line, Optional<Instant> time, String service) {

    private static final int MAX_NAME = 128;
    private static final String BAR = "| ";
    private static final Set<String> LEVELS = Set.of(TextLine.LEVELS);

    /** Unwraps a line; without a known prefix, the whole line remains. */
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
        // Most lines begin with a time, and few of them are from Kubernetes.
        int stream = line.indexOf(" std");
        Optional<Times.Found> time = stream < 0 || stream > MAX_NAME ? Optional.empty() : Times.find(line, 1, zone);
        int end = time.isEmpty() ? -1 : afterStream(line, time.get().end());
        return end < 0
                ? new Wrapping(line, Optional.empty(), "")
                : new Wrapping(line.substring(end), time.map(Times.Found::time), "");
    }

    /** The index after {@code  stdout F } or a similar tag. A line that was split has a P in all parts but the last. */
    private static int afterStream(String line, int at) {
        for (String stream : new String[] {" stdout ", " stderr "}) {
            int tag = at + stream.length();
            if (line.startsWith(stream, at) && tag < line.length() && "FP".indexOf(line.charAt(tag)) >= 0) {
                int end = line.indexOf(' ', tag);
                return end == tag + 1 || (end > 0 && line.charAt(tag + 1) == ':') ? end + 1 : -1;
            }
        }
        return -1;
    }

    /** Whether a log line begins here; some layouts use vertical bars too. */
    private static boolean begins(String rest, Supplier<ZoneId> zone) {
        return rest.startsWith("{") || Times.find(rest, 1, zone).isPresent();
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && !LEVELS.contains(name)
                && Character.isLetterOrDigit(name.charAt(0))
                && name.chars().allMatch(c -> c == '.' || Ids.isOfSegment(c));
    }

    /** The index of the replica number with its hyphen; the length if there is none. */
    private static int number(String name) {
        int at = name.length();
        while (at > 0 && Character.isDigit(name.charAt(at - 1))) {
            at--;
        }
        return at > 1 && at < name.length() && "-_".indexOf(name.charAt(at - 1)) >= 0 ? at - 1 : name.length();
    }
}

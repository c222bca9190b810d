package io.counterfoil.http.message;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a request's {@code Prefer} fields ask for (RFC 7240), as far as a server of long-running work cares: how long the client would
 * wait for a response.
 *
 * <p>Lenient, as the RFC demands: a preference that is not known, or cannot be read, is as if it were not there, and nothing is ever
 * refused because of one. Immutable and thread-safe.
 */
public final class Preferences {

    /** The longest wait that is returned: about 68 years, whatever a client requests. */
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(Integer.MAX_VALUE);

    private static final String WAIT = "wait";

    private final Optional<Duration> wait;

    private Preferences(Optional<Duration> wait) {
        this.wait = wait;
    }

    /**
     * Reads the values of all {@code Prefer} fields of a request, in time that grows with their length. Of several {@code wait} the first
     * counts that is a whole number of seconds.
     *
     * @param fieldLines the values, in their order; may be empty
     * @return the preferences; without those that are unknown, or cannot be read
     */
    public static Preferences parse(List<String> fieldLines) {
        for (String line : fieldLines) {
            int from = 0;
            while (from < line.length()) {
                int end = endOf(line, from, ',');
                Optional<Duration> wait = waitOf(line.substring(from, end));
                if (wait.isPresent()) {
                    return new Preferences(wait);
                }
                from = end + 1;
            }
        }
        return new Preferences(Optional.empty());
    }

    /**
     * {@return how long the client would wait for the result before it accepts a 202; at most {@link #LONGEST_WAIT}} The server
     * has its own limit, and takes the smaller of the two.
     */
    public Optional<Duration> preferredWait() {
        return wait;
    }

    /** {@return the value of {@code Preference-Applied} of a response for which the server has waited; empty without a preference} */
    public Optional<String> applied() {
        return wait.map(time -> WAIT + "=" + time.toSeconds());
    }

    private static Optional<Duration> waitOf(String preference) {
        String pair = preference.substring(0, endOf(preference, 0, ';'));
        int equals = pair.indexOf('=');
        if (equals < 0
                || !pair.substring(0, equals).strip().toLowerCase(Locale.ROOT).equals(WAIT)) {
            return Optional.empty();
        }
        String value = unquoted(pair.substring(equals + 1).strip());
        if (value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        String digits = value.replaceFirst("^0+(?=.)", "");
        return Optional.of(
                digits.length() > 10
                        ? LONGEST_WAIT
                        : Duration.ofSeconds(Math.min(Long.parseLong(digits), LONGEST_WAIT.toSeconds())));
    }

    private static String unquoted(String value) {
        return value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }

    /** Where the separator is next, outside of quotes; the end where there is none. */
    private static int endOf(String text, int from, char separator) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                return i;
            }
        }
        return text.length();
    }
}

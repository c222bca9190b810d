package io.counterfoil.cli;

import java.time.Duration;

/** Durations as written on the command line: {@code 500ms}, {@code 1s}, {@code 5m}, {@code 2h}. */
final class Durations {

    private static final int MAX_DIGITS = 9;

    private Durations() {}

    /**
     * Parses a duration.
     *
     * @throws IllegalArgumentException if the text is not a duration above zero
     */
    static Duration parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits > 0 && digits <= MAX_DIGITS) {
            long count = Long.parseLong(text.substring(0, digits));
            Duration span = switch (text.substring(digits)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ZERO;
            };
            if (!span.isZero()) {
                return span;
            }
        }
        throw new IllegalArgumentException("a duration is a number above 0 followed by ms, s, m or h, not " + text);
    }
}

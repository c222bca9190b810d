package io.counterfoil.cli;

import java.time.Duration;

/** Spans of time as people type them: {@code 500ms}, {@code 1s}, {@code 5m}, {@code 2h}. */
final class Durations {

    private static final int MAX_DIGITS = 9;

    private Durations() {}

    /**
     * The span with this text.
     *
     * @throws IllegalArgumentException when it is none, or not above zero
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
        throw new IllegalArgumentException("a time is a number above 0 with ms, s, m or h, and not " + text);
    }
}

package io.counterfoil.story.log;

import io.counterfoil.story.text.Figures;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.Supplier;

/** Parses timestamps of logs. */
final class Times {

    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final int DATE_AND_MINUTE = 16;
    private static final double SECONDS_BELOW = 1e11;
    private static final double MILLIS_BELOW = 1e14;
    private static final double MICROS_BELOW = 1e17;
    private static final int NANOS = 1_000_000_000;
    private static final int MAX_SCALE = 100;

    /** A time in a text, and the index after it. */
    record Found(Instant time, int end) {}

    private Times() {}

    /** Parses a timestamp field: ISO 8601, or seconds, milliseconds, microseconds or nanoseconds since 1970. */
    static Optional<Instant> ofField(String value, Supplier<ZoneId> zone) {
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.length() >= DATE_AND_MINUTE && (value.charAt(4) == '-' || value.charAt(4) == '/')) {
            return find(value, 1, zone).map(Found::time);
        }
        try {
            return Optional.of(ofNumber(value));
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /**
     * Finds the first date with a time that starts within the first positions of a text: {@code
     * 2026-03-01T10:15:30.123+01:00}, also with a space for the T, a comma for the decimal point, slashes in the date,
     * and without the parts after the minutes.
     *
     * @param places the number of positions
     * @param zone the zone of a time without an offset
     */
    static Optional<Found> find(String text, int places, Supplier<ZoneId> zone) {
        int last = Math.min(places, text.length() - DATE_AND_MINUTE + 1);
        for (int at = 0; at < last; at++) {
            if (stands(text, at)) {
                Optional<Found> found = at(text, at, zone);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Parses a timestamp of syslog, {@code Mar  1 10:15:30}, which has no year: the last one that is at most a day in the future.
     *
     * @param zone its zone
     */
    static Optional<Instant> ofBsd(String value, Supplier<ZoneId> zone) {
        int month = MONTHS.indexOf(value.substring(0, 3));
        if (month < 0) {
            return Optional.empty();
        }
        ZoneId there = zone.get();
        String day = value.substring(4, 6).replace(' ', '0');
        String date = Figures.padded(month / 3 + 1, 2) + "-" + day + value.substring(6);
        Instant latest = Instant.now().plus(Duration.ofDays(1));
        int year = latest.atZone(there).getYear();
        return find(year + "-" + date, 1, () -> there)
                .map(Found::time)
                .filter(time -> !time.isAfter(latest))
                .or(() -> find((year - 1) + "-" + date, 1, () -> there).map(Found::time));
    }

    private static Instant ofNumber(String value) {
        double size = Math.abs(Double.parseDouble(value));
        if (!(size < 1e20)) {
            throw new NumberFormatException(value);
        }
        int unit = size < SECONDS_BELOW ? 1 : size < MILLIS_BELOW ? 1_000 : size < MICROS_BELOW ? 1_000_000 : NANOS;
        BigDecimal number = new BigDecimal(value);
        // A small exponent can produce a number with that many digits.
        if (Math.abs((long) number.scale()) > MAX_SCALE) {
            throw new NumberFormatException(value);
        }
        BigInteger nanos = number.multiply(BigDecimal.valueOf(NANOS / unit)).toBigInteger();
        BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(NANOS));
        return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
    }

    private static boolean stands(String text, int at) {
        char separator = text.charAt(at + 4);
        char between = text.charAt(at + 10);
        return (separator == '-' || separator == '/')
                && text.charAt(at + 7) == separator
                && (between == 'T' || between == ' ' || between == 't')
                && text.charAt(at + 13) == ':'
                && digits(text, at, 4)
                && digits(text, at + 5, 2)
                && digits(text, at + 8, 2)
                && digits(text, at + 11, 2)
                && digits(text, at + 14, 2);
    }

    private static Optional<Found> at(String text, int at, Supplier<ZoneId> zone) {
        int end = at + DATE_AND_MINUTE;
        int second = 0;
        int nano = 0;
        if (end + 3 <= text.length() && text.charAt(end) == ':' && digits(text, end + 1, 2)) {
            second = number(text, end + 1, 2);
            end += 3;
            if (end + 2 <= text.length()
                    && (text.charAt(end) == '.' || text.charAt(end) == ',')
                    && digits(text, end + 1, 1)) {
                int unit = NANOS;
                for (end++; end < text.length() && digits(text, end, 1); end++) {
                    unit /= 10;
                    nano += number(text, end, 1) * unit;
                }
            }
        }
        try {
            LocalDateTime local = LocalDateTime.of(
                    number(text, at, 4),
                    number(text, at + 5, 2),
                    number(text, at + 8, 2),
                    number(text, at + 11, 2),
                    number(text, at + 14, 2),
                    Math.min(second, 59),
                    nano);
            return Optional.of(withOffset(text, end, local, zone));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Found withOffset(String text, int at, LocalDateTime local, Supplier<ZoneId> zone) {
        if (at < text.length()) {
            char c = text.charAt(at);
            if (c == 'Z' || c == 'z') {
                return new Found(local.toInstant(ZoneOffset.UTC), at + 1);
            }
            if ((c == '+' || c == '-') && at + 3 <= text.length() && digits(text, at + 1, 2)) {
                int hours = number(text, at + 1, 2);
                int end = at + 3;
                int minutes = 0;
                int colon = end < text.length() && text.charAt(end) == ':' ? 1 : 0;
                if (end + colon + 2 <= text.length() && digits(text, end + colon, 2)) {
                    minutes = number(text, end + colon, 2);
                    end += colon + 2;
                }
                int sign = c == '-' ? -1 : 1;
                return new Found(local.toInstant(ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes)), end);
            }
        }
        return new Found(local.atZone(zone.get()).toInstant(), at);
    }

    private static boolean digits(String text, int at, int count) {
        for (int i = at; i < at + count; i++) {
            if (i >= text.length() || text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static int number(String text, int at, int count) {
        int number = 0;
        for (int i = at; i < at + count; i++) {
            number = 10 * number + text.charAt(i) - '0';
        }
        return number;
    }
}

package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.InvalidCorrelationIdException;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The rules for single fields. Those of the schema, in the same words where it has them. */
final class Checks {

    /** 0000-01-01T00:00:00Z. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    /** 9999-12-31T23:59:59Z. */
    private static final long LAST_SECOND = 253_402_300_799L;

    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
            + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?Z");

    private Checks() {}

    /** A word of a topic that names a kind of command or event. */
    static void type(String text) {
        length("type", text, Envelope.MAX_TYPE_LENGTH);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean hyphen = c == '-' && i > 0 && i < text.length() - 1 && text.charAt(i - 1) != '-';
            if (!hyphen && !isDigit(c) && !(c >= 'a' && c <= 'z')) {
                throw new InvalidEnvelopeException(
                        "type", "is not lower-case words of a-z and 0-9 with a hyphen between them" + at(c, i));
            }
        }
    }

    /** A word of a topic that names a place. */
    static void segment(String field, String text) {
        length(field, text, SwarmScope.MAX_LENGTH);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isDigit(c) && !isLetter(c) && c != '_' && c != '-') {
                throw new InvalidEnvelopeException(field, "has other characters than A-Z a-z 0-9 _ -" + at(c, i));
            }
        }
    }

    static void origin(String text) {
        length("origin", text, Envelope.MAX_ORIGIN_LENGTH);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c > '~') {
                throw new InvalidEnvelopeException("origin", "has other characters than visible ASCII" + at(c, i));
            }
        }
    }

    /** Any readable text. Lengths are in code points, as a schema counts them. */
    static void line(String field, String text, int limit) {
        int length = text.codePointCount(0, text.length());
        if (length == 0 || length > limit) {
            throw outOf(field, length, limit);
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new InvalidEnvelopeException(field, "has a control character" + at(text.charAt(i), i));
            }
        }
        paired(field, text);
    }

    /** Half a pair has no UTF-8. */
    static void paired(String field, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    throw new InvalidEnvelopeException(field, "has an unpaired surrogate" + at(c, i));
                }
                i++;
            }
        }
    }

    static void timestamp(Instant time) {
        if (time.getEpochSecond() < FIRST_SECOND || time.getEpochSecond() > LAST_SECOND) {
            throw new InvalidEnvelopeException("timestamp", "is not within the years 0000 to 9999");
        }
    }

    static Instant timestamp(String text) {
        if (!TIMESTAMP.matcher(text).matches()) {
            throw new InvalidEnvelopeException(
                    "timestamp", "is not a time of RFC 3339 in UTC, such as 2025-09-12T12:30:08.123Z");
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeException noSuchDay) {
            throw new InvalidEnvelopeException("timestamp", "is a day that the calendar does not have", noSuchDay);
        }
    }

    static CorrelationId correlationId(String field, String text) {
        try {
            return CorrelationId.parse(text);
        } catch (InvalidCorrelationIdException broken) {
            throw new InvalidEnvelopeException(field, String.valueOf(broken.getMessage()), broken);
        }
    }

    static RequestId idempotencyKey(String text) {
        try {
            return new RequestId(text);
        } catch (InvalidIdentifierException broken) {
            throw new InvalidEnvelopeException("idempotencyKey", broken.reason(), broken);
        }
    }

    private static void length(String field, String text, int limit) {
        if (text.isEmpty() || text.length() > limit) {
            throw outOf(field, text.length(), limit);
        }
    }

    private static InvalidEnvelopeException outOf(String field, int length, int limit) {
        return new InvalidEnvelopeException(field, "has 1 to " + limit + " characters, not " + length);
    }

    private static String at(char c, int index) {
        return ": there is U+%s at index %s"
                .formatted(HexFormat.of().withUpperCase().toHexDigits(c), index);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}

package io.counterfoil.http.request;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;

/**
 * The value of an {@code Idempotency-Key} field, both ways: a structured-field string in quotes (RFC 9651, section 3.3.3),
 * or the bare text that many clients send. {@code "abc"} and {@code abc} are the same key.
 */
public final class KeyField {

    private static final String KIND = "idempotency key";

    private KeyField() {}

    /**
     * Reads a key, in time that grows with the text's length.
     *
     * <p>Text that begins with a quote must be an item of a structured field to its end; its parameters must be well-formed, and
     * none of them means anything. Anything else is a bare key and taken as it is, opaque, but not with a comma: such a
     * text may be two fields that a proxy has joined (RFC 9110, section 5.3), and which of them is the key cannot be decided.
     * Spaces round the text are the field's and not the key's (RFC 9110, section 5.5), whether or not a server has left them.
     *
     * @param value the value of the field, as it was sent
     * @return the key, without quotes and escapes
     * @throws InvalidIdentifierException when it is neither, or no {@link RequestId}; the message repeats nothing of the text
     */
    public static RequestId parse(String value) {
        return new RequestId(text(value));
    }

    /** The text of a key, of any length. */
    static String text(String value) {
        String text = withoutSpaces(value);
        return text.startsWith("\"") ? StructuredFieldString.parse(KIND, text) : bare(text);
    }

    /**
     * {@return the key as a structured-field string, in quotes; {@link #parse} gives it back}
     *
     * @param key the key
     * @throws InvalidIdentifierException when the key has other than ASCII characters, which such a string cannot carry
     */
    public static String format(RequestId key) {
        String escaped = visible(key.value()).replace("\\", "\\\\").replace("\"", "\\\"");
        return '"' + escaped + '"';
    }

    private static String bare(String text) {
        if (text.indexOf(',') >= 0) {
            throw new InvalidIdentifierException(
                    KIND, "has a comma, which can result from two joined fields; put a key with a comma in quotes");
        }
        return visible(text);
    }

    private static String withoutSpaces(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && value.charAt(from) == ' ') {
            from++;
        }
        while (from < to && value.charAt(to - 1) == ' ') {
            to--;
        }
        return value.substring(from, to);
    }

    private static String visible(String text) {
        if (!text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new InvalidIdentifierException(KIND, "has characters other than printable ASCII");
        }
        return text;
    }
}

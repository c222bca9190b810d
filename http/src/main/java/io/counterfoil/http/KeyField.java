package io.counterfoil.http;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;

/**
 * The value of an {@code Idempotency-Key} field, both ways: a structured-field string in quotes (RFC 9651, section 3.3.3),
 * or the bare text that many clients send (RQ-1). {@code "abc"} and {@code abc} are the same key.
 */
public final class KeyField {

    private static final String KIND = "idempotency key";

    private KeyField() {}

    /**
     * Reads a key. Text that begins with a quote must be a structured-field string to its end; anything else is taken as
     * it is.
     *
     * @throws InvalidIdentifierException when it is neither, or no {@link RequestId}
     */
    public static RequestId parse(String value) {
        return new RequestId(value.startsWith("\"") ? unquoted(value) : visible(value));
    }

    /**
     * The key as a structured-field string, in quotes.
     *
     * @throws InvalidIdentifierException when the key has other than ASCII characters, which such a string cannot carry
     */
    public static String format(RequestId key) {
        String escaped = visible(key.value()).replace("\\", "\\\\").replace("\"", "\\\"");
        return '"' + escaped + '"';
    }

    private static String unquoted(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                if (i != value.length() - 1) {
                    throw new InvalidIdentifierException(KIND, "goes on after the closing quote");
                }
                return visible(text.toString());
            }
            if (c == '\\') {
                i++;
                c = i < value.length() ? value.charAt(i) : ' ';
                if (c != '"' && c != '\\') {
                    throw new InvalidIdentifierException(
                            KIND, "has a back-slash before other than a quote or back-slash");
                }
            }
            text.append(c);
        }
        throw new InvalidIdentifierException(KIND, "has no closing quote");
    }

    private static String visible(String text) {
        if (!text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new InvalidIdentifierException(KIND, "has other than printable ASCII characters");
        }
        return text;
    }
}

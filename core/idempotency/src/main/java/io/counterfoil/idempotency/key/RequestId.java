package io.counterfoil.idempotency.key;

/**
 * A request ID, also called idempotency key: the client's name for one intended request, the same over all its attempts.
 *
 * <p>Opaque: never parsed, case-folded or trimmed, and compared byte by byte. Its length is limited to 1 to
 * {@value #MAX_BYTES} bytes of UTF-8; text with control characters or unpaired surrogates is rejected.
 *
 * @param value the text, exactly as the client sent it
 */
public record RequestId(String value) {

    /** The longest request ID, in bytes of UTF-8. */
    public static final int MAX_BYTES = 255;

    /**
     * Checks the text.
     *
     * @param value 1 to {@value #MAX_BYTES} bytes of UTF-8
     * @throws InvalidIdentifierException when the text is empty, longer than {@value #MAX_BYTES} bytes or unreadable
     */
    public RequestId {
        Texts.check("request id", value, MAX_BYTES);
    }

    /**
     * {@return a request ID where a lower limit than {@value #MAX_BYTES} bytes applies}
     *
     * @param value the text, exactly as the client sent it
     * @param maxBytes the limit in bytes of UTF-8, 1 to {@value #MAX_BYTES}
     * @throws InvalidIdentifierException when the text is empty, longer than the limit or unreadable; the message names the limit
     * @throws IllegalArgumentException when the limit is out of its range
     */
    public static RequestId of(String value, int maxBytes) {
        if (maxBytes < 1 || maxBytes > MAX_BYTES) {
            throw new IllegalArgumentException("maxBytes must be from 1 to " + MAX_BYTES + ", but is " + maxBytes);
        }
        return new RequestId(Texts.check("request id", value, maxBytes));
    }

    /** The text, fit for a line of a log or a message: brackets, equals signs and characters that cannot be seen are escaped. */
    @Override
    public String toString() {
        return Texts.shown(value);
    }
}

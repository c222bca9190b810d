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
     * @throws InvalidIdentifierException when the text is empty, longer than {@value #MAX_BYTES} bytes or unreadable
     */
    public RequestId {
        Texts.check("request id", value, MAX_BYTES);
    }

    /** The text, fit for a line of a log or a message: brackets, equals signs and characters that cannot be seen are escaped. */
    @Override
    public String toString() {
        return Texts.shown(value);
    }
}

package io.counterfoil.idempotency.key;

/**
 * A request ID, also called idempotency key: the client's name for one intention, the same over all tries of it.
 *
 * <p>Opaque: never parsed, case-folded or trimmed, and compared byte by byte. The one limit is its length, 1 to
 * {@value #MAX_BYTES} bytes of UTF-8; text that is not readable (control characters, unpaired surrogates) is none.
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

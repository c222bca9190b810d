package io.counterfoil.idempotency.key;

/**
 * The operation: the second scope of a request ID. For HTTP the method and the concrete path.
 *
 * @param value 1 to {@value #MAX_BYTES} bytes of UTF-8, compared byte by byte
 */
public record OperationName(String value) {

    /** The longest operation, in bytes of UTF-8; with client and request ID it still fits one index entry. */
    public static final int MAX_BYTES = 1024;

    /**
     * Checks the text.
     *
     * @param value 1 to {@value #MAX_BYTES} bytes of UTF-8
     * @throws InvalidIdentifierException when the text is empty, longer than {@value #MAX_BYTES} bytes or unreadable
     */
    public OperationName {
        Texts.check("operation", value, MAX_BYTES);
    }

    /** The text, fit for a line of a log or a message: brackets, equals signs and characters that cannot be seen are escaped. */
    @Override
    public String toString() {
        return Texts.shown(value);
    }
}

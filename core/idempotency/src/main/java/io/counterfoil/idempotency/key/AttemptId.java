package io.counterfoil.idempotency.key;

/**
 * The client's name for one attempt of a request: a counter or a unique value.
 *
 * <p>It is echoed and remembered, and never takes part in deduplication: it only distinguishes attempts. Because it is echoed in a header
 * it is 1 to {@value #MAX_LENGTH} visible ASCII characters.
 *
 * @param value the text, exactly as the client sent it
 */
public record AttemptId(String value) {

    /** The longest attempt ID, in characters. */
    public static final int MAX_LENGTH = 64;

    /**
     * Checks the text.
     *
     * @param value 1 to {@value #MAX_LENGTH} visible ASCII characters
     * @throws InvalidIdentifierException when the text is empty, too long, or has other than visible ASCII characters
     */
    public AttemptId {
        Texts.check("attempt id", value, MAX_LENGTH);
        if (!value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new InvalidIdentifierException("attempt id", "has other than visible ASCII characters");
        }
    }

    /** The text, fit for a line of a log or a message: brackets, equals signs and characters that cannot be seen are escaped. */
    @Override
    public String toString() {
        return Texts.shown(value);
    }
}

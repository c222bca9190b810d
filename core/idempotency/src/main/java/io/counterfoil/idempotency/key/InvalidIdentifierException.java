package io.counterfoil.idempotency.key;

/**
 * A text from outside is not a valid identifier: it is empty, too long or unreadable.
 *
 * <p>The message names the kind of identifier and the limit, and never repeats the value, so that it can be sent to a client and logged.
 */
public final class InvalidIdentifierException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** What was being read. */
    private final String kind;

    /** What is wrong with it. */
    private final String reason;

    /**
     * For a text that is not a valid identifier.
     *
     * @param kind what was being read, in words: {@code request id}
     * @param reason what is wrong, with the limit: {@code longer than 255 bytes of UTF-8 (300)}
     */
    public InvalidIdentifierException(String kind, String reason) {
        super(kind + ": " + reason);
        this.kind = kind;
        this.reason = reason;
    }

    /** {@return what was being read, in words} */
    public String kind() {
        return kind;
    }

    /** {@return what is wrong with it, with the limit} */
    public String reason() {
        return reason;
    }
}

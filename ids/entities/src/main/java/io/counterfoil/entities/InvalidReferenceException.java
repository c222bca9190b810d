package io.counterfoil.entities;

/**
 * A text that is no valid {@link ReferenceId} or {@link BatchId}. For a client, 400; {@link #reason()} is to be appended to the name of the field
 * that the text was in. The text itself is in neither: it may be long, and it may be anything.
 */
public final class InvalidReferenceException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** What the text must be, and is not. */
    private final String reason;

    InvalidReferenceException(String what, String reason) {
        super(what + " " + reason);
        this.reason = reason;
    }

    /** {@return what the text must be, and is not: {@code must have at most 64 characters, has 70}} */
    public String reason() {
        return reason;
    }
}

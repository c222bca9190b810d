package io.counterfoil.entities;

/**
 * A text that can be no {@link ReferenceId} or no {@link BatchId}. For a client, 400; {@link #reason()} goes behind the name of the field
 * that the text was in. The text itself is in neither: it may be long, and it may be anything.
 */
public final class InvalidReferenceException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    InvalidReferenceException(String what, String reason) {
        super(what + " " + reason);
        this.reason = reason;
    }

    /** What it must be, and is not: {@code must have at most 64 characters, has 70}. */
    public String reason() {
        return reason;
    }
}

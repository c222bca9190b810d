package io.counterfoil.ledger.domain;

/**
 * The client's own name for a thing, unique per client and kind of thing (RF-1, RF-2). Opaque.
 *
 * @param value 1 to {@value #MAX_LENGTH} characters
 */
public record ReferenceId(String value) {

    /** The longest reference ID, in characters. */
    public static final int MAX_LENGTH = 64;

    /** @throws InvalidFieldException when the text is empty, too long or unreadable; names {@code reference_id} */
    public ReferenceId {
        Text.check("reference_id", value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}

package io.counterfoil.ledger.domain;

/**
 * Client-defined metadata of an object: a JSON object in canonical form, so that equal contents have equal text.
 *
 * @param json a JSON object in ASCII, members sorted by name; at most {@value #MAX_LENGTH} characters
 */
public record Metadata(String json) {

    /** The longest metadata, in characters of the canonical form. */
    public static final int MAX_LENGTH = 8192;

    /** @throws InvalidFieldException when the text is too long; names {@code metadata} */
    public Metadata {
        if (json.length() > MAX_LENGTH) {
            throw new InvalidFieldException(
                    "metadata", "must have at most " + MAX_LENGTH + " characters as JSON, has " + json.length());
        }
    }
}

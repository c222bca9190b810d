package io.counterfoil.ledger.domain;

/** Parses metadata given as text. */
@FunctionalInterface
public interface MetadataText {

    /**
     * Parses it.
     *
     * @throws InvalidFieldException when the text is not a JSON object, or is too long; names {@code metadata}
     */
    Metadata read(String json);
}

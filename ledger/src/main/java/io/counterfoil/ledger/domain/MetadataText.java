package io.counterfoil.ledger.domain;

/** Reads metadata that came as text. */
@FunctionalInterface
public interface MetadataText {

    /**
     * Reads it.
     *
     * @throws InvalidFieldException when it is no object in JSON, or too long; names {@code metadata}
     */
    Metadata read(String json);
}

package io.counterfoil.ledger.domain;

/** Puts a refusal into the words that are kept of it, and are told whoever asks later. */
@FunctionalInterface
public interface RefusalText {

    /** An object in JSON. */
    String of(Refusal refusal);
}

package io.counterfoil.ledger.domain;

/** Formats a refusal for storage and later display. */
@FunctionalInterface
public interface RefusalText {

    /** The refusal as a JSON object. */
    String of(Refusal refusal);
}

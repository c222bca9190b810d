package io.counterfoil.ledger.domain;

/** The text of a refusal, as it is stored and shown to later readers. */
@FunctionalInterface
public interface RefusalText {

    /** An object in JSON. */
    String of(Refusal refusal);
}

package io.counterfoil.ledger.domain;

/** What became of one of many wishes. */
public sealed interface BatchOutcome {

    /** Its place among them. */
    long position();

    /** A transaction was posted. */
    record Created(long position, Grant grant) implements BatchOutcome {}

    /** The wish had been granted before, under its own key: nothing was done. */
    record Known(long position, TransactionId transaction) implements BatchOutcome {}

    /** It was not granted; the balance is as if it had not been asked for. */
    record Refused(long position, Refusal refusal) implements BatchOutcome {}
}

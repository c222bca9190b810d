package io.counterfoil.ledger.domain;

/** The outcome of one item. */
public sealed interface BatchOutcome {

    /** The item's position. */
    long position();

    /** A transaction was posted. */
    record Created(long position, Grant grant) implements BatchOutcome {}

    /** A transaction already existed under the item's key; nothing was changed. */
    record Known(long position, TransactionId transaction) implements BatchOutcome {}

    /** The item was refused; the balance is unchanged. */
    record Refused(long position, Refusal refusal) implements BatchOutcome {}
}

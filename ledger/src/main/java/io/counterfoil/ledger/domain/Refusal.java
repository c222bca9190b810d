package io.counterfoil.ledger.domain;

/** Why a wish is not granted, as things stand. Nothing was changed. */
public sealed interface Refusal {

    /** There is no such thing. {@code kind} says of what kind it would have been. */
    record NotFound(String kind) implements Refusal {}

    /** The key belongs to an object with another value in this field. */
    record KeyReused(String field) implements Refusal {}

    /** The reference ID belongs to another object of the same client. */
    record ReferenceTaken() implements Refusal {}

    /** The balance would fall below zero. */
    record BalanceExceeded(long balance, long change) implements Refusal {}

    /** The balance would rise above {@link Quantity#LIMIT}. */
    record BalanceLimit(long balance, long change) implements Refusal {}

    /** Only a pending transaction can be committed or failed; this one is not. */
    record NotPending(Transaction.State state) implements Refusal {}

    /** Only a committed transaction can be reversed; this one is not. */
    record NotCommitted(Transaction.State state) implements Refusal {}

    /** The transaction was reversed under another key. */
    record AlreadyReversed(ReversalId reversal) implements Refusal {}
}

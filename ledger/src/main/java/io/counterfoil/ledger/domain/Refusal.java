package io.counterfoil.ledger.domain;

import java.util.List;

/** Why a wish is not granted, as things stand. Nothing was changed. */
public sealed interface Refusal {

    /** A field that cannot be accepted, found when it was looked at more closely. */
    record Invalid(String field, String reason) implements Refusal {}

    /** There is no such thing. {@code kind} says of what kind it would have been. */
    record NotFound(String kind) implements Refusal {}

    /**
     * What was to be unique to one wish is that of another.
     *
     * @param name what was used again: {@code idempotency_key}, {@code id} or {@code command_id}
     * @param field the field in which the two wishes differ
     */
    record KeyReused(String name, String field) implements Refusal {

        /** A data key that belongs to an object with another value in this field. */
        public KeyReused(String field) {
            this("idempotency_key", field);
        }
    }

    /** The id, or the command's, is in use, and the client has not to know by whom. {@code name} says which of the two. */
    record IdTaken(String name) implements Refusal {}

    /** What was made under this {@code idempotency_key}, {@code id} or {@code command_id} was deleted, and is not made again by it. */
    record Deleted(String name) implements Refusal {}

    /** The reference ID belongs to another object of the same client. */
    record ReferenceTaken() implements Refusal {}

    /** The wish was meant for another version of the object; it has this one. */
    record OtherVersion(long version) implements Refusal {}

    /** The balance would fall below zero, and no overdraft is allowed. */
    record BalanceExceeded(long balance, long change) implements Refusal {}

    /** The balance would rise above {@link Quantity#LIMIT}, or fall below the negated one. */
    record BalanceLimit(long balance, long change) implements Refusal {}

    /** Only a pending transaction can be committed or failed; this one is not. */
    record NotPending(Transaction.State state) implements Refusal {}

    /** Only a committed transaction can be reversed; this one is not. */
    record NotCommitted(Transaction.State state) implements Refusal {}

    /** The transaction was reversed under another key. */
    record AlreadyReversed(ReversalId reversal) implements Refusal {}

    /** Only a ledger that never had a transaction can be deleted. */
    record LedgerNotEmpty(long transactions) implements Refusal {}

    /** The batch ID belongs to another batch of the same client. */
    record BatchIdTaken() implements Refusal {}

    /** All were to be granted or none, and these were not; there is at least one. */
    record BatchRefused(List<BatchOutcome.Refused> items) implements Refusal {}
}

package io.counterfoil.ledger.domain;

import java.util.List;

/** The reason why a request was refused in the current state. Nothing was changed. */
public sealed interface Refusal {

    /** A field is invalid, which was found after parsing. */
    record Invalid(String field, String reason) implements Refusal {}

    /** The object, of kind {@code kind}, does not exist. */
    record NotFound(String kind) implements Refusal {}

    /**
     * The identity of the creation belongs to another request.
     *
     * @param name the reused field: {@code idempotency_key}, {@code id} or {@code command_id}
     * @param field the field in which the two requests differ
     */
    record KeyReused(String name, String field) implements Refusal {

        /** A data key that belongs to an object with another value in this field. */
        public KeyReused(String field) {
            this("idempotency_key", field);
        }
    }

    /** The ID or the command's ID is in use; the owner is not disclosed. {@code name} names the field. */
    record IdTaken(String name) implements Refusal {}

    /**
     * The object created under this {@code idempotency_key}, {@code id} or {@code command_id} was deleted, and is not
     * created again.
     */
    record Deleted(String name) implements Refusal {}

    /** The reference ID belongs to another object of the same client. */
    record ReferenceTaken() implements Refusal {}

    /** The precondition excludes the object's current version, which is this one. */
    record OtherVersion(long version) implements Refusal {}

    /** The balance would fall below zero, and no overdraft is allowed. */
    record BalanceExceeded(long balance, long change) implements Refusal {}

    /** The balance would rise above {@link Quantity#LIMIT}, or fall below the negated one. */
    record BalanceLimit(long balance, long change) implements Refusal {}

    /** The transaction is not pending, so it can be neither committed nor failed. */
    record NotPending(Transaction.State state) implements Refusal {}

    /** The transaction is not committed, so it cannot be reversed. */
    record NotCommitted(Transaction.State state) implements Refusal {}

    /** The transaction was reversed under another key. */
    record AlreadyReversed(ReversalId reversal) implements Refusal {}

    /** Only a ledger that never had a transaction can be deleted. */
    record LedgerNotEmpty(long transactions) implements Refusal {}

    /** The batch ID belongs to another batch of the same client. */
    record BatchIdTaken() implements Refusal {}

    /** An all-or-nothing batch was refused because of these items, at least one. */
    record BatchRefused(List<BatchOutcome.Refused> items) implements Refusal {}
}

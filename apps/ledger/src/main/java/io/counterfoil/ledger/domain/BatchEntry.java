package io.counterfoil.ledger.domain;

import java.util.Optional;

/**
 * A member of a batch, with the current state of its transaction.
 *
 * @param position the number of the item, or its line in the file
 * @param outcome the outcome of the item when it was processed
 * @param transaction its current state; empty where the item was refused
 * @param problem the reason of the refusal as reported then, a JSON object
 */
public record BatchEntry(long position, Outcome outcome, Optional<Transaction> transaction, Optional<String> problem) {

    /** The outcome of an item. */
    public enum Outcome {
        /** A transaction was posted. */
        CREATED,
        /** A transaction already existed under the item's key. */
        KNOWN,
        /** The item was refused. */
        REFUSED
    }
}

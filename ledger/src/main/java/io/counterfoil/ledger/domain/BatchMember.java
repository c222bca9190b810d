package io.counterfoil.ledger.domain;

import java.util.Optional;

/**
 * A member of a batch, with what its transaction now is.
 *
 * @param position its place: the number of the item, or the line in the file
 * @param outcome what became of the item when its turn came
 * @param transaction as it now is; none where the item was refused
 * @param problem why it was refused, as it was told then: an object in JSON
 */
public record BatchMember(long position, Outcome outcome, Optional<Transaction> transaction, Optional<String> problem) {

    /** What became of an item. */
    public enum Outcome {
        /** A transaction was posted. */
        CREATED,
        /** It had been, under the item's own key. */
        KNOWN,
        /** Nothing was posted. */
        REFUSED
    }
}

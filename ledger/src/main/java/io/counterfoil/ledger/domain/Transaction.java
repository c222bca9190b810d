package io.counterfoil.ledger.domain;

import java.time.Instant;
import java.util.Optional;

/**
 * A transaction as it now is. What was asked for never changes (LG-1); the state and the reversal do.
 *
 * @param id the entity ID
 * @param ledgerId the ledger it belongs to
 * @param asked what its client asked for
 * @param state where it stands
 * @param reversal what took it back
 * @param createdAt when it was made
 */
public record Transaction(
        TransactionId id,
        LedgerId ledgerId,
        NewTransaction asked,
        State state,
        Optional<Reversal> reversal,
        Instant createdAt) {

    /** The same in another state. */
    Transaction settled(State to) {
        return new Transaction(id, ledgerId, asked, to, reversal, createdAt);
    }

    /** Where a transaction stands. Pending ones count in the balance; failed is final. */
    public enum State {
        /** Waits for a commit, or for its failure. */
        PENDING,
        /** Done; can be reversed. */
        COMMITTED,
        /** Never happened. */
        FAILED
    }
}

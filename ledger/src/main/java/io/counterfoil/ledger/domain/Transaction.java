package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandIds;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import java.time.Instant;
import java.util.Optional;

/**
 * A transaction as it now is. What was asked for never changes; the state and the reversal do.
 *
 * @param id the entity ID
 * @param ledgerId the ledger it belongs to
 * @param client whose it is
 * @param asked what its client asked for
 * @param serviceReference the service's own name for it, where the service made it of its own accord
 * @param state where it stands
 * @param reversal what took it back
 * @param createdAt when it was made
 * @param version raised by its settlement and by its reversal, from 1
 * @param commands the commands that it remembers
 */
public record Transaction(
        TransactionId id,
        LedgerId ledgerId,
        ClientId client,
        NewTransaction asked,
        Optional<ReferenceId> serviceReference,
        State state,
        Optional<Reversal> reversal,
        Instant createdAt,
        long version,
        CommandIds commands) {

    /** The same in another state. */
    Transaction settled(State to) {
        return new Transaction(
                id, ledgerId, client, asked, serviceReference, to, reversal, createdAt, version, commands);
    }

    /** The same in its next version. */
    Transaction nextVersion() {
        return new Transaction(
                id, ledgerId, client, asked, serviceReference, state, reversal, createdAt, version + 1, commands);
    }

    /** The same, remembering these commands. */
    public Transaction withCommands(CommandIds all) {
        return new Transaction(id, ledgerId, client, asked, serviceReference, state, reversal, createdAt, version, all);
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

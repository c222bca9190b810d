package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandIds;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import java.time.Instant;
import java.util.Optional;

/**
 * The current state of a transaction. Its request never changes; its state and its reversal do.
 *
 * @param id the entity ID
 * @param ledgerId its ledger
 * @param client its owner
 * @param asked the request
 * @param serviceReference the service's reference, where the service created it itself
 * @param state its state
 * @param reversal its reversal
 * @param createdAt when it was created
 * @param version incremented by its settlement and its reversal, from 1
 * @param commands the recorded commands
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

    /** A copy in another state. */
    Transaction settled(State to) {
        return new Transaction(
                id, ledgerId, client, asked, serviceReference, to, reversal, createdAt, version, commands);
    }

    /** A copy with the next version. */
    Transaction nextVersion() {
        return new Transaction(
                id, ledgerId, client, asked, serviceReference, state, reversal, createdAt, version + 1, commands);
    }

    /** A copy with these recorded commands. */
    public Transaction withCommands(CommandIds all) {
        return new Transaction(id, ledgerId, client, asked, serviceReference, state, reversal, createdAt, version, all);
    }

    /** The state of a transaction. Pending transactions count in the balance; failed is final. */
    public enum State {
        /** Reserved until it is committed or failed. */
        PENDING,
        /** Committed; can be reversed. */
        COMMITTED,
        /** Failed; does not count in the balance. */
        FAILED
    }
}

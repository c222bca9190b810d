package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandIds;
import io.counterfoil.idempotency.key.ClientId;
import java.time.Instant;
import java.util.Optional;

/**
 * A ledger as it now is.
 *
 * @param id the entity ID
 * @param client whose it is
 * @param asked what its client asked for when it was made
 * @param metadata what is remembered with it now
 * @param balance the sum of all transactions that have not failed, and of their reversals; negative only where an overdraft is allowed
 * @param transactions how many transactions it ever had
 * @param createdAt when it was made
 * @param version raised by each change of what is shown of it, from 1
 * @param commands the commands that it remembers
 * @param deleted whether it is gone, for all but a late retry of its creation
 */
public record Ledger(
        LedgerId id,
        ClientId client,
        NewLedger asked,
        Optional<Metadata> metadata,
        long balance,
        long transactions,
        Instant createdAt,
        long version,
        CommandIds commands,
        boolean deleted) {

    /** Refuses a change of the balance by so much, where the balance would leave its limits. */
    void checkRoomFor(long change) {
        asked.rules().refusal(balance, change).ifPresent(refusal -> {
            throw new RefusedException(refusal);
        });
    }

    /** The same with other metadata. */
    Ledger withMetadata(Optional<Metadata> other) {
        return new Ledger(id, client, asked, other, balance, transactions, createdAt, version, commands, deleted);
    }

    /** The same, remembering these commands. */
    public Ledger withCommands(CommandIds all) {
        return new Ledger(id, client, asked, metadata, balance, transactions, createdAt, version, all, deleted);
    }
}

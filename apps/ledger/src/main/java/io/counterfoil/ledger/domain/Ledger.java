package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandIds;
import io.counterfoil.idempotency.key.ClientId;
import java.time.Instant;
import java.util.Optional;

/**
 * The current state of a ledger.
 *
 * @param id the entity ID
 * @param client its owner
 * @param asked the request that opened it
 * @param metadata its current metadata
 * @param balance the sum of all transactions that have not failed, and of their reversals; negative only where an
 *     overdraft is allowed
 * @param transactions the number of transactions it ever had
 * @param createdAt when it was created
 * @param version incremented by each visible change, from 1
 * @param commands the recorded commands
 * @param deleted whether it is deleted; only a late retry of its creation still finds it
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

    /** Refuses a change that would take the balance beyond its limits. */
    void checkRoomFor(long change) {
        asked.rules().refusal(balance, change).ifPresent(refusal -> {
            throw new RefusedException(refusal);
        });
    }

    /** A copy with other metadata. */
    Ledger withMetadata(Optional<Metadata> other) {
        return new Ledger(id, client, asked, other, balance, transactions, createdAt, version, commands, deleted);
    }

    /** A copy with these recorded commands. */
    public Ledger withCommands(CommandIds all) {
        return new Ledger(id, client, asked, metadata, balance, transactions, createdAt, version, all, deleted);
    }
}

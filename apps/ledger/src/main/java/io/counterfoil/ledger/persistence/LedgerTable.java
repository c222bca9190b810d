package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.Quantity;
import org.jspecify.annotations.Nullable;

/** How a new ledger becomes a row. */
final class LedgerTable {

    static final InsertOrFind<Ledger> LEDGERS = InsertOrFind.on(Dialects.POSTGRESQL)
            .into("ledger")
            .columns(
                    "id",
                    "client",
                    "idempotency_key",
                    "reference_id",
                    "unit",
                    "initial_deposit",
                    "balance",
                    "transactions",
                    "metadata",
                    "asked_metadata",
                    "overdraft_allowed",
                    "shared_keys")
            .key("id")
            .returning(
                    "id",
                    "client",
                    "idempotency_key",
                    "reference_id",
                    "unit",
                    "initial_deposit",
                    "balance",
                    "transactions",
                    "metadata",
                    "asked_metadata",
                    "overdraft_allowed",
                    "shared_keys",
                    "created_at",
                    "version",
                    "commands",
                    "deleted_at")
            .reading(Rows::ledgerOf);

    private LedgerTable() {}

    /** The values of the columns. The initial deposit is the first transaction, and in the balance from the beginning. */
    static @Nullable Object[] values(LedgerId id, ClientId client, NewLedger asked) {
        Long deposit = asked.initialDeposit().map(Quantity::value).orElse(null);
        String metadata = asked.metadata().map(Metadata::json).orElse(null);
        return new @Nullable Object[] {
            id,
            client.value(),
            asked.once().dataKey().map(RequestId::value).orElse(null),
            asked.referenceId().map(ReferenceId::value).orElse(null),
            asked.unit(),
            deposit,
            deposit == null ? 0L : deposit,
            deposit == null ? 0L : 1L,
            metadata,
            metadata,
            asked.rules().overdraft() == NewLedger.Overdraft.ALLOWED,
            asked.rules().sharesKeys()
        };
    }
}

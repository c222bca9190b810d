package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.ids.IdColumn;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.ledger.domain.KeyScope;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionDetails;
import io.counterfoil.ledger.domain.TransactionId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a new transaction becomes a row. */
final class TransactionTable {

    static final InsertOrFind<TransactionId> TRANSACTIONS = InsertOrFind.on(Dialects.POSTGRESQL)
            .into("ledger_transaction")
            .columns(
                    "id",
                    "ledger_pk",
                    "ordinal",
                    "client",
                    "key_scope",
                    "idempotency_key",
                    "quantity",
                    "two_phase",
                    "state",
                    "reference_id",
                    "service_reference_id",
                    "lms_user_id",
                    "content_key",
                    "subsidy_access_policy_uuid",
                    "metadata")
            .key("id")
            .returning("id")
            .reading(row -> IdColumn.UUID.get(row, "id", TransactionId.TYPE));

    private TransactionTable() {}

    /** The values of the columns. */
    static @Nullable Object[] values(
            TransactionId id, Place place, ClientId client, NewTransaction asked, Optional<ReferenceId> ofService) {
        TransactionDetails details = asked.details();
        return new @Nullable Object[] {
            id,
            place.ledgerPk(),
            place.ordinal(),
            client.value(),
            KeyScope.of(place.ledger(), client).value(),
            asked.once().dataKey().map(RequestId::value).orElse(null),
            asked.quantity().value(),
            asked.pending(),
            (asked.pending() ? Transaction.State.PENDING : Transaction.State.COMMITTED).name(),
            details.referenceId().map(ReferenceId::value).orElse(null),
            ofService.map(ReferenceId::value).orElse(null),
            details.lmsUserId().orElse(null),
            details.contentKey().orElse(null),
            details.subsidyAccessPolicy().orElse(null),
            details.metadata().map(Metadata::json).orElse(null)
        };
    }

    /**
     * Where a transaction stands.
     *
     * @param ledger its ledger
     * @param ledgerPk the primary key of its ledger's row, of whatever type
     * @param ordinal its number in the ledger, from 1
     */
    record Place(Ledger ledger, Object ledgerPk, long ordinal) {

        /** The first place of a ledger. */
        Place first() {
            return new Place(ledger, ledgerPk, 1);
        }

        /** The place behind all others of a locked ledger. */
        static Place next(Connection connection, Ledger ledger) throws SQLException {
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT pk, transactions + 1 AS next FROM ledger WHERE id = ?")) {
                query.setObject(1, ledger.id().value());
                try (ResultSet row = query.executeQuery()) {
                    if (!row.next()) {
                        throw new IllegalStateException("there is no ledger " + ledger.id());
                    }
                    return new Place(ledger, row.getObject("pk"), row.getLong("next"));
                }
            }
        }
    }
}

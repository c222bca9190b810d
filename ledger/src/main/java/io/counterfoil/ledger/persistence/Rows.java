package io.counterfoil.ledger.persistence;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.ReferenceId;
import io.counterfoil.ledger.domain.Reversal;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionDetails;
import io.counterfoil.ledger.domain.TransactionId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/** Turns rows into objects. */
final class Rows {

    /** Every column of a transaction and its reversal; {@code t} and {@code r} are joined on the left. */
    static final String TRANSACTION_COLUMNS = """
            t.id, l.id AS ledger_id, t.idempotency_key, t.quantity, t.two_phase, t.state, t.reference_id, t.lms_user_id,
            t.content_key, t.subsidy_access_policy_uuid, t.metadata, t.created_at,
            r.id AS r_id, r.idempotency_key AS r_key, r.quantity AS r_quantity, r.created_at AS r_created_at""";

    private Rows() {}

    static Ledger ledger(ResultSet row, int number) throws SQLException {
        NewLedger asked = new NewLedger(
                new RequestId(row.getString("idempotency_key")),
                row.getString("unit"),
                Optional.ofNullable(row.getString("reference_id")).map(ReferenceId::new),
                Optional.ofNullable(row.getObject("initial_deposit", Long.class))
                        .map(Quantity::new),
                Optional.ofNullable(row.getString("metadata")).map(Metadata::new));
        return new Ledger(
                LedgerId.TYPE.of(row.getObject("id", UUID.class)),
                ClientId.ofStored(row.getString("client")),
                asked,
                row.getLong("balance"),
                instant(row, "created_at"));
    }

    static Transaction transaction(ResultSet row, int number) throws SQLException {
        TransactionDetails details = new TransactionDetails(
                Optional.ofNullable(row.getString("reference_id")).map(ReferenceId::new),
                Optional.ofNullable(row.getObject("lms_user_id", Long.class)),
                Optional.ofNullable(row.getString("content_key")),
                Optional.ofNullable(row.getObject("subsidy_access_policy_uuid", UUID.class)),
                Optional.ofNullable(row.getString("metadata")).map(Metadata::new));
        NewTransaction asked = new NewTransaction(
                new RequestId(row.getString("idempotency_key")),
                new Quantity(row.getLong("quantity")),
                row.getBoolean("two_phase"),
                details);
        TransactionId id = TransactionId.TYPE.of(row.getObject("id", UUID.class));
        return new Transaction(
                id,
                LedgerId.TYPE.of(row.getObject("ledger_id", UUID.class)),
                asked,
                Transaction.State.valueOf(row.getString("state")),
                reversal(row, id),
                instant(row, "created_at"));
    }

    private static Optional<Reversal> reversal(ResultSet row, TransactionId transaction) throws SQLException {
        UUID id = row.getObject("r_id", UUID.class);
        if (id == null) {
            return Optional.empty();
        }
        return Optional.of(new Reversal(
                ReversalId.TYPE.of(id),
                transaction,
                new RequestId(row.getString("r_key")),
                new Quantity(row.getLong("r_quantity")),
                instant(row, "r_created_at")));
    }

    static Entry entry(ResultSet row, int number) throws SQLException {
        return new Entry(transaction(row, number), row.getLong("running_balance"));
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}

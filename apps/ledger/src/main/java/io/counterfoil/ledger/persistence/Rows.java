package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.entity.CommandIdsColumn;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewLedger.Overdraft;
import io.counterfoil.ledger.domain.NewReversal;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Once;
import io.counterfoil.ledger.domain.Quantity;
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

    /** Every column of a transaction but its ledger, and of its reversal; {@code t} and {@code r} are joined. */
    static final String TRANSACTION_COLUMNS = """
            t.id, t.client, t.idempotency_key, t.quantity, t.two_phase, t.state, t.reference_id,
            t.service_reference_id, t.lms_user_id, t.content_key, t.subsidy_access_policy_uuid, t.metadata, t.created_at,
            t.version, t.commands, r.id AS r_id, r.idempotency_key AS r_key, r.reference_id AS r_reference_id,
            r.quantity AS r_quantity, r.created_at AS r_created_at""";

    /** The same with its ledger. */
    static final String ALL_COLUMNS =
            "(SELECT l.id FROM ledger l WHERE l.pk = t.ledger_pk) AS ledger_id, " + TRANSACTION_COLUMNS;

    /** Joins the reversal of a transaction {@code t} as {@code r}. */
    static final String REVERSAL =
            " LEFT JOIN LATERAL (SELECT * FROM reversal WHERE transaction_pk = t.pk LIMIT 1) r ON true ";

    /** All transactions as {@code t}; what follows says which. */
    static final String TRANSACTIONS = transactions("ledger_transaction t");

    private Rows() {}

    /**
     * Transactions from a part of a statement that names them {@code t}. Ledger and reversal of each are looked up by subqueries: for a join, a
     * planner without statistics may read all of them.
     */
    static String transactions(String from) {
        return "SELECT " + ALL_COLUMNS + " FROM " + from + REVERSAL;
    }

    /** The transaction for each element {@code wanted} of an array, looked up one by one for the same reason. */
    static String transactionOfEach(String condition) {
        return transactions("unnest(?) AS wanted CROSS JOIN LATERAL (SELECT * FROM ledger_transaction WHERE "
                + condition + " LIMIT 1) t");
    }

    static Ledger ledger(ResultSet row, int number) throws SQLException {
        return ledgerOf(row);
    }

    static Ledger ledgerOf(ResultSet row) throws SQLException {
        LedgerId id = LedgerId.TYPE.of(row.getObject("id", UUID.class));
        NewLedger asked = new NewLedger(
                once(row, id),
                row.getString("unit"),
                reference(row, "reference_id"),
                Optional.ofNullable(row.getObject("initial_deposit", Long.class))
                        .map(Quantity::new),
                metadata(row, "asked_metadata"),
                new NewLedger.Rules(
                        row.getBoolean("overdraft_allowed") ? Overdraft.ALLOWED : Overdraft.FORBIDDEN,
                        Optional.of(row.getBoolean("shared_keys"))));
        return new Ledger(
                id,
                ClientId.ofStored(row.getString("client")),
                asked,
                metadata(row, "metadata"),
                row.getLong("balance"),
                row.getLong("transactions"),
                instant(row, "created_at"),
                row.getLong("version"),
                CommandIdsColumn.TEXT.get(row, "commands"),
                row.getObject("deleted_at") != null);
    }

    static Transaction transaction(ResultSet row, int number) throws SQLException {
        TransactionDetails details = new TransactionDetails(
                reference(row, "reference_id"),
                Optional.ofNullable(row.getObject("lms_user_id", Long.class)),
                Optional.ofNullable(row.getString("content_key")),
                Optional.ofNullable(row.getObject("subsidy_access_policy_uuid", UUID.class)),
                metadata(row, "metadata"));
        TransactionId id = TransactionId.TYPE.of(row.getObject("id", UUID.class));
        NewTransaction asked = new NewTransaction(
                once(row, id), new Quantity(row.getLong("quantity")), row.getBoolean("two_phase"), details);
        return new Transaction(
                id,
                LedgerId.TYPE.of(row.getObject("ledger_id", UUID.class)),
                ClientId.ofStored(row.getString("client")),
                asked,
                reference(row, "service_reference_id"),
                Transaction.State.valueOf(row.getString("state")),
                reversal(row, id),
                instant(row, "created_at"),
                row.getLong("version"),
                CommandIdsColumn.TEXT.get(row, "commands"));
    }

    /** What is without a key is found under its id, whichever way it was made. */
    private static <I> Once<I> once(ResultSet row, I id) throws SQLException {
        String key = row.getString("idempotency_key");
        return key == null
                ? new Once.ById<>(id, Optional.empty(), Optional.empty())
                : new Once.ByKey<>(new RequestId(key));
    }

    private static Optional<Reversal> reversal(ResultSet row, TransactionId transaction) throws SQLException {
        UUID id = row.getObject("r_id", UUID.class);
        if (id == null) {
            return Optional.empty();
        }
        return Optional.of(new Reversal(
                ReversalId.TYPE.of(id),
                transaction,
                new NewReversal(new RequestId(row.getString("r_key")), reference(row, "r_reference_id")),
                new Quantity(row.getLong("r_quantity")),
                instant(row, "r_created_at")));
    }

    static Entry entry(ResultSet row, int number) throws SQLException {
        return new Entry(transaction(row, number), row.getLong("running_balance"));
    }

    private static Optional<ReferenceId> reference(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column)).map(ReferenceId::new);
    }

    private static Optional<Metadata> metadata(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column)).map(Metadata::new);
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}

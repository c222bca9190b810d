package io.counterfoil.ledger.persistence;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.LedgerStore;
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
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Ledgers in PostgreSQL, in Spring's transactions. Thread-safe. */
@Repository
class JdbcLedgerStore implements LedgerStore {

    private static final String TRANSACTIONS = "SELECT " + Rows.TRANSACTION_COLUMNS + """

             FROM ledger_transaction t JOIN ledger l ON l.pk = t.ledger_pk LEFT JOIN reversal r ON r.transaction_pk = t.pk
            """;

    private final JdbcClient jdbc;

    JdbcLedgerStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<Ledger> ledgerByKey(ClientId client, RequestId key) {
        return jdbc.sql("SELECT * FROM ledger WHERE client = ? AND idempotency_key = ?")
                .params(client.value(), key.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public Optional<Ledger> ledger(LedgerId id) {
        return jdbc.sql("SELECT * FROM ledger WHERE id = ?")
                .param(id.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public Optional<Ledger> ledgerByReference(ClientId client, ReferenceId reference) {
        return jdbc.sql("SELECT * FROM ledger WHERE client = ? AND reference_id = ?")
                .params(client.value(), reference.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public List<Ledger> ledgers(ClientId client, Optional<LedgerId> after, int limit) {
        return jdbc.sql("""
                        SELECT * FROM ledger WHERE client = :client
                           AND pk < coalesce((SELECT pk FROM ledger WHERE id = :after), 9223372036854775807)
                         ORDER BY pk DESC LIMIT :limit""")
                .param("client", client.value())
                .param("after", after.map(LedgerId::value).orElse(null), Types.OTHER)
                .param("limit", limit)
                .query(Rows::ledger)
                .list();
    }

    @Override
    public Optional<Ledger> lock(LedgerId id) {
        return jdbc.sql("SELECT * FROM ledger WHERE id = ? FOR NO KEY UPDATE")
                .param(id.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public Optional<Ledger> lockLedgerOf(TransactionId id) {
        return jdbc.sql("""
                        SELECT l.* FROM ledger l JOIN ledger_transaction t ON t.ledger_pk = l.pk WHERE t.id = ?
                           FOR NO KEY UPDATE OF l""").param(id.value()).query(Rows::ledger).optional();
    }

    @Override
    public Optional<Ledger> insert(LedgerId id, ClientId client, NewLedger asked) {
        return jdbc.sql("""
                        INSERT INTO ledger (id, client, idempotency_key, reference_id, unit, initial_deposit, balance, metadata)
                        VALUES (:id, :client, :key, :reference, :unit, :deposit, coalesce(:deposit, 0), :metadata)
                        ON CONFLICT DO NOTHING RETURNING *""")
                .param("id", id.value())
                .param("client", client.value())
                .param("key", asked.key().value())
                .param("reference", asked.referenceId().map(ReferenceId::value).orElse(null))
                .param("unit", asked.unit())
                .param("deposit", asked.initialDeposit().map(Quantity::value).orElse(null), Types.BIGINT)
                .param("metadata", asked.metadata().map(Metadata::json).orElse(null))
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public void addToBalance(LedgerId id, long change) {
        jdbc.sql("UPDATE ledger SET balance = balance + ? WHERE id = ?")
                .params(change, id.value())
                .update();
    }

    @Override
    public Optional<Transaction> transactionByKey(LedgerId ledger, RequestId key) {
        return jdbc.sql(TRANSACTIONS + "WHERE l.id = ? AND t.idempotency_key = ?")
                .params(ledger.value(), key.value())
                .query(Rows::transaction)
                .optional();
    }

    @Override
    public Optional<Transaction> transaction(TransactionId id) {
        return jdbc.sql(TRANSACTIONS + "WHERE t.id = ?")
                .param(id.value())
                .query(Rows::transaction)
                .optional();
    }

    @Override
    public Optional<Transaction> transactionByReference(ClientId client, ReferenceId reference) {
        return jdbc.sql(TRANSACTIONS + "WHERE t.client = ? AND t.reference_id = ?")
                .params(client.value(), reference.value())
                .query(Rows::transaction)
                .optional();
    }

    @Override
    public List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit) {
        // The opening balance is summed once; the window then runs over the page alone.
        return jdbc.sql("""
                        WITH place AS (
                          SELECT l.pk AS ledger_pk, coalesce((
                            SELECT t.pk FROM ledger_transaction t WHERE t.id = :after AND t.ledger_pk = l.pk), 0) AS after_pk
                            FROM ledger l WHERE l.id = :ledger
                        ), effect AS (
                          SELECT t.pk, CASE WHEN t.state = 'FAILED' THEN 0 ELSE t.quantity END + coalesce(r.quantity, 0) AS sum
                            FROM ledger_transaction t JOIN place p USING (ledger_pk) LEFT JOIN reversal r ON r.transaction_pk = t.pk
                        ), page AS (
                          SELECT pk, sum FROM effect WHERE pk > (SELECT after_pk FROM place) ORDER BY pk LIMIT :limit
                        )
                        SELECT %s,
                          (SELECT coalesce(sum(e.sum), 0) FROM effect e WHERE e.pk <= (SELECT after_pk FROM place))
                            + sum(page.sum) OVER (ORDER BY page.pk) AS running_balance
                          FROM page JOIN ledger_transaction t ON t.pk = page.pk JOIN ledger l ON l.pk = t.ledger_pk
                          LEFT JOIN reversal r ON r.transaction_pk = t.pk
                         ORDER BY page.pk""".formatted(Rows.TRANSACTION_COLUMNS))
                .param("ledger", ledger.value())
                .param("after", after.map(TransactionId::value).orElse(null), Types.OTHER)
                .param("limit", limit)
                .query(Rows::entry)
                .list();
    }

    @Override
    public Optional<Transaction> insert(TransactionId id, LedgerId ledger, ClientId client, NewTransaction asked) {
        TransactionDetails details = asked.details();
        int inserted = jdbc.sql("""
                        INSERT INTO ledger_transaction (id, ledger_pk, client, idempotency_key, quantity, two_phase, state,
                          reference_id, lms_user_id, content_key, subsidy_access_policy_uuid, metadata)
                        SELECT :id, pk, :client, :key, :quantity, :pending, :state, :reference, :user, :content,
                          CAST(:policy AS uuid), :metadata FROM ledger WHERE id = :ledger
                        ON CONFLICT DO NOTHING""")
                .param("id", id.value())
                .param("ledger", ledger.value())
                .param("client", client.value())
                .param("key", asked.key().value())
                .param("quantity", asked.quantity().value())
                .param("pending", asked.pending())
                .param("state", (asked.pending() ? Transaction.State.PENDING : Transaction.State.COMMITTED).name())
                .param(
                        "reference",
                        details.referenceId().map(ReferenceId::value).orElse(null))
                .param("user", details.lmsUserId().orElse(null), Types.BIGINT)
                .param("content", details.contentKey().orElse(null))
                .param(
                        "policy",
                        details.subsidyAccessPolicy().map(Object::toString).orElse(null))
                .param("metadata", details.metadata().map(Metadata::json).orElse(null))
                .update();
        return inserted == 0 ? Optional.empty() : transaction(id);
    }

    @Override
    public void settle(TransactionId id, Transaction.State state, RequestId key) {
        jdbc.sql("UPDATE ledger_transaction SET state = ?, settlement_key = ? WHERE id = ? AND state = 'PENDING'")
                .params(state.name(), key.value(), id.value())
                .update();
    }

    @Override
    public Optional<Transaction> transactionSettled(TransactionId id, Transaction.State state, RequestId key) {
        return jdbc.sql(TRANSACTIONS + "WHERE t.id = ? AND t.state = ? AND t.settlement_key = ?")
                .params(id.value(), state.name(), key.value())
                .query(Rows::transaction)
                .optional();
    }

    @Override
    public Reversal insert(ReversalId id, TransactionId transaction, RequestId key, Quantity quantity) {
        return jdbc.sql("""
                        INSERT INTO reversal (id, transaction_pk, idempotency_key, quantity)
                        SELECT ?, pk, ?, ? FROM ledger_transaction WHERE id = ? RETURNING created_at""")
                .params(id.value(), key.value(), quantity.value(), transaction.value())
                .query((row, number) -> new Reversal(id, transaction, key, quantity, Rows.instant(row, "created_at")))
                .single();
    }
}

package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.CommandIds;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.entity.EntityCommands;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.KeyScope;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.LedgerStore;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewReversal;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Reversal;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionDetails;
import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.ledger.persistence.TransactionTable.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Ledgers in PostgreSQL, in Spring's transactions. Thread-safe. */
class JdbcLedgerStore implements LedgerStore {

    private static final UUID LAST = new UUID(-1, -1);

    /**
     * Under READ COMMITTED the statement has one snapshot, and the row of the ledger as it is when its lock was acquired: after it has waited,
     * the database checks the conditions again and takes balance, ordinal and scope from the newest version. The look-up of the key is as old
     * as the snapshot. It keeps duplicates from locking the ledger; that there is one transaction for a key is up to the unique constraint,
     * which the insertion checks against all that is committed. The balance is raised only if a row was inserted.
     *
     * <p>Scalar subqueries, because a planner without statistics may read whole tables for joins; and one for each scope, because for a list of
     * them it may take another index of the ledger, and read all of its transactions.
     */
    private static final String POST = """
            WITH place AS (
              SELECT pk, transactions + 1 AS ordinal, CASE WHEN shared_keys THEN :own ELSE :scope END AS scope FROM ledger l
               WHERE id = :ledger AND deleted_at IS NULL
                 AND balance + :quantity BETWEEN CASE WHEN overdraft_allowed THEN -%1$s ELSE 0 END AND %1$s
                 AND (SELECT t.pk FROM ledger_transaction t
                       WHERE t.ledger_pk = l.pk AND t.key_scope = :scope AND t.idempotency_key = :key) IS NULL
                 AND (SELECT t.pk FROM ledger_transaction t
                       WHERE t.ledger_pk = l.pk AND t.key_scope = :own AND t.idempotency_key = :key) IS NULL
                 FOR NO KEY UPDATE
            ), posted AS (
              INSERT INTO ledger_transaction (id, ledger_pk, ordinal, client, key_scope, idempotency_key, quantity, two_phase, state,
                reference_id, lms_user_id, content_key, subsidy_access_policy_uuid, metadata)
              SELECT :id, pk, ordinal, :client, scope, :key, :quantity, :pending, :state, :reference, :user, :content, :policy, :metadata
                FROM place
                ON CONFLICT (ledger_pk, key_scope, idempotency_key) DO NOTHING RETURNING ledger_pk, created_at
            ), raised AS (
              UPDATE ledger SET balance = balance + :quantity, transactions = transactions + 1, version = version + 1
               WHERE pk = (SELECT ledger_pk FROM posted)
            )
            SELECT created_at FROM posted""".formatted(Quantity.LIMIT);

    private final JdbcClient jdbc;
    private final SpringConnection connection;

    JdbcLedgerStore(JdbcClient jdbc, SpringConnection connection) {
        this.jdbc = jdbc;
        this.connection = connection;
    }

    @Override
    public Optional<Ledger> ledgerByKey(ClientId client, RequestId key) {
        return jdbc.sql("SELECT * FROM ledger WHERE client = ? AND idempotency_key = ?")
                .params(client.value(), key.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public Optional<Ledger> ledgerEverMade(LedgerId id) {
        return jdbc.sql("SELECT * FROM ledger WHERE id = ?")
                .param(id.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public Optional<Ledger> ledger(LedgerId id) {
        return jdbc.sql("SELECT * FROM ledger WHERE id = ? AND deleted_at IS NULL")
                .param(id.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public List<Ledger> ledgers(ClientId client, Optional<LedgerId> after, int limit) {
        // Without a place, from behind all that there can be.
        return jdbc.sql("""
                        SELECT * FROM ledger WHERE client = :client AND deleted_at IS NULL
                           AND (created_at, id) < (coalesce((SELECT created_at FROM ledger WHERE id = :after), 'infinity'), :after)
                         ORDER BY created_at DESC, id DESC LIMIT :limit""")
                .param("client", client.value())
                .param("after", after.map(LedgerId::value).orElse(LAST), Types.OTHER)
                .param("limit", limit)
                .query(Rows::ledger)
                .list();
    }

    @Override
    public Optional<Ledger> lock(LedgerId id) {
        return jdbc.sql("SELECT * FROM ledger WHERE id = ? AND deleted_at IS NULL FOR NO KEY UPDATE")
                .param(id.value())
                .query(Rows::ledger)
                .optional();
    }

    @Override
    public Optional<Ledger> lockLedgerOf(TransactionId id) {
        return jdbc.sql("""
                        SELECT * FROM ledger WHERE pk = (SELECT ledger_pk FROM ledger_transaction WHERE id = ?)
                           FOR NO KEY UPDATE""").param(id.value()).query(Rows::ledger).optional();
    }

    @Override
    public Ledger insert(LedgerId id, ClientId client, NewLedger asked) {
        return connection
                .run(jdbc -> LedgerTable.LEDGERS.execute(jdbc, LedgerTable.values(id, client, asked)))
                .row();
    }

    @Override
    public void insertInitialDeposit(
            TransactionId id, Ledger ledger, NewTransaction deposit, ReferenceId serviceReference) {
        connection.run(jdbc -> {
            Place first = Place.next(jdbc, ledger).first();
            return TransactionTable.TRANSACTIONS.execute(
                    jdbc, TransactionTable.values(id, first, ledger.client(), deposit, Optional.of(serviceReference)));
        });
    }

    @Override
    public void addToBalance(LedgerId id, long change) {
        jdbc.sql("UPDATE ledger SET balance = balance + ?, version = version + 1 WHERE id = ?")
                .params(change, id.value())
                .update();
    }

    @Override
    public void delete(LedgerId id) {
        jdbc.sql("""
                        UPDATE ledger SET deleted_at = now(), metadata = NULL, asked_metadata = NULL, version = version + 1
                         WHERE id = ?""").param(id.value()).update();
    }

    @Override
    public Optional<Transaction> transactionByKey(LedgerId ledger, ClientId client, RequestId key) {
        // Only one of the two scopes is in use on a ledger, so that nothing has to be known of it.
        return jdbc.sql(Rows.TRANSACTIONS
                        + "WHERE t.pk = coalesce(%1$s, %2$s)".formatted(keyed(":client"), keyed(":own")))
                .param("ledger", ledger.value())
                .param("client", KeyScope.ofClient(client).value())
                .param("own", KeyScope.ofLedger(ledger).value())
                .param("key", key.value())
                .query(Rows::transaction)
                .optional();
    }

    private static String keyed(String scope) {
        return """
                (SELECT pk FROM ledger_transaction
                  WHERE ledger_pk = (SELECT pk FROM ledger WHERE id = :ledger) AND key_scope = %s AND idempotency_key = :key)""".formatted(scope);
    }

    @Override
    public Optional<Transaction> transaction(TransactionId id) {
        return jdbc.sql(Rows.TRANSACTIONS + "WHERE t.id = ?")
                .param(id.value())
                .query(Rows::transaction)
                .optional();
    }

    @Override
    public Set<TransactionId> inactiveRedemptions(LedgerId ledger, KeyScope scope, long lmsUserId, String contentKey) {
        // Each reversal is looked up by itself: from a join, a planner without statistics reads all reversals. IS TRUE
        // keeps the scope from the choice of an index: that of the keys begins with ledger and scope, which most
        // transactions of a ledger share.
        return jdbc.sql("""
                        SELECT t.id FROM ledger_transaction t
                         WHERE t.ledger_pk = (SELECT pk FROM ledger WHERE id = ?) AND t.lms_user_id = ? AND t.content_key = ?
                           AND (t.key_scope = ?) IS TRUE AND t.quantity < 0
                           AND (t.state = 'FAILED' OR (SELECT r.pk FROM reversal r WHERE r.transaction_pk = t.pk) IS NOT NULL)""")
                .params(ledger.value(), lmsUserId, contentKey, scope.value())
                .query((row, number) -> TransactionId.TYPE.of(row.getObject("id", UUID.class)))
                .set();
    }

    @Override
    public List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit) {
        // The opening balance is summed once; the window then runs over the page alone.
        return jdbc.sql("""
                        WITH place AS (
                          SELECT l.pk AS ledger_pk, coalesce((
                            SELECT t.ordinal FROM ledger_transaction t WHERE t.id = :after AND t.ledger_pk = l.pk), 0) AS after
                            FROM ledger l WHERE l.id = :ledger
                        ), opening AS (
                          SELECT coalesce(sum(CASE WHEN t.state = 'FAILED' THEN 0 ELSE t.quantity END
                              + coalesce((SELECT r.quantity FROM reversal r WHERE r.transaction_pk = t.pk), 0)), 0) AS balance
                            FROM ledger_transaction t
                           WHERE t.ledger_pk = (SELECT ledger_pk FROM place) AND t.ordinal <= (SELECT after FROM place)
                        )
                        SELECT %s,
                          (SELECT balance FROM opening) + sum(CASE WHEN t.state = 'FAILED' THEN 0 ELSE t.quantity END
                            + coalesce(r.quantity, 0)) OVER (ORDER BY t.ordinal) AS running_balance
                          FROM (
                            SELECT * FROM ledger_transaction
                             WHERE ledger_pk = (SELECT ledger_pk FROM place) AND ordinal > (SELECT after FROM place)
                             ORDER BY ordinal LIMIT :limit
                          ) t %s
                         ORDER BY t.ordinal""".formatted(Rows.ALL_COLUMNS, Rows.REVERSAL))
                .param("ledger", ledger.value())
                .param("after", after.map(TransactionId::value).orElse(null), Types.OTHER)
                .param("limit", limit)
                .query(Rows::entry)
                .list();
    }

    @Override
    public Optional<Transaction> post(TransactionId id, LedgerId ledger, ClientId client, NewTransaction asked) {
        return bound(jdbc.sql(POST), id, ledger, client, KeyScope.ofClient(client), asked)
                .param("own", KeyScope.ofLedger(ledger).value())
                .query((row, number) -> posted(id, ledger, client, asked, Rows.instant(row, "created_at")))
                .optional();
    }

    @Override
    public Transaction insert(TransactionId id, Ledger locked, ClientId client, NewTransaction asked) {
        return post(id, locked.id(), client, asked)
                .orElseThrow(() -> new IllegalStateException("the locked ledger takes no transaction: " + locked.id()));
    }

    static StatementSpec bound(
            StatementSpec insert,
            TransactionId id,
            LedgerId ledger,
            ClientId client,
            KeyScope scope,
            NewTransaction asked) {
        TransactionDetails details = asked.details();
        return insert.param("id", id.value())
                .param("ledger", ledger.value())
                .param("client", client.value())
                .param("scope", scope.value())
                .param("key", asked.once().dataKey().map(RequestId::value).orElse(null), Types.VARCHAR)
                .param("quantity", asked.quantity().value())
                .param("pending", asked.pending())
                .param("state", stateOf(asked).name())
                .param(
                        "reference",
                        details.referenceId().map(ReferenceId::value).orElse(null),
                        Types.VARCHAR)
                .param("user", details.lmsUserId().orElse(null), Types.BIGINT)
                .param("content", details.contentKey().orElse(null), Types.VARCHAR)
                .param("policy", details.subsidyAccessPolicy().orElse(null), Types.OTHER)
                .param("metadata", details.metadata().map(Metadata::json).orElse(null), Types.VARCHAR);
    }

    private static Transaction.State stateOf(NewTransaction asked) {
        return asked.pending() ? Transaction.State.PENDING : Transaction.State.COMMITTED;
    }

    static Transaction posted(
            TransactionId id, LedgerId ledger, ClientId client, NewTransaction asked, Instant createdAt) {
        return new Transaction(
                id,
                ledger,
                client,
                asked,
                Optional.empty(),
                stateOf(asked),
                Optional.empty(),
                createdAt,
                1,
                CommandIds.none());
    }

    /** The row that a transaction under an id of the client's is found by; its key is the id. */
    InsertOrFind<TransactionId> creation() {
        return TransactionTable.TRANSACTIONS;
    }

    /** The values of that row. */
    @Nullable
    Object[] creationOf(Connection connection, TransactionId id, Ledger locked, ClientId client, NewTransaction asked)
            throws SQLException {
        return TransactionTable.values(id, Place.next(connection, locked), client, asked, Optional.empty());
    }

    /** What else makes it a transaction of its ledger. */
    void completeCreation(TransactionId id, Ledger locked, ClientId client, NewTransaction asked) {
        jdbc.sql("""
                        UPDATE ledger SET balance = balance + ?, transactions = transactions + 1, version = version + 1
                         WHERE id = ?""").params(asked.quantity().value(), locked.id().value()).update();
    }

    /** Transactions as their commands change them. */
    EntityCommands.Rows<TransactionId, Transaction> rows() {
        return new TransactionRows();
    }

    @Override
    public void settle(TransactionId id, Ledger locked, ClientId client, Transaction.State state, RequestId key) {
        jdbc.sql("""
                        UPDATE ledger_transaction SET state = ?, settlement_scope = ?, settlement_key = ?, version = version + 1
                         WHERE id = ? AND state = 'PENDING'""")
                .params(state.name(), KeyScope.of(locked, client).value(), key.value(), id.value())
                .update();
    }

    @Override
    public Optional<Transaction> transactionSettled(
            TransactionId id, Transaction.State state, ClientId client, RequestId key) {
        return jdbc.sql(Rows.TRANSACTIONS + """
                        WHERE t.id = ? AND t.state = ? AND t.settlement_key = ?
                          AND t.settlement_scope IN (?, 'ledger:' || (SELECT id FROM ledger WHERE pk = t.ledger_pk))""")
                .params(
                        id.value(),
                        state.name(),
                        key.value(),
                        KeyScope.ofClient(client).value())
                .query(Rows::transaction)
                .optional();
    }

    @Override
    public Optional<Reversal> reversal(ReversalId id) {
        return reversal("SELECT transaction_pk FROM reversal WHERE id = ?", id.value());
    }

    @Override
    public Optional<Reversal> reversalByKey(KeyScope scope, RequestId key) {
        return reversal(
                "SELECT transaction_pk FROM reversal WHERE key_scope = ? AND idempotency_key = ?",
                scope.value(),
                key.value());
    }

    private Optional<Reversal> reversal(String transactionPk, Object... params) {
        return jdbc.sql(Rows.TRANSACTIONS + "WHERE t.pk = (" + transactionPk + ")")
                .params(params)
                .query(Rows::transaction)
                .optional()
                .flatMap(Transaction::reversal);
    }

    @Override
    public Optional<Reversal> reversalByKey(TransactionId transaction, ClientId client, RequestId key) {
        // A reversal that is older than the uniqueness of its key is found by its transaction alone, and goes first.
        return jdbc.sql(Rows.TRANSACTIONS + """
                        WHERE t.pk = (SELECT transaction_pk FROM reversal
                          WHERE idempotency_key = :key AND key_scope IN (:client, 'transaction:' || :transaction, 'ledger:' || (
                            SELECT id FROM ledger WHERE pk = (SELECT ledger_pk FROM ledger_transaction WHERE id = :transaction)))
                          ORDER BY key_scope DESC LIMIT 1)""")
                .param("key", key.value())
                .param("client", KeyScope.ofClient(client).value())
                .param("transaction", transaction.value())
                .query(Rows::transaction)
                .optional()
                .flatMap(Transaction::reversal);
    }

    @Override
    public Reversal insert(ReversalId id, Ledger locked, ClientId client, Transaction transaction, NewReversal asked) {
        Quantity quantity = transaction.asked().quantity().negated();
        return jdbc.sql("""
                        WITH reversed AS (UPDATE ledger_transaction SET version = version + 1 WHERE id = :transaction RETURNING pk)
                        INSERT INTO reversal (id, transaction_pk, client, key_scope, idempotency_key, reference_id, quantity)
                        SELECT :id, pk, :client, :scope, :key, :reference, :quantity FROM reversed RETURNING created_at""")
                .param("id", id.value())
                .param("transaction", transaction.id().value())
                .param("client", client.value())
                .param("scope", KeyScope.of(locked, client).value())
                .param("key", asked.key().value())
                .param("reference", asked.referenceId().map(ReferenceId::value).orElse(null), Types.VARCHAR)
                .param("quantity", quantity.value())
                .query((row, number) ->
                        new Reversal(id, transaction.id(), asked, quantity, Rows.instant(row, "created_at")))
                .single();
    }
}

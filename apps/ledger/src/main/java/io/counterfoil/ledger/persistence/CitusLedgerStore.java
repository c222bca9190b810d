package io.counterfoil.ledger.persistence;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.entity.EntityCommands;
import io.counterfoil.jdbc.ids.IdColumn;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.KeyScope;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewReversal;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Reversal;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ledgers on Citus: the rows of a ledger, its transactions and their reversals are in one shard, that of the ledger's id, so each statement
 * names the ledger, and is executed on one node. What names no ledger finds it first: a transaction or reversal in {@code ledger_object}, a
 * data key that is unique over all ledgers in {@code ledger_key}. The primary keys of these two tables hold what unique constraints hold on
 * one PostgreSQL; their rows are inserted in the transaction that makes the object. Thread-safe.
 */
final class CitusLedgerStore extends JdbcLedgerStore {

    /** All transactions, each with its reversal as {@code r}; what follows says which, and of which ledger. */
    static final String TRANSACTIONS = "SELECT t.ledger_id, " + Rows.TRANSACTION_COLUMNS + """

             FROM ledger_transaction t LEFT JOIN reversal r ON r.ledger_id = t.ledger_id AND r.transaction_id = t.id
            """;

    private static final String ONE = TRANSACTIONS + "WHERE t.ledger_id = ? AND t.id = ?";

    private static final InsertOrFind<TransactionId> OBJECTS = InsertOrFind.on(CitusDialect.BY_KEY)
            .into("ledger_object")
            .columns("id", "ledger_id")
            .key("id")
            .returning("id")
            .reading(row -> IdColumn.UUID.get(row, "id", TransactionId.TYPE));

    private static final String OBJECT =
            "object AS (INSERT INTO ledger_object (id, ledger_id) VALUES (:id, :ledger)), ";

    private static final String RAISED = """
            place AS (UPDATE ledger SET balance = balance + :quantity, transactions = transactions + 1, version = version + 1
              WHERE id = :ledger RETURNING id, transactions)
            """;

    private static final String FIRST = """
            place AS (SELECT id, transactions FROM ledger WHERE id = :ledger)
            """;

    private static final String INSERT = """
            INSERT INTO ledger_transaction (id, ledger_id, ordinal, client, key_scope, idempotency_key, quantity, two_phase, state,
              reference_id, service_reference_id, lms_user_id, content_key, subsidy_access_policy_uuid, metadata)
            SELECT :id, id, transactions, :client, :scope, :key, :quantity, :pending, :state, :reference, :serviceReference, :user,
              :content, :policy, :metadata FROM place RETURNING created_at""";

    private final JdbcClient jdbc;

    CitusLedgerStore(JdbcClient jdbc, SpringConnection connection) {
        super(jdbc, connection);
        this.jdbc = jdbc;
    }

    /** The ledger of a transaction or a reversal. */
    private Optional<UUID> ledgerOf(UUID object) {
        return jdbc.sql("SELECT ledger_id FROM ledger_object WHERE id = ?")
                .param(object)
                .query(UUID.class)
                .optional();
    }

    /** What has a data key that is unique over all ledgers. */
    private record Keyed(UUID ledger, UUID object) {}

    private Optional<Keyed> keyed(String kind, RequestId key, KeyScope... scopes) {
        List<String> names = Stream.of(scopes).map(scope -> scope(kind, scope)).toList();
        return jdbc.sql(
                        "SELECT ledger_id, object_id FROM ledger_key WHERE scope IN (:scopes) AND idempotency_key = :key")
                .param("scopes", names)
                .param("key", key.value())
                .query((row, number) ->
                        new Keyed(row.getObject("ledger_id", UUID.class), row.getObject("object_id", UUID.class)))
                .optional();
    }

    private static String scope(String kind, KeyScope scope) {
        return kind + " " + scope.value();
    }

    private Optional<Transaction> transaction(UUID ledger, UUID id) {
        return jdbc.sql(ONE).params(ledger, id).query(Rows::transaction).optional();
    }

    @Override
    public Optional<Ledger> ledgerByKey(ClientId client, RequestId key) {
        return keyed("ledger", key, KeyScope.ofClient(client))
                .flatMap(found -> ledgerEverMade(LedgerId.TYPE.of(found.ledger())));
    }

    @Override
    public Optional<Ledger> lockLedgerOf(TransactionId id) {
        return ledgerOf(id.value()).flatMap(ledger -> lock(LedgerId.TYPE.of(ledger)));
    }

    @Override
    public Ledger insert(LedgerId id, ClientId client, NewLedger asked) {
        asked.once()
                .dataKey()
                .ifPresent(key -> unlessTaken(() -> jdbc.sql(
                                "INSERT INTO ledger_key (scope, idempotency_key, ledger_id, object_id) VALUES (?, ?, ?, ?)")
                        .params(scope("ledger", KeyScope.ofClient(client)), key.value(), id.value(), id.value())
                        .update()));
        return super.insert(id, client, asked);
    }

    @Override
    public void insertInitialDeposit(
            TransactionId id, Ledger ledger, NewTransaction deposit, ReferenceId serviceReference) {
        post(OBJECT + FIRST, id, ledger, ledger.client(), deposit, Optional.of(serviceReference));
    }

    /** Not here: the row of the transaction's id is on another node than those of the ledger. */
    @Override
    public Optional<Transaction> post(TransactionId id, LedgerId ledger, ClientId client, NewTransaction asked) {
        return Optional.empty();
    }

    @Override
    public Transaction insert(TransactionId id, Ledger locked, ClientId client, NewTransaction asked) {
        return posted(
                id, locked.id(), client, asked, post(OBJECT + RAISED, id, locked, client, asked, Optional.empty()));
    }

    private Instant post(
            String before,
            TransactionId id,
            Ledger ledger,
            ClientId client,
            NewTransaction asked,
            Optional<ReferenceId> serviceReference) {
        return unlessTaken(() -> bound(
                        jdbc.sql("WITH " + before + INSERT),
                        id,
                        ledger.id(),
                        client,
                        KeyScope.of(ledger, client),
                        asked)
                .param(
                        "serviceReference",
                        serviceReference.map(ReferenceId::value).orElse(null),
                        Types.VARCHAR)
                .query((row, number) -> Rows.instant(row, "created_at"))
                .single());
    }

    /**
     * Inserts what is unique over all ledgers. The locks on a key and on a ledger may be on other nodes than the row that the one before has
     * inserted, and are free as soon as its commit has reached those nodes: the row may not be seen yet, and is there when the insert has
     * waited for it. Then the transaction is run again, and finds it.
     */
    private static <T> T unlessTaken(Supplier<T> insert) {
        try {
            return insert.get();
        } catch (DuplicateKeyException taken) {
            throw new ConcurrencyFailureException(
                    "committed on another node meanwhile",
                    new SQLTransactionRollbackException(taken.getMessage(), "40001", taken));
        }
    }

    @Override
    InsertOrFind<TransactionId> creation() {
        return OBJECTS;
    }

    @Override
    @Nullable
    Object[] creationOf(Connection connection, TransactionId id, Ledger locked, ClientId client, NewTransaction asked) {
        return new @Nullable Object[] {id, locked.id()};
    }

    @Override
    void completeCreation(TransactionId id, Ledger locked, ClientId client, NewTransaction asked) {
        post(RAISED, id, locked, client, asked, Optional.empty());
    }

    @Override
    EntityCommands.Rows<TransactionId, Transaction> rows() {
        return new TransactionRows() {
            @Override
            public Optional<Transaction> load(Connection connection, TransactionId id) {
                return transaction(id);
            }

            @Override
            String condition() {
                return "ledger_id = ? AND id = ?";
            }

            @Override
            int setId(PreparedStatement statement, int first, Transaction transaction) throws SQLException {
                statement.setObject(first, transaction.ledgerId().value());
                return super.setId(statement, first + 1, transaction);
            }
        };
    }

    @Override
    public Optional<Transaction> transactionByKey(LedgerId ledger, ClientId client, RequestId key) {
        // One look-up for each scope: for a list of them a planner without statistics may take another index of the
        // ledger, and read all of its transactions.
        return transactionByKey(ledger, KeyScope.ofClient(client), key)
                .or(() -> transactionByKey(ledger, KeyScope.ofLedger(ledger), key));
    }

    private Optional<Transaction> transactionByKey(LedgerId ledger, KeyScope scope, RequestId key) {
        return jdbc.sql(TRANSACTIONS + "WHERE t.ledger_id = ? AND t.key_scope = ? AND t.idempotency_key = ?")
                .params(ledger.value(), scope.value(), key.value())
                .query(Rows::transaction)
                .optional();
    }

    @Override
    public Optional<Transaction> transaction(TransactionId id) {
        return ledgerOf(id.value()).flatMap(ledger -> transaction(ledger, id.value()));
    }

    @Override
    public Set<TransactionId> inactiveRedemptions(LedgerId ledger, KeyScope scope, long lmsUserId, String contentKey) {
        return jdbc.sql("""
                        SELECT t.id FROM ledger_transaction t
                          LEFT JOIN reversal r ON r.ledger_id = t.ledger_id AND r.transaction_id = t.id
                         WHERE t.ledger_id = ? AND t.lms_user_id = ? AND t.content_key = ? AND (t.key_scope = ?) IS TRUE AND t.quantity < 0
                           AND (t.state = 'FAILED' OR r.id IS NOT NULL)""")
                .params(ledger.value(), lmsUserId, contentKey, scope.value())
                .query((row, number) -> TransactionId.TYPE.of(row.getObject("id", UUID.class)))
                .set();
    }

    @Override
    public List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit) {
        // Each table is joined by the ledger's id, so that the statement is executed as a whole where the ledger is.
        return jdbc.sql("""
                        WITH place AS (
                          SELECT coalesce((SELECT t.ordinal FROM ledger_transaction t
                            WHERE t.ledger_id = :ledger AND t.id = :after), 0) AS after
                        ), effect AS (
                          SELECT t.ordinal, CASE WHEN t.state = 'FAILED' THEN 0 ELSE t.quantity END + coalesce(r.quantity, 0) AS sum
                            FROM ledger_transaction t LEFT JOIN reversal r ON r.ledger_id = t.ledger_id AND r.transaction_id = t.id
                           WHERE t.ledger_id = :ledger
                        ), page AS (
                          SELECT ordinal, sum FROM effect WHERE ordinal > (SELECT after FROM place) ORDER BY ordinal LIMIT :limit
                        )
                        SELECT t.ledger_id, %s,
                          (SELECT coalesce(sum(e.sum), 0) FROM effect e WHERE e.ordinal <= (SELECT after FROM place))
                            + sum(page.sum) OVER (ORDER BY page.ordinal) AS running_balance
                          FROM page JOIN ledger_transaction t ON t.ledger_id = :ledger AND t.ordinal = page.ordinal
                          LEFT JOIN reversal r ON r.ledger_id = t.ledger_id AND r.transaction_id = t.id
                         ORDER BY page.ordinal""".formatted(Rows.TRANSACTION_COLUMNS))
                .param("ledger", ledger.value())
                .param("after", after.map(TransactionId::value).orElse(null), Types.OTHER)
                .param("limit", limit)
                .query(Rows::entry)
                .list();
    }

    @Override
    public void settle(TransactionId id, Ledger locked, ClientId client, Transaction.State state, RequestId key) {
        jdbc.sql("""
                        UPDATE ledger_transaction SET state = ?, settlement_scope = ?, settlement_key = ?, version = version + 1
                         WHERE ledger_id = ? AND id = ? AND state = 'PENDING'""")
                .params(
                        state.name(),
                        KeyScope.of(locked, client).value(),
                        key.value(),
                        locked.id().value(),
                        id.value())
                .update();
    }

    @Override
    public Optional<Transaction> transactionSettled(
            TransactionId id, Transaction.State state, ClientId client, RequestId key) {
        return ledgerOf(id.value())
                .flatMap(ledger -> jdbc.sql(
                                ONE + " AND t.state = ? AND t.settlement_key = ? AND t.settlement_scope IN (?, ?)")
                        .params(
                                ledger,
                                id.value(),
                                state.name(),
                                key.value(),
                                KeyScope.ofClient(client).value(),
                                KeyScope.ofLedger(LedgerId.TYPE.of(ledger)).value())
                        .query(Rows::transaction)
                        .optional());
    }

    @Override
    public Optional<Reversal> reversal(ReversalId id) {
        return ledgerOf(id.value())
                .flatMap(ledger -> jdbc.sql(TRANSACTIONS + "WHERE t.ledger_id = ? AND r.id = ?")
                        .params(ledger, id.value())
                        .query(Rows::transaction)
                        .optional())
                .flatMap(Transaction::reversal);
    }

    @Override
    public Optional<Reversal> reversalByKey(KeyScope scope, RequestId key) {
        return reversed(keyed("reversal", key, scope));
    }

    /**
     * First that of the transaction itself, in the ledger's shard: once the ledger is locked, what was committed there is seen, while the commit of
     * the key's row on another node may be on its way.
     */
    @Override
    public Optional<Reversal> reversalByKey(TransactionId transaction, ClientId client, RequestId key) {
        return ledgerOf(transaction.value()).flatMap(ledger -> {
            KeyScope ofClient = KeyScope.ofClient(client);
            KeyScope ofLedger = KeyScope.ofLedger(LedgerId.TYPE.of(ledger));
            Optional<Transaction> own = jdbc.sql(ONE + " AND r.idempotency_key = ? AND r.key_scope IN (?, ?)")
                    .params(ledger, transaction.value(), key.value(), ofClient.value(), ofLedger.value())
                    .query(Rows::transaction)
                    .optional();
            return own.isPresent()
                    ? own.flatMap(Transaction::reversal)
                    : reversed(keyed("reversal", key, ofClient, ofLedger));
        });
    }

    private Optional<Reversal> reversed(Optional<Keyed> key) {
        return key.flatMap(found -> transaction(found.ledger(), found.object())).flatMap(Transaction::reversal);
    }

    @Override
    public Reversal insert(ReversalId id, Ledger locked, ClientId client, Transaction transaction, NewReversal asked) {
        Quantity quantity = transaction.asked().quantity().negated();
        String scope = KeyScope.of(locked, client).value();
        return unlessTaken(() -> jdbc.sql("WITH " + OBJECT + """
                        key AS (
                          INSERT INTO ledger_key (scope, idempotency_key, ledger_id, object_id) VALUES (:keyScope, :key, :ledger, :transaction)
                        ), reversed AS (
                          UPDATE ledger_transaction SET version = version + 1 WHERE ledger_id = :ledger AND id = :transaction
                          RETURNING ledger_id, id
                        )
                        INSERT INTO reversal (ledger_id, transaction_id, id, client, key_scope, idempotency_key, reference_id, quantity)
                        SELECT ledger_id, id, :id, :client, :scope, :key, :reference, :quantity FROM reversed RETURNING created_at""")
                .param("id", id.value())
                .param("ledger", locked.id().value())
                .param("transaction", transaction.id().value())
                .param("client", client.value())
                .param("keyScope", "reversal " + scope)
                .param("scope", scope)
                .param("key", asked.key().value())
                .param("reference", asked.referenceId().map(ReferenceId::value).orElse(null), Types.VARCHAR)
                .param("quantity", quantity.value())
                .query((row, number) ->
                        new Reversal(id, transaction.id(), asked, quantity, Rows.instant(row, "created_at")))
                .single());
    }
}

package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.ledger.domain.BulkStore;
import io.counterfoil.ledger.domain.Grant;
import io.counterfoil.ledger.domain.KeyScope;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Repository;

/** Many transactions at a time in PostgreSQL: each statement takes arrays, one value for each row. Thread-safe. */
@Repository
class JdbcBulkStore implements BulkStore {

    /** So many rows in one statement: more gain nothing, and would hold all their arrays in memory once more. */
    private static final int ROWS = 1000;

    private static final String INSERT = """
            INSERT INTO ledger_transaction (ordinal, %1$s, client, key_scope, id, idempotency_key, quantity, two_phase, state,
              reference_id, service_reference_id, lms_user_id, content_key, subsidy_access_policy_uuid, metadata)
            SELECT l.transactions + wanted.number, l.%2$s, ?, ?, wanted.id, wanted.key, wanted.quantity, wanted.pending,
              CASE WHEN wanted.pending THEN 'PENDING' ELSE 'COMMITTED' END, wanted.reference, wanted.service_reference,
              wanted.lms_user, wanted.content, wanted.policy, wanted.metadata
              FROM ledger l, unnest(?::uuid[], ?::text[], ?::bigint[], ?::boolean[], ?::text[], ?::text[], ?::bigint[],
                ?::text[], ?::uuid[], ?::text[]) WITH ORDINALITY AS wanted (id, key, quantity, pending, reference,
                service_reference, lms_user, content, policy, metadata, number)
             WHERE l.id = ?""";

    private static final String RAISE = """
            UPDATE ledger SET balance = balance + ?, transactions = transactions + ?, version = version + 1 WHERE id = ?""";

    private static final String OBJECTS =
            "INSERT INTO ledger_object (id, ledger_id) SELECT id, ? FROM unnest(?::uuid[]) AS id";

    private final SpringConnection connection;
    private final Directory directory;
    private final boolean distributed;
    private final String byKeys;
    private final String insert;

    JdbcBulkStore(SpringConnection connection, Directory directory, SqlDialect dialect) {
        this.connection = connection;
        this.directory = directory;
        this.distributed = dialect.isDistributed();
        this.byKeys = distributed
                ? CitusLedgerStore.TRANSACTIONS
                        + "WHERE t.idempotency_key = ANY (?) AND t.ledger_id = ? AND t.key_scope = ?"
                : Rows.transactionOfEach(
                        "idempotency_key = wanted AND ledger_pk = (SELECT pk FROM ledger WHERE id = ?) AND key_scope = ?");
        this.insert = distributed ? INSERT.formatted("ledger_id", "id") : INSERT.formatted("ledger_pk", "pk");
    }

    @Override
    public Map<RequestId, Transaction> transactionsByKeys(LedgerId ledger, KeyScope scope, Collection<RequestId> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        return connection.run(jdbc -> {
            try (PreparedStatement query = jdbc.prepareStatement(byKeys)) {
                query.setArray(
                        1,
                        jdbc.createArrayOf(
                                "text", keys.stream().map(RequestId::value).toArray()));
                query.setObject(2, ledger.value());
                query.setString(3, scope.value());
                Map<RequestId, Transaction> found = new HashMap<>();
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        Transaction transaction = Rows.transaction(rows, rows.getRow());
                        found.put(transaction.asked().key().orElseThrow(), transaction);
                    }
                }
                return found;
            }
        });
    }

    @Override
    public Map<ReferenceId, TransactionId> transactionsByReferences(
            ClientId client, Collection<ReferenceId> references) {
        return connection.run(jdbc -> directory.transactions.findAll(jdbc, Directory.namespaceOf(client), references));
    }

    @Override
    public Set<ReferenceId> bind(ClientId client, Map<ReferenceId, TransactionId> names) {
        return connection.run(jdbc -> {
            Namespace namespace = Directory.namespaceOf(client);
            Set<ReferenceId> taken =
                    directory.transactions.bindAll(jdbc, namespace, names).keySet();
            if (!taken.isEmpty()) {
                for (Map.Entry<ReferenceId, TransactionId> name : names.entrySet()) {
                    directory.transactions.release(jdbc, namespace, name.getKey(), name.getValue());
                }
            }
            return taken;
        });
    }

    @Override
    public void bindForService(Map<ReferenceId, TransactionId> names) {
        connection.run(jdbc -> {
            Map<ReferenceId, TransactionId> taken = directory.transactions.bindAll(jdbc, Namespace.SERVICE, names);
            if (!taken.isEmpty()) {
                throw new IllegalStateException("newly generated names are taken: " + taken);
            }
            return taken;
        });
    }

    @Override
    public void insert(Ledger locked, ClientId client, List<Grant> grants) {
        connection.run(jdbc -> {
            try (PreparedStatement rows = jdbc.prepareStatement(insert);
                    PreparedStatement raise = jdbc.prepareStatement(RAISE)) {
                for (int from = 0; from < grants.size(); from += ROWS) {
                    List<Grant> piece = grants.subList(from, Math.min(grants.size(), from + ROWS));
                    insert(rows, locked, client, piece);
                    if (distributed) {
                        insertObjects(jdbc, locked, piece);
                    }
                    raise.setLong(1, sum(piece));
                    raise.setInt(2, piece.size());
                    raise.setObject(3, locked.id().value());
                    raise.executeUpdate();
                }
            }
            return grants;
        });
    }

    private static void insert(PreparedStatement insert, Ledger locked, ClientId client, List<Grant> grants)
            throws SQLException {
        Columns columns = new Columns(insert.getConnection(), grants);
        insert.setString(1, client.value());
        insert.setString(2, KeyScope.of(locked, client).value());
        insert.setArray(3, columns.of("uuid", grant -> grant.id().value()));
        insert.setArray(
                4, columns.ofOptional("text", grant -> asked(grant).key().map(RequestId::value)));
        insert.setArray(5, columns.of("bigint", grant -> asked(grant).quantity().value()));
        insert.setArray(6, columns.of("boolean", grant -> asked(grant).pending()));
        insert.setArray(
                7,
                columns.ofOptional(
                        "text", grant -> asked(grant).details().referenceId().map(ReferenceId::value)));
        insert.setArray(
                8, columns.ofOptional("text", grant -> grant.serviceReference().map(ReferenceId::value)));
        insert.setArray(
                9, columns.ofOptional("bigint", grant -> asked(grant).details().lmsUserId()));
        insert.setArray(
                10, columns.ofOptional("text", grant -> asked(grant).details().contentKey()));
        insert.setArray(
                11, columns.ofOptional("uuid", grant -> asked(grant).details().subsidyAccessPolicy()));
        insert.setArray(
                12,
                columns.ofOptional(
                        "text", grant -> asked(grant).details().metadata().map(Metadata::json)));
        insert.setObject(13, locked.id().value());
        insert.executeUpdate();
    }

    private static void insertObjects(Connection jdbc, Ledger locked, List<Grant> grants) throws SQLException {
        try (PreparedStatement insert = jdbc.prepareStatement(OBJECTS)) {
            insert.setObject(1, locked.id().value());
            insert.setArray(
                    2, new Columns(jdbc, grants).of("uuid", grant -> grant.id().value()));
            insert.executeUpdate();
        }
    }

    private static NewTransaction asked(Grant grant) {
        return grant.wanted();
    }

    private static long sum(List<Grant> grants) {
        return grants.stream()
                .mapToLong(grant -> asked(grant).quantity().value())
                .sum();
    }

    /** A column of many rows, as an array. */
    private record Columns(Connection jdbc, List<Grant> grants) {

        Array of(String type, Function<Grant, Object> value) throws SQLException {
            return jdbc.createArrayOf(type, grants.stream().map(value).toArray());
        }

        Array ofOptional(String type, Function<Grant, Optional<?>> value) throws SQLException {
            @Nullable Object[] values = new @Nullable Object[grants.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = value.apply(grants.get(i)).orElse(null);
            }
            return jdbc.createArrayOf(type, values);
        }
    }
}

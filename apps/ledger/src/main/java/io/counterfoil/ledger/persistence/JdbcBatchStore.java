package io.counterfoil.ledger.persistence;

import static java.util.Objects.requireNonNull;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.batch.Batch;
import io.counterfoil.jdbc.batch.BatchMember;
import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.batch.MemberStatus;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.ledger.domain.BatchEntry;
import io.counterfoil.ledger.domain.BatchOutcome;
import io.counterfoil.ledger.domain.BatchStore;
import io.counterfoil.ledger.domain.Grant;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.PostedBatch;
import io.counterfoil.ledger.domain.RefusalText;
import io.counterfoil.ledger.domain.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Repository;

/** Batches in PostgreSQL, in the library's tables; which request made which is in one of the ledger's own. Thread-safe. */
@Repository
class JdbcBatchStore implements BatchStore {

    private final SpringConnection connection;
    private final RefusalText refusals;
    private final boolean distributed;
    private final Batches library;

    JdbcBatchStore(SpringConnection connection, RefusalText refusals, SqlDialect dialect) {
        this.connection = connection;
        this.refusals = refusals;
        this.distributed = dialect.isDistributed();
        this.library = Batches.builder(dialect).build();
    }

    @Override
    public Optional<KeyedBatch> byKey(ClientId client, RequestId key) {
        return connection.run(jdbc -> {
            try (PreparedStatement query = jdbc.prepareStatement(
                    "SELECT batch_id, ledger_id, fingerprint FROM ledger_batch WHERE client = ? AND idempotency_key = ?")) {
                query.setString(1, client.value());
                query.setString(2, key.value());
                try (ResultSet row = query.executeQuery()) {
                    return row.next() ? Optional.of(keyed(row)) : Optional.empty();
                }
            }
        });
    }

    private static KeyedBatch keyed(ResultSet row) throws SQLException {
        return new KeyedBatch(
                new BatchId(row.getString("batch_id")),
                LedgerId.TYPE.of(row.getObject("ledger_id", UUID.class)),
                row.getString("fingerprint"));
    }

    @Override
    public PostedBatch open(ClientId client, Opened batch) {
        return connection.run(jdbc -> {
            Batches.Opening opening = library.open(
                    jdbc,
                    Directory.namespaceOf(client),
                    batch.id(),
                    batch.source().name());
            if (!(opening instanceof Batches.Opening.Opened opened)) {
                throw new IllegalStateException("the batch was created concurrently: " + batch.id());
            }
            try (PreparedStatement insert = jdbc.prepareStatement("""
                    INSERT INTO ledger_batch (client, batch_id, ledger_id, idempotency_key, fingerprint)
                    VALUES (?, ?, ?, ?, ?)""")) {
                insert.setString(1, client.value());
                insert.setString(2, batch.id().value());
                insert.setObject(3, batch.ledger().value());
                insert.setString(
                        4, batch.request().map(request -> request.key().value()).orElse(null));
                insert.setString(
                        5, batch.request().map(KeyedRequest::fingerprint).orElse(null));
                insert.executeUpdate();
            }
            return posted(opened.batch(), batch.ledger());
        });
    }

    @Override
    public PostedBatch add(ClientId client, BatchId id, List<BatchOutcome> outcomes) {
        return connection.run(jdbc -> {
            Batch batch = library.add(
                    jdbc,
                    existing(jdbc, client, id),
                    outcomes.stream().map(this::member).toList());
            return posted(jdbc, client, List.of(batch)).get(0);
        });
    }

    private BatchMember member(BatchOutcome outcome) {
        if (outcome instanceof BatchOutcome.Created created) {
            Grant grant = created.grant();
            Optional<ReferenceId> name = grant.wanted().details().referenceId().or(grant::serviceReference);
            return BatchMember.created(created.position(), name, grant.id().value());
        }
        if (outcome instanceof BatchOutcome.Known known) {
            return BatchMember.known(
                    known.position(), Optional.empty(), known.transaction().value());
        }
        BatchOutcome.Refused refused = (BatchOutcome.Refused) outcome;
        return BatchMember.refused(refused.position(), Optional.empty(), refusals.of(refused.refusal()));
    }

    @Override
    public Optional<PostedBatch> batch(ClientId client, BatchId id) {
        return connection.run(jdbc -> {
            List<Batch> found = library.find(jdbc, Directory.namespaceOf(client), id).stream()
                    .toList();
            return posted(jdbc, client, found).stream().findFirst();
        });
    }

    @Override
    public List<PostedBatch> batches(ClientId client, Optional<BatchId> after, int limit) {
        return connection.run(
                jdbc -> posted(jdbc, client, library.list(jdbc, Directory.namespaceOf(client), after, limit)));
    }

    @Override
    public List<BatchEntry> members(
            ClientId client, BatchId id, Optional<BatchEntry.Outcome> outcome, long after, int limit) {
        return connection.run(jdbc -> {
            Batch batch = existing(jdbc, client, id);
            List<BatchMember> members = outcome.isPresent()
                    ? library.members(
                            jdbc, batch, MemberStatus.valueOf(outcome.get().name()), after, limit)
                    : library.members(jdbc, batch, after, limit);
            Map<UUID, Transaction> transactions = transactions(
                    jdbc,
                    posted(jdbc, client, List.of(batch)).get(0).ledger(),
                    members.stream().flatMap(member -> member.entity().stream()).toArray(UUID[]::new));
            return members.stream()
                    .map(member -> new BatchEntry(
                            member.position(),
                            BatchEntry.Outcome.valueOf(member.status().name()),
                            member.entity().map(transactions::get),
                            member.problem()))
                    .toList();
        });
    }

    private Map<UUID, Transaction> transactions(Connection jdbc, LedgerId ledger, UUID[] ids) throws SQLException {
        Map<UUID, Transaction> found = new HashMap<>();
        String ofIds = distributed
                ? CitusLedgerStore.TRANSACTIONS + "WHERE t.id = ANY (?) AND t.ledger_id = ?"
                : Rows.transactionOfEach("id = wanted");
        try (PreparedStatement query = jdbc.prepareStatement(ofIds)) {
            query.setArray(1, jdbc.createArrayOf("uuid", ids));
            if (distributed) {
                query.setObject(2, ledger.value());
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    Transaction transaction = Rows.transaction(rows, rows.getRow());
                    found.put(transaction.id().value(), transaction);
                }
            }
        }
        return found;
    }

    private Batch existing(Connection jdbc, ClientId client, BatchId id) throws SQLException {
        return library.find(jdbc, Directory.namespaceOf(client), id)
                .orElseThrow(() -> new IllegalStateException("there is no batch " + id));
    }

    /** The batches with the ledgers that they are of. */
    private static List<PostedBatch> posted(Connection jdbc, ClientId client, List<Batch> batches) throws SQLException {
        Map<String, LedgerId> ledgers = new HashMap<>();
        try (PreparedStatement query = jdbc.prepareStatement(
                "SELECT batch_id, ledger_id FROM ledger_batch WHERE client = ? AND batch_id = ANY (?)")) {
            query.setString(1, client.value());
            query.setArray(
                    2,
                    jdbc.createArrayOf(
                            "text",
                            batches.stream().map(batch -> batch.id().value()).toArray()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    ledgers.put(rows.getString("batch_id"), LedgerId.TYPE.of(rows.getObject("ledger_id", UUID.class)));
                }
            }
        }
        return batches.stream()
                .map(batch ->
                        posted(batch, requireNonNull(ledgers.get(batch.id().value()))))
                .toList();
    }

    private static PostedBatch posted(Batch batch, LedgerId ledger) {
        return new PostedBatch(
                batch.id(),
                PostedBatch.Source.valueOf(batch.kind()),
                ledger,
                batch.created(),
                batch.known(),
                batch.refused(),
                batch.openedAt());
    }
}

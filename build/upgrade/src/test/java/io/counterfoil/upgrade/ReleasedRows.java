package io.counterfoil.upgrade;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyBuilder;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.batch.BatchMember;
import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.entity.CreationCommand;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.journal.JdbcJournal;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.operations.NewOperation;
import io.counterfoil.operations.Operation;
import io.counterfoil.operations.OperationStep;
import io.counterfoil.operations.Operations;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalField;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/**
 * What a version writes for a fixture, through the public API, and what a later version must find. Changes add to it: the rows of earlier
 * versions were written as this class was then.
 */
record ReleasedRows(DataSource database, SqlDialect dialect) {

    static final Namespace CLIENT = Namespace.ofClient("shop");
    static final String LONG_RESULT = "a long result ".repeat(500);
    static final CommandId COMMAND = new CommandId(UUID.fromString("01a20226-447d-7329-8af5-2b1df7e778f7"));
    static final UUID CREATED = UUID.fromString("01a20226-447d-7329-8af5-2b1df7e77800");
    static final BatchId BATCH = new BatchId("monday's orders");
    static final ReferenceId ENDED = new ReferenceId("ended");
    static final ReferenceId HALF_DONE = new ReferenceId("half done");
    static final MessageKey FAILED = MessageKey.of("orders", "failed once");
    static final JournalEntry PENDING = new JournalEntry(
            new RequestId("pending"),
            true,
            "POST",
            URI.create("https://example.com/orders?dry=no"),
            List.of(new JournalField("Content-Type", "application/json")),
            "{\"amount\":5}".getBytes(StandardCharsets.UTF_8),
            "attempt",
            Instant.parse("2026-11-29T10:00:00.123456Z"));
    static final Message MESSAGE = Message.of("orders", "a message".getBytes(StandardCharsets.UTF_8))
            .withId("m-1")
            .withKey("order 7")
            .withContentType("text/plain")
            .withHeader("priority", "high");

    private static final IdempotencyPolicy FOREVER =
            IdempotencyPolicy.DEFAULT.withRetention(retention -> retention.withNamed(Retention.FOREVER));

    static KeyedRequest request(String id) {
        return new KeyedRequest(
                IdempotencyKey.of("shop", "POST /orders", id),
                Fingerprint.of(id.getBytes(StandardCharsets.UTF_8)),
                Optional.empty());
    }

    Idempotency transactional() {
        return Idempotency.on(JdbcClaimStore.on(database)).with(FOREVER);
    }

    Idempotency leased() {
        IdempotencyBuilder builder =
                Idempotency.builder(new JdbcLeaseStore(database), LeasePolicy.DEFAULT.withOnExpiry(OnExpiry.RERUN));
        return builder.build().with(FOREVER);
    }

    Operations operations() {
        return Operations.builder(database, dialect)
                .work("count", ReleasedRows::countToThree)
                .build();
    }

    private static OperationStep countToThree(Connection connection, Operation operation) {
        return operation.done() == 3
                ? new OperationStep.Finished("{\"counted\":3}", 3)
                : new OperationStep.GoOn(operation.recoveryPoint() + "i", operation.done() + 1);
    }

    CreationCommand<UUID> creations() {
        return CreationIdentifiers.builder(dialect).build().command("open-account", () -> CREATED);
    }

    Batches batches() {
        return Batches.builder(dialect).build();
    }

    void write() throws Exception {
        Idempotency transactional = transactional();
        transactional.execute(request("executed"), PayloadCodec.TEXT, execution -> Completion.remember("a result"));
        transactional.execute(request("long"), PayloadCodec.TEXT, execution -> Completion.remember(LONG_RESULT));
        transactional.execute(request("refused"), PayloadCodec.TEXT, execution -> Completion.refuse("no"));
        transactional.execute(request("expired"), PayloadCodec.TEXT, execution -> Completion.remember("old"));
        leased().execute(request("leased"), PayloadCodec.TEXT, execution -> Completion.remember("leased"));
        failAfterTheFirstPhase();
        JdbcOutbox.of(database).add(MESSAGE);
        JdbcAttemptLog.of(new DataSourceTransactions(database)).count(FAILED);
        new JdbcJournal(database, Duration.ofMillis(1)).open(PENDING);
        transaction(this::writeEntities);
        transaction(this::writeOperations);
    }

    private void failAfterTheFirstPhase() {
        try {
            leased().execute(request("half done"), PayloadCodec.TEXT, execution -> {
                execution.phase("first", PayloadCodec.TEXT, () -> "of the first phase");
                throw new IllegalStateException("the process fails here");
            });
        } catch (IllegalStateException failed) {
            if (!"the process fails here".equals(failed.getMessage())) {
                throw failed;
            }
        }
    }

    private void writeEntities(Connection connection) throws SQLException {
        creations().once(connection, COMMAND, id -> {});
        Batches batches = batches();
        List<BatchMember> members = LongStream.range(0, 3)
                .mapToObj(position -> position < 2
                        ? BatchMember.created(position, Optional.of(new ReferenceId("order " + position)), CREATED)
                        : BatchMember.refused(position, Optional.empty(), "no such order"))
                .toList();
        batches.add(
                connection, batches.open(connection, CLIENT, BATCH, "orders").batch(), members);
    }

    /** One at its end, one between two steps, whose entry in the queue has been due for long. */
    private void writeOperations(Connection connection) throws SQLException {
        try (Operations operations = operations();
                Statement statement = connection.createStatement()) {
            operations.submit(connection, NewOperation.of(CLIENT, "count", ENDED));
            statement.execute("DELETE FROM counterfoil_operation_queue");
            statement.execute(
                    "UPDATE counterfoil_operation SET state = 'SUCCEEDED', recovery_point = 'iii', step = 4, done = 3,"
                            + " result = '{\"counted\":3}', started_at = created_at, finished_at = created_at");
            operations.submit(connection, NewOperation.of(CLIENT, "count", HALF_DONE));
            statement.execute(
                    "UPDATE counterfoil_operation SET state = 'RUNNING', recovery_point = 'i', step = 1, done = 1,"
                            + " started_at = created_at WHERE finished_at IS NULL");
            statement.execute("UPDATE counterfoil_operation_queue SET execution_time = '2026-01-01 00:00:00'");
            statement.execute("UPDATE counterfoil_record SET expires_at = 1 WHERE request_id = 'expired'");
        }
    }

    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    private void transaction(Work work) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            work.run(connection);
            connection.commit();
        }
    }
}

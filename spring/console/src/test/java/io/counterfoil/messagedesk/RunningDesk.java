package io.counterfoil.messagedesk;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.messaging.outbox.StoredMessage;
import io.counterfoil.operatedapplication.OperatedApplication;
import io.counterfoil.operatedapplication.SecuredApplication;
import io.counterfoil.operations.NewOperation;
import io.counterfoil.operations.Operations;
import io.counterfoil.springboot.records.Tokens;
import io.counterfoil.testkit.database.Database;
import java.net.URI;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The desk, running, and what becomes of its messages. */
final class RunningDesk extends OperatedApplication {

    private static final int REFUSALS = 10;

    private final JdbcClient jdbc;
    private final List<String> tablesOfTests;

    private RunningDesk(Database database, List<Class<?>> sources, String... properties) {
        super(
                database,
                sources,
                Stream.concat(Stream.of("--spring.application.name=desk"), Stream.of(properties))
                        .toList());
        jdbc = JdbcClient.create(database.dataSource());
        tablesOfTests = emptyTables();
    }

    private List<String> emptyTables() {
        return jdbc
                .sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
                .query(String.class)
                .list()
                .stream()
                .filter(table -> jdbc.sql("SELECT count(*) FROM " + table)
                                .query(Long.class)
                                .single()
                        == 0)
                .toList();
    }

    /** Forgets all that a test has left: in the tables that were empty after the start, and at the broker. */
    void clear() {
        jdbc.sql("TRUNCATE " + String.join(", ", tablesOfTests)).update();
        bean(Desk.TestBroker.class).clear();
    }

    /** Without any security, for everybody. */
    static RunningDesk open(Database database, String... properties) {
        return new RunningDesk(
                database,
                List.of(Desk.class),
                Stream.concat(
                                Stream.of("--counterfoil.console.view-role=", "--counterfoil.management.role="),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    /** Without any security, for those who have the roles: nobody. */
    static RunningDesk closed(Database database) {
        return new RunningDesk(database, List.of(Desk.class));
    }

    /** Behind Spring Security. */
    static RunningDesk secured(Database database) {
        return new RunningDesk(database, List.of(Desk.class, SecuredApplication.class));
    }

    private static IdempotencyKey key(String requestId, String client) {
        return IdempotencyKey.of(client, "POST /orders", requestId);
    }

    /** A request under a lease that runs. */
    void begin(String requestId, String client) {
        bean(LeaseStore.class)
                .lease(
                        new KeyedRequest(key(requestId, client), Fingerprint.of(new byte[1]), Optional.empty()),
                        Duration.ofMinutes(5),
                        false);
    }

    /** A request whose process ended: its outcome is unknown. */
    void die(String requestId, String client) {
        begin(requestId, client);
        jdbc().sql("UPDATE counterfoil_record SET leased_until = leased_until - 600000000 WHERE request_id = ?")
                .param(requestId)
                .update();
    }

    /** As a purge does. */
    void forget(String requestId) {
        jdbc().sql("DELETE FROM counterfoil_record WHERE request_id = ?")
                .param(requestId)
                .update();
    }

    /** Decides about a request of {@code alice}, as another page does. */
    void decide(String requestId, String json) throws Exception {
        HttpResponse<String> response =
                act("", "api/records/" + Tokens.of(key(requestId, "alice")) + "/decision", json);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
    }

    /** This many decisions, as they are after some weeks. */
    void decided(int number, String reason) {
        jdbc().sql(
                        "INSERT INTO counterfoil_console_audit (subject, id, kind, client, operation, action, decided_by, decided_at,"
                                + " reason) SELECT 'k-' || i, gen_random_uuid(), 'record', '', 'POST /orders', 'happened', 'olga',"
                                + " 1700000000000000 + i, ? FROM generate_series(1, ?) AS i")
                .params(reason, number)
                .update();
    }

    JdbcClient jdbc() {
        return jdbc;
    }

    /** A message that has used up its attempts, and is at the broker. */
    void kill(String id) {
        bean(Desk.TestBroker.class).put(id);
        bean(AttemptLog.class)
                .rejecting(
                        MessageKey.of("billing", id),
                        5,
                        "it failed 5 times, the last time by java.lang.IllegalStateException: no stock",
                        Optional.of(new MessageOrigin("test", "billing", "billing.dead", id)));
    }

    /** A message that has failed once. */
    void fail(String id) {
        bean(AttemptLog.class).failed(MessageKey.of("billing", id), 1, "no stock", Duration.ofSeconds(5));
    }

    /** A message that the broker has refused too often. */
    void refuse(String id) {
        OutboxStore outbox = bean(OutboxStore.class);
        outbox.add(Message.of("order.placed", new byte[3]).withId(id).withKey("order-7"));
        for (int refused = 0; refused < REFUSALS; refused++) {
            outbox.relay(
                    0,
                    100,
                    messages -> new SendResult(
                            List.of(),
                            messages.stream().collect(Collectors.toMap(StoredMessage::id, each -> "too large"))));
        }
    }

    /** An operation that waits for a process that has its work. */
    void submit(String reference) throws SQLException {
        submit(NewOperation.of(Namespace.SERVICE, "import", new ReferenceId(reference)));
    }

    private void submit(NewOperation operation) throws SQLException {
        try (Connection connection = bean(DataSource.class).getConnection()) {
            bean(Operations.class).submit(connection, operation);
        }
    }

    /** An operation that has succeeded, and whose callback was given up. No process here has its kind of work. */
    void giveUp(Namespace namespace, String reference, URI target) throws SQLException {
        submit(NewOperation.of(namespace, "export", new ReferenceId(reference)).callback(target));
        JdbcClient jdbc = JdbcClient.create(bean(DataSource.class));
        jdbc.sql("DELETE FROM counterfoil_operation_queue WHERE task_name = 'export'")
                .update();
        jdbc.sql("UPDATE counterfoil_operation SET state = 'SUCCEEDED', result = '{}', finished_at = created_at,"
                        + " callback_state = 'GAVE_UP', callback_tries = 10 WHERE reference = ?")
                .param(reference)
                .update();
    }

    HttpResponse<String> get(String path) throws Exception {
        return get("", path);
    }

    JsonNode json(String path) throws Exception {
        return json("", path);
    }

    /** As the page does it. */
    HttpResponse<String> act(String path, String reason) throws Exception {
        return act("", "api/" + path, "{\"reason\":\"" + reason + "\"}");
    }
}

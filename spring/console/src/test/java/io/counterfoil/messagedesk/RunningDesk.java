package io.counterfoil.messagedesk;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.messaging.outbox.StoredMessage;
import io.counterfoil.testkit.database.Database;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The desk on a free port and a database, and what a browser would ask of its console. */
final class RunningDesk implements AutoCloseable {

    private static final int REFUSALS = 10;

    private final ConfigurableApplicationContext context;
    private final HttpClient browser = HttpClient.newHttpClient();
    private final JdbcClient jdbc;
    private final List<String> tablesOfTests;

    RunningDesk(Database database, String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.application.name=desk",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--counterfoil.console.view-role=",
                "--counterfoil.management.role="));
        arguments.addAll(List.of(properties));
        SpringApplication application = new SpringApplication(Desk.class);
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(
                Map.of("logging.level.root", "ERROR", "spring.datasource.hikari.minimum-idle", "1"));
        context = application.run(arguments.toArray(String[]::new));
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

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port")
                + "/counterfoil/" + path);
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

    HttpResponse<String> get(String path) throws Exception {
        return browser.send(HttpRequest.newBuilder(address(path)).build(), BodyHandlers.ofString());
    }

    JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return JsonMapper.shared().readTree(response.body());
    }

    /** As the page does it. */
    HttpResponse<String> act(String path, String reason) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(address("api/" + path))
                .header("Content-Type", "application/json")
                .header("Counterfoil-Console", "action")
                .POST(BodyPublishers.ofString("{\"reason\":\"" + reason + "\"}"))
                .build();
        return browser.send(request, BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
